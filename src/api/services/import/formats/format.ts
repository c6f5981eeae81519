import type { Cells, KnownColumns, MappedColumn } from '#api/services/import/read/match-columns.ts';
import type { RepairNote } from '#api/services/import/report/repairs.ts';

/** A row of a table: one line of a CSV file, one row of a sheet, one entry of a feed. */
export interface TableRow {
  /** Where it starts in its file, from 1. */
  line: number;
  cells: string[];
}

/** What a format makes of a row: cells in the importer's columns, which the importer then validates. */
export interface ImportRow {
  line: number;
  cells: Cells;
  columns: KnownColumns;
  /** Sources of pictures besides `cells.image`, in their order. */
  morePictures?: readonly string[];
  /** True for a product whose variants all have rows of their own. */
  isProductOnly?: boolean;
  /** True when the row of the file has given another import row before: it is counted once. */
  isContinued?: boolean;
  /** What the format repaired in the row, for the report. */
  repairs?: readonly RepairNote[];
}

/** What is wrong with a row that a format cannot turn into an import row. */
export interface FormatProblem {
  line: number;
  column: string;
  /** What its cell has, for the report. */
  value?: string;
  /** The end of a sentence that starts with the column. */
  problem: string;
}

/** A row that is no product, such as one of totals. */
interface OtherRow {
  line: number;
  /** What it is, such as "a row of totals". */
  leftOut: string;
}

/** What a row of a file can be. */
export type FormatRow = ImportRow | FormatProblem | OtherRow;

/** Reads the rows of one file after its header. Keeps no more of them than the format needs to group them. */
export interface FormatReader {
  /** Columns of the file that are not read, as spelled there. */
  unread(): string[];
  /** Names of columns that the file does not have and whose stored values are therefore kept. */
  absent(): string[];
  /** The columns of the file that are read, with the names of the importer's columns. */
  mapped?(): MappedColumn[];
  read(row: TableRow): Iterable<FormatRow>;
  /** The rows that waited for others, after the last one. */
  finish?(): Iterable<FormatRow>;
}

/** What the files of one import that complete the rows of others have: rows by the product that they belong to. */
export type Supplements = Map<string, Record<string, string>[]>;

/** The export of one system. */
export interface Format {
  /** Continues "This is", such as "a WooCommerce export". */
  name: string;
  /** Whether a file with these column names, trimmed and in lower case, is one. */
  recognises(names: ReadonlySet<string>): boolean;
  /** Whether rows after that of a product can change its variants, not only add some. */
  hasLaterChanges?: boolean;
  /** True for files that only complete the rows of others: they are read first. */
  isSupplement?: boolean;
  open(header: readonly string[], supplements?: Supplements): FormatReader;
}
