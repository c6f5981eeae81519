import type { Column } from '#api/services/import/read/column-names.ts';
import type { Cells, KnownColumns } from '#api/services/import/read/match-columns.ts';
import { detectDamage, repairText } from '#api/services/import/read/text-repair.ts';
import type { CatalogueRow } from '#api/services/import/read/validate-row.ts';
import { formatPaise } from '#lib/rules/money.ts';
import type { RepairNote } from './repairs.ts';

/** A price with nothing but digits, commas and a point. */
const plainPrice = /^[\d,.]*$/;
const isoDate = /^(?:\d{4}-|$)/;

/** Lists the cells of a row whose value was changed when it was read. `isDamaged` says whether characters of it were repaired. */
export function findRepairs(
  cells: Cells,
  row: CatalogueRow,
  { columns, isDamaged }: { columns: KnownColumns; isDamaged: boolean },
): RepairNote[] {
  const repairs: RepairNote[] = [];
  const add = (kind: RepairNote['kind'], column: Column, after: string) =>
    void repairs.push({ kind, column: columns.nameOf(column), before: cells[column], after });
  const { facts: _, ...named } = cells;
  const damaged = isDamaged ? (Object.keys(named) as Column[]) : [];
  for (const column of damaged)
    if (detectDamage(cells[column]) === 'repaired') add('encoding', column, repairText(cells[column]));
  for (const column of ['price', 'compareAt'] as const)
    if (!plainPrice.test(cells[column]) && row[column] !== undefined) add('price', column, formatPaise(row[column]));
  if (!isoDate.test(cells.created) && row.created !== undefined) add('date', 'created', row.created);
  if (row.quantity !== undefined && row.quantity < 0) add('negative', 'quantity', '0');
  return repairs;
}
