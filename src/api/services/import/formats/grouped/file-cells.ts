import type { Column } from '#api/services/import/read/column-names.ts';
import { type Cells, Columns, type KnownColumns } from '#api/services/import/read/match-columns.ts';
import { unescapeFormula } from '#api/services/import/tables/read-csv.ts';
import type { FormatProblem, ImportRow, TableRow } from '../format.ts';
import { ProductHandles } from '../product-handles.ts';
import { blankCells } from './cell-texts.ts';

/** Columns that every row has: such a format makes them. */
const madeColumns = ['handle', 'option1Name', 'option1', 'option2Name', 'option2', 'option3Name', 'option3'] as const;

/** The columns of one file and what its rows say in them, for the readers of formats that put the importer's cells together themselves. */
export class CellsReader {
  protected readonly handles = new ProductHandles();
  readonly #header: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #columns: Columns;
  /** Columns that are read besides those named. */
  readonly #isRead: (name: string) => boolean;

  /**
   * `names` are the file's columns from which the importer's are made, the one first whose name belongs into a problem; `constants` are
   * columns that every row has besides handle and options; `isRead` tells other columns that are read by their name in lower case.
   */
  constructor(
    header: readonly string[],
    names: Partial<Record<Column, readonly string[]>>,
    constants: readonly Column[],
    isRead: (name: string) => boolean,
  ) {
    this.#header = header.map((name) => name.replace('\ufeff', '').trim());
    this.#places = new Map(this.#header.map((name, at) => [name.toLowerCase(), at] as const).reverse());
    this.#columns = new Columns(header, { names, constants: [...madeColumns, ...constants] });
    const read = new Set(Object.values(names).flatMap((list) => list.map((name) => name.toLowerCase())));
    this.#isRead = (name) => read.has(name) || isRead(name);
  }

  /** A cell by its column's name in lower case; '' without one. */
  protected get({ cells }: TableRow, name: string): string {
    return unescapeFormula(cells[this.#places.get(name) ?? -1]?.trim() ?? '');
  }

  unread(): string[] {
    return this.#columns.unread().filter((name) => !this.#isRead(name.toLowerCase()));
  }

  absent(): string[] {
    return this.#columns.absent();
  }

  /** A row for the importer. Columns that only some files fill, such as a brand among other attributes, are known where they are filled. */
  protected toRow(row: TableRow, filled: Partial<Cells>, more: Partial<ImportRow> = {}): ImportRow {
    const known = this.#columns.ofRow(row.cells);
    const cells = { ...blankCells, ...filled };
    const columns: KnownColumns = {
      has: (column) => known.has(column) || cells[column] !== '',
      isInFile: (column) => known.isInFile(column) || cells[column] !== '',
      nameOf: (column) => known.nameOf(column),
    };
    return { line: row.line, cells, columns, ...more };
  }

  protected problem({ line }: TableRow, name: string, problem: string): FormatProblem {
    return { line, column: this.#header[this.#places.get(name) ?? -1] ?? name, problem };
  }
}
