/** One row while an import is running or was interrupted. */
export interface ImportRunTable {
  id: number;
  state: 'reading' | 'applying';
  /** Lease token of the process that may write. Another process takes the import over by setting its own. */
  owner: string;
  host: string;
  pid: number;
  started_at: string;
  /** When the owner last renewed its lease. */
  seen_at: string;
  done: number;
  total: number;
  /** JSON (ImportPlan); '' while reading. */
  plan: string;
}
