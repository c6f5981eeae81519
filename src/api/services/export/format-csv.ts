import { escapeFormula } from '#api/services/import/tables/read-csv.ts';

/** Marks the file as UTF-8; without it Excel garbles "₹". */
export const BYTE_ORDER_MARK = '\ufeff';

/** Quotes a cell (RFC 4180) and escapes formulas. */
function formatCell(value: string): string {
  const text = escapeFormula(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats one line of a CSV file, with its line break. */
export const formatCsvLine = (cells: readonly string[]): string => `${cells.map(formatCell).join(',')}\r\n`;

/** The time of what is exported, ISO 8601 in UTC, both ends included; all of it without limits. */
export interface Period {
  from?: string | undefined;
  until?: string | undefined;
}

/** The ends of a period for a comparison of texts. */
export const endsOf = ({ from = '', until = '9' }: Period): { from: string; until: string } => ({ from, until });
