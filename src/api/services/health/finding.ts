/** Result of a check: good, a note, or a problem to fix. */
export interface Finding {
  check: string;
  state: 'good' | 'note' | 'bad';
  finding: string;
  fix?: string;
}
