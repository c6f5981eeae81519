import { FileFacts } from '../facts/file-facts.ts';
import { unescapeFormula } from '../tables/read-csv.ts';
import { type Column, columnNames } from './column-names.ts';

/**
 * A row's cells by column; '' for columns that the file does not have. `facts` are those of other columns (facts/file-facts.ts), as JSON pairs of name
 * and value.
 */
export type Cells = Record<Column, string> & { facts?: string };

/** Which of the importer's columns a file, or one of its rows, has. Columns that it does not have keep their stored values. */
export interface KnownColumns {
  has(column: Column): boolean;
  /** Whether the file has the column, even if the row ends before it. */
  isInFile(column: Column): boolean;
  nameOf(column: Column): string;
}

/** A column of a file and what it is read as. */
export interface MappedColumn {
  /** As spelled in the file. */
  column: string;
  /** The importer's column, such as "Variant Price". */
  to: string;
}

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

interface ColumnOptions {
  /** What the file calls the columns; those of a Shopify product export by default. */
  names?: Partial<Record<Column, readonly string[]>>;
  /** Columns that all rows have although the file does not. */
  constants?: readonly Column[];
  /** Whether columns with names of known facts are left alone. */
  withoutFacts?: boolean;
}

/** The columns of one file, or of a row that ends early, matched by header name regardless of order and case. */
export class Columns implements KnownColumns {
  readonly #header: readonly string[];
  readonly #options: ColumnOptions;
  readonly #places: Partial<Record<Column, number>> = {};
  /** How many cells there are. */
  readonly #length: number;
  readonly #facts: FileFacts | undefined;

  constructor(header: readonly string[], options: ColumnOptions = {}, length = header.length, facts?: FileFacts) {
    this.#header = header;
    this.#options = options;
    this.#length = length;
    const names: NonNullable<ColumnOptions['names']> = options.names ?? columnNames;
    const lower = header.map((name) => name.replace('\ufeff', '').trim().toLowerCase());
    for (const column of allColumns) {
      const place = names[column]?.map((name) => lower.indexOf(name.toLowerCase())).find((index) => index >= 0);
      if (place !== undefined) this.#places[column] = place;
    }
    if (options.withoutFacts) return;
    this.#facts = facts ?? new FileFacts(header, new Set(Object.values(this.#places)), (column) => this.isInFile(column));
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
    const read = new Set([...Object.values(this.#places), ...(this.#facts?.places() ?? [])]);
    return this.#header.flatMap((name, index) => (name.trim() === '' || read.has(index) ? [] : [name.trim()]));
  }

  /** The columns of the file that are read, as spelled there, and what they are read as. */
  mapped(): MappedColumn[] {
    const places = allColumns.map((column) => [this.#places[column] ?? this.#facts?.placeOf(column), column] as const);
    const named = new Set(places.map(([place]) => place));
    const facts = [...(this.#facts?.places() ?? [])].filter((place) => !named.has(place));
    return [...places, ...facts.map((place) => [place, 'attributes'] as const)].flatMap(([place, column]) => {
      const name = this.#header[place ?? -1];
      return name === undefined ? [] : [{ column: name.replace('\ufeff', '').trim(), to: columnNames[column][0] }];
    });
  }

  /** The columns of a row with these cells: one that ends early does not have the last ones, as if they were not in the file. */
  ofRow(cells: readonly string[]): Columns {
    return cells.length >= this.#header.length ? this : new Columns(this.#header, this.#options, cells.length, this.#facts);
  }

  has(column: Column): boolean {
    const isNamed = (this.#places[column] ?? Number.POSITIVE_INFINITY) < this.#length;
    return isNamed || this.#isConstant(column) || (this.#facts?.has(column, this.#length) ?? false);
  }

  isInFile(column: Column): boolean {
    return this.#places[column] !== undefined || this.#isConstant(column) || this.#facts?.placeOf(column) !== undefined;
  }

  #isConstant(column: Column): boolean {
    return this.#options.constants?.includes(column) ?? false;
  }

  nameOf(column: Column): string {
    const place = this.#places[column] ?? this.#facts?.placeOf(column);
    return (place === undefined ? undefined : this.#header[place]?.trim()) ?? columnNames[column][0];
  }

  read(cells: readonly string[]): Cells {
    const read = (column: Column): string =>
      this.#places[column] === undefined
        ? (this.#facts?.readColumn(column, cells) ?? '')
        : unescapeFormula(cells[this.#places[column] ?? -1]?.trim() ?? '');
    const named = Object.fromEntries(allColumns.map((column) => [column, read(column)])) as Cells;
    // Only the first row of a product tells its facts.
    return named.title === '' ? named : { ...named, facts: this.#facts?.read(cells) ?? '' };
  }
}
