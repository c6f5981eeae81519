import { unescapeFormula } from '#lib/rules/csv-injection.ts';
import { type Column, columnNames } from './column-names.ts';

/** A row's cells by column; '' for columns that the file does not have. */
export type Cells = Record<Column, string>;

const allColumns = Object.keys(columnNames) as Column[];
const required = ['handle', 'title', 'price'] as const;

/** The columns of one file, matched by header name regardless of order and case. */
export class Columns {
  readonly #header: readonly string[];
  readonly #places: Partial<Record<Column, number>> = {};

  constructor(header: readonly string[]) {
    this.#header = header;
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

  has(column: Column): boolean {
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
