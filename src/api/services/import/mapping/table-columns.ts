import type { TableRow } from '#api/services/import/formats/format.ts';
import type { Table } from './find-header.ts';
import { type NameMatch, readHeaderName } from './header-words.ts';
import { type ColumnProfile, profileColumn } from './profile-column.ts';
import { isTotals, readHeading } from './row-kinds.ts';

/** A column with the cells of the products that are looked at. */
export interface TableColumn {
  column: string;
  cells: string[];
  names: NameMatch[];
  profile: ColumnProfile;
}

/** How many rows are looked at. */
export const SAMPLE_ROWS = 200;

/** The share of cells that must agree with a name: the others may be mistakes. */
export const MOST = 0.6;
/** The same where the values alone decide. */
export const NEARLY_ALL = 0.8;
/** Characters of an average description. */
export const LONG_TEXT = 60;

/** The rows of a table that are looked at. */
export const sampleOf = ({ rows }: Table): TableRow[] =>
  rows.slice(0, SAMPLE_ROWS).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));

/** The columns of a table with the cells of its products. */
export function listColumns(table: Table): TableColumn[] {
  const width = table.header.length;
  const body = sampleOf(table).filter(({ cells }) => !isTotals(cells) && readHeading(cells, width) === undefined);
  return table.header.map((column, i): TableColumn => {
    const cells = body.map(({ cells }) => cells[i] ?? '');
    return { column, cells, names: readHeaderName(column), profile: profileColumn(cells) };
  });
}
