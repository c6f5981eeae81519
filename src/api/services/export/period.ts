/** The time of what is exported, ISO 8601 in UTC, both ends included; all of it without limits. */
export interface Period {
  from?: string | undefined;
  until?: string | undefined;
}

/** The ends of a period for a comparison of texts. */
export const endsOf = ({ from = '', until = '9' }: Period): { from: string; until: string } => ({ from, until });
