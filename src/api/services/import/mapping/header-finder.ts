import type { Format, TableRow } from '#api/services/import/formats/format.ts';
import { recogniseFormat } from '#api/services/import/formats/recognise-format.ts';
import { SAMPLE_ROWS } from '#api/services/import/mapping/table-columns.ts';
import { toMappedFormat } from '#api/services/import/mapping/to-mapped-format.ts';
import { findHeader, MAX_ROWS_BEFORE_HEADER, type Table } from './find-header.ts';
import type { TableMapping } from './table-mapping.ts';

/** Finds the mapping of tables with these columns; undefined when there is none. */
export type FindMapping = (header: readonly string[]) => TableMapping | undefined;

interface FoundFormat extends Table {
  format: Format;
}

/** Finds the column names of a file among its first rows, and with them its format. Takes the rows one by one, because a file may be large. */
export class HeaderFinder {
  readonly #findMapping: FindMapping;
  readonly #head: TableRow[] = [];
  /** The table, when it is of no known format and has no mapping. */
  unknown: Table | undefined;

  constructor(findMapping: FindMapping) {
    this.#findMapping = findMapping;
  }

  /** Takes the next row. Returns the format as soon as it is known. */
  add(row: TableRow): FoundFormat | undefined {
    const format = this.#head.length <= MAX_ROWS_BEFORE_HEADER ? recogniseFormat(row.cells) : undefined;
    if (format) return { format, line: row.line, header: row.cells, rows: [] };
    this.#head.push(row);
    return undefined;
  }

  /** Whether as many rows were taken as are looked at. */
  get isFull(): boolean {
    return this.#head.length >= MAX_ROWS_BEFORE_HEADER + SAMPLE_ROWS;
  }

  /** The table of the rows taken, with the format of its mapping. Call it after the last row, or when there are enough. */
  finish(): FoundFormat | undefined {
    const table = findHeader(this.#head);
    const mapping = table && this.#findMapping(table.header);
    if (table && mapping) return { ...table, format: toMappedFormat(mapping) };
    this.unknown = table ?? (this.#head[0] && { line: this.#head[0].line, header: this.#head[0].cells, rows: [] });
    return undefined;
  }
}
