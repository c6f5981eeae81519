/** What is wrong with a row of a file that replaces a table as a whole, such as that of shipping zones. */
export interface RowError {
  /** From 1. */
  line: number;
  /** Heading of the column. */
  column: string;
  /** The end of a sentence that begins with the column. */
  reason: string;
}
