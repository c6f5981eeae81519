/** A file in the column names of one system, written for the tests, and what it has. */
export interface FormatFixture {
  /** The format's name, as it is recognised. */
  format: string;
  /** Where its column names are documented. */
  documentation: string;
  /** Rows of cells, the header first. */
  rows: readonly (readonly string[])[];
  /** Of each product: its slug, name, category and pictures, and the name, price and MRP in rupees, and stock of each variant. */
  products: readonly {
    slug: string;
    name: string;
    category?: string;
    pictures?: number;
    variants: readonly (readonly [variantName: string, price: number, mrp: number, stock?: number])[];
  }[];
  /** Set when columns are recognised by their places, so that they cannot be moved. */
  isPositional?: boolean;
}

/** Rows of cells from lines; spaces around cells are not theirs. */
export const table = (text: string, separator = ','): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(separator).map((cell) => cell.trim()));
