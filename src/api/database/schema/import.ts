import type { ColumnType } from 'kysely';

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
  /** Products that it has changed: JSON (ChangedProducts). */
  changed: ColumnType<string, string | undefined, string>;
}

/** The last import that changed something, while it can be taken back. */
export interface ImportUndoTable {
  /** The run's `started_at`. */
  started_at: string;
  /** '' until the import is complete. */
  applied_at: string;
  /** JSON (CategoryImageChange[]). */
  images: string;
}

/** A picture of which only a preview is stored. */
export interface PictureJobTable {
  /** Names its files. */
  hash: string;
  attempts: number;
  /** When to try next; while its files are being made, when the claim expires. */
  next_try_at: string;
  /** Why its files cannot be made; null while they may be. */
  failure: string | null;
}

/** A picture that the last import of a product could not store. */
export interface MissingPictureTable {
  product_id: number;
  /** As the file names it. */
  source: string;
  /** Its places among the product's pictures in the file, from 0: a JSON list. */
  positions: string;
  /** The variants that show it: a JSON list. */
  variations: string;
  alt: string;
  reason: string;
}

/** What that import changed in one product. */
export interface ImportUndoItemTable {
  /** That of its `import_undo`. */
  started_at: string;
  seq: number;
  slug: string;
  /** JSON (ProductRecord). */
  change: string;
}
