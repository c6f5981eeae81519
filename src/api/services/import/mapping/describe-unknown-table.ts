import type { Table } from '#api/services/import/mapping/find-header.ts';
import { guessMapping } from '#api/services/import/mapping/guess-mapping.ts';
import { findMappingProblem, type TableMapping } from '#api/services/import/mapping/table-mapping.ts';
import { targets } from '#api/services/import/mapping/targets.ts';
import { columnNames } from '#api/services/import/read/column-names.ts';
import { Columns } from '#api/services/import/read/match-columns.ts';

/** Systems whose exports have no format, with names of columns in lower case: one of each list must be in the file. */
const systems = [
  { name: 'WooCommerce', columns: [['post_title'], ['regular_price', 'tax:product_type']] },
  { name: 'Magento 1', columns: [['sku'], ['_attribute_set']] },
];

/** The columns that a sheet needs, and those that most shops want. */
const wanted = ['handle', 'title', 'type', 'option1Name', 'option1', 'price', 'quantity'] as const;

/** The system of which a file with these column names is an export that cannot be read yet. */
export function findOtherSystem(header: readonly string[]): string | undefined {
  const names = new Set(header.map((name) => name.replace('\ufeff', '').trim().toLowerCase()));
  return systems.find(({ columns }) => columns.every((some) => some.some((name) => names.has(name))))?.name;
}

/**
 * Says in one sentence what a file is whose columns are not those of an export for this shop, and what to do, as the end of a sentence.
 * `system` is that of its export.
 */
export function describeOtherFile(system: string | undefined, mapping: TableMapping): string {
  const what = system
    ? `the file is an export of ${system}, which cannot be read yet`
    : 'the file does not look like a Shopify product export';
  const known = describeMapping(mapping);
  return `${what}: make it a sheet with one row for each size and the columns ${wanted.map((column) => columnNames[column][0]).join(', ')}${known && ` (the file has ${known})`}, where Handle is a short name for the product’s web address, or fill in the sheet that "store template products.xlsx" writes`;
}

/** What the columns are that are read, as in ""Rate" → Price, "Photo" → Picture". */
export const describeMapping = ({ columns }: TableMapping): string =>
  columns.flatMap(({ column, is }) => (is === 'ignored' ? [] : [`"${column}" → ${targets[is].label}`])).join(', ');

/** Why a file of no known format is not imported, and what to do: a column, and the end of a sentence that starts with it. */
export function describeUnknownTable(table: Table): { column: string; reason: string } {
  const { mapping } = guessMapping(table);
  const system = findOtherSystem(table.header);
  if (system || findMappingProblem(mapping))
    return {
      column: new Columns(table.header).missing().join(', '),
      reason: `must be among the columns: ${describeOtherFile(system, mapping)}, or run it again with --map and say what each column is`,
    };
  return {
    column: 'columns',
    reason: `are of no known system, but look like ${describeMapping(mapping)}. Run it again with --map to check and import`,
  };
}
