/** How many products or variants an import adds, changes and withdraws from sale. */
export interface ChangeCounts {
  added: number;
  changed: number;
  withdrawn: number;
}

export const zeroCounts = (): ChangeCounts => ({ added: 0, changed: 0, withdrawn: 0 });

/** Adds `more` to `sum` in place. */
export function addCounts(sum: ChangeCounts, more: ChangeCounts): void {
  sum.added += more.added;
  sum.changed += more.changed;
  sum.withdrawn += more.withdrawn;
}
