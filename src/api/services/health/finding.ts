export interface Finding {
  check: string;
  state: 'good' | 'note' | 'bad';
  finding: string;
  fix?: string;
}
