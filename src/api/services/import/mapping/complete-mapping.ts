import { listColumns, sampleOf, type TableColumn } from '#api/services/import/mapping/table-columns.ts';
import type { Table } from './find-header.ts';
import { isNote, readHeading } from './row-kinds.ts';
import type { TableMapping } from './table-mapping.ts';
import type { Target } from './targets.ts';

/** Whether cells are left empty below one that counts for them, as merged cells are. */
function isMerged({ cells, profile }: TableColumn, keys: readonly string[]): boolean {
  if (cells[0]?.trim() === '' || profile.filled === 0 || profile.filled * 10 > cells.length * 9) return false;
  return keys.length === 0 || keys.some((key, i) => key !== '' && cells[i]?.trim() === '');
}

const fillDownCells = (cells: readonly string[], isFilled: boolean): string[] => {
  let above = '';
  return cells.map((cell) => {
    if (cell.trim() !== '' || !isFilled) above = cell.trim();
    return above;
  });
};

/** Whether rows of one name differ in their colour, or a cell has several; a colour that each product has one of is a fact. */
export function isChoice(colour: TableColumn, name: TableColumn | undefined): boolean {
  const names = fillDownCells(name?.cells ?? [], true);
  const first = new Map<string, string>();
  return colour.cells.some((cell, i) => {
    const [key, value] = [(names[i] ?? '').toLowerCase(), cell.trim().toLowerCase()];
    first.set(key, first.get(key) ?? value);
    return first.get(key) !== value || value.includes(',');
  });
}

/** Products are told apart by their codes when rows of the same name would be the same variant. */
function tellApart(
  code: TableColumn | undefined,
  options: readonly TableColumn[],
  names: readonly string[],
): TableMapping['productsBy'] {
  if (!code) return 'name';
  if (options.length === 0 && code.profile.distinct === code.cells.length) return 'code';
  const keys = names.map((name, i) => JSON.stringify([name, ...options.map(({ cells }) => cells[i]?.trim())]).toLowerCase());
  return new Set(keys).size < keys.length ? 'code' : 'name';
}

/** Completes the mapping of a table from what its columns are: how its rows make products. */
export function completeMapping(table: Table, chosen: TableMapping['columns']): TableMapping {
  const columns = listColumns(table);
  const isA = ({ column }: TableColumn): Target | 'ignored' => chosen.find((each) => each.column === column)?.is ?? 'ignored';
  const of = (...targets: (Target | 'ignored')[]) => columns.filter((column) => targets.includes(isA(column)));
  const choices = of('size', 'colour', 'option', 'price');
  const rest = (columns[0]?.cells ?? []).map((_, i) => choices.map(({ cells }) => cells[i]?.trim() ?? '').join(''));
  const fillDown = [
    ...of('category', 'brand').filter((column) => isMerged(column, [])),
    ...of('name').filter((column) => isMerged(column, rest)),
  ];
  const [name] = of('name');
  const names = fillDownCells(name?.cells ?? [], name !== undefined && fillDown.includes(name));
  const width = table.header.length;
  return {
    columns: chosen,
    fillDown: fillDown.map(({ column }) => column),
    hasHeadings:
      of('category').length === 0 &&
      sampleOf(table)
        .slice(0, -1)
        .some(({ cells }) => !isNote(readHeading(cells, width) ?? '*')),
    productsBy: tellApart(of('code')[0], of('size', 'colour', 'option'), names),
  };
}
