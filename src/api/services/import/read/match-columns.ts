import { type Column, columnNames } from './column-names.ts';
import { unescapeFormula } from './read-csv.ts';

/** A row's cells by column; '' for columns that the file does not have. */
export type Cells = Record<Column, string>;

const allColumns = Object.keys(columnNames) as Column[];
const required = ['handle', 'title', 'price'] as const;

/** Columns with a stored value of their own. Their absence is named in the summary. */
const kept = [
  'body',
  'vendor',
  'type',
  'tags',
  'option1Name',
  'option1',
  'sku',
  'quantity',
  'compareAt',
  'image',
  'imageAlt',
  'seller',
  'sellerKind',
  'country',
  'attributes',
  'group',
  'sizeGuide',
  'gstRate',
  'hsn',
  'categoryImage',
] as const satisfies readonly Column[];

/** The columns of one file, or of a row that ends early, matched by header name regardless of order and case. */
export class Columns {
  readonly #header: readonly string[];
  readonly #places: Partial<Record<Column, number>> = {};
  /** How many cells there are. */
  readonly #length: number;

  constructor(header: readonly string[], length = header.length) {
    this.#header = header;
    this.#length = length;
    const lower = header.map((name) => name.trim().toLowerCase());
    for (const column of allColumns) {
      const place = columnNames[column].map((name) => lower.indexOf(name.toLowerCase())).find((index) => index >= 0);
      if (place !== undefined) this.#places[column] = place;
    }
  }

  get width(): number {
    return this.#header.length;
  }

  /** Names of required columns that the file does not have. */
  missing(): string[] {
    return required.filter((column) => !this.has(column)).map((column) => columnNames[column][0]);
  }

  /** The columns that the file does not have and whose stored values are therefore kept. */
  absent(): string[] {
    return kept.filter((column) => !this.has(column)).map((column) => columnNames[column][0]);
  }

  /** The columns of the file that are not read, as spelled there. */
  unread(): string[] {
    const read = new Set(Object.values(this.#places));
    return this.#header.flatMap((name, index) => (name.trim() === '' || read.has(index) ? [] : [name.trim()]));
  }

  /** The columns of a row with these cells: one that ends early does not have the last ones, as if they were not in the file. */
  ofRow(cells: readonly string[]): Columns {
    return cells.length >= this.#header.length ? this : new Columns(this.#header, cells.length);
  }

  has(column: Column): boolean {
    return (this.#places[column] ?? Number.POSITIVE_INFINITY) < this.#length;
  }

  /** Whether the file has the column, even if the row ends before it. */
  isInFile(column: Column): boolean {
    return this.#places[column] !== undefined;
  }

  /** The column's name as spelled in the file. */
  nameOf(column: Column): string {
    const place = this.#places[column];
    return (place === undefined ? undefined : this.#header[place]?.trim()) ?? columnNames[column][0];
  }

  read(cells: readonly string[]): Cells {
    const entry = (column: Column) => [column, unescapeFormula(cells[this.#places[column] ?? -1]?.trim() ?? '')] as const;
    return Object.fromEntries(allColumns.map(entry)) as Cells;
  }
}
