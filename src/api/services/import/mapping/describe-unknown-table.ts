import type { Table } from '#api/services/import/mapping/find-header.ts';
import { guessMapping } from '#api/services/import/mapping/guess-mapping.ts';
import { findMappingProblem, type TableMapping } from '#api/services/import/mapping/table-mapping.ts';
import { targets } from '#api/services/import/mapping/targets.ts';
import { columnNames } from '#api/services/import/read/column-names.ts';
import { Columns } from '#api/services/import/read/match-columns.ts';

/** A system whose export is recognised by column names in lower case: all of `all`, and one of `any` if there are some. */
interface System {
  name: string;
  all: readonly string[];
  any?: readonly string[];
}

const systems: readonly System[] = [
  { name: 'WooCommerce', all: ['post_title'], any: ['regular_price', 'tax:product_type'] },
  { name: 'Magento 1', all: ['sku', '_attribute_set'] },
];

type Target = 'title' | 'body' | 'type' | 'option1' | 'price' | 'compareAt' | 'quantity' | 'image';

/** What others call a column, in lower case, the likeliest first. */
const otherNames: Record<Target, readonly string[]> = {
  title: ['product name', 'item name', 'name', 'post_title', 'product title', 'title'],
  body: ['product description', 'sales description', 'description', 'details'],
  type: ['category', 'categories', 'collection'],
  option1: ['size', 'variation', 'sizes', 'option value 1', 'attribute 1 value(s)'],
  price: ['selling price', 'meesho price', 'our price', 'regular price', 'price', 'sale price', 'rate'],
  compareAt: ['mrp', 'm.r.p.', 'list price'],
  quantity: ['stock', 'inventory', 'quantity', 'qty', 'opening stock'],
  image: ['photo', 'image', 'images', 'picture', 'image 1 (front)', 'image1', 'base_image', 'image_name', 'productimageurl'],
};

/** The columns that a sheet needs, and those that most shops want. */
const wanted = ['handle', 'title', 'type', 'option1Name', 'option1', 'price', 'quantity'] as const;

/** The names of a header in lower case, with their spelling there. */
const foldNames = (header: readonly string[]): Map<string, string> =>
  new Map(header.map((name) => [name.replace('\ufeff', '').trim().toLowerCase(), name.replace('\ufeff', '').trim()]));

const findSystem = (names: ReadonlyMap<string, string>): System | undefined =>
  systems.find(({ all, any }) => all.every((name) => names.has(name)) && (any?.some((name) => names.has(name)) ?? true));

/** Whether a file with these column names is the export of a system that has no format yet. */
export const isOtherSystem = (header: readonly string[]): boolean => findSystem(foldNames(header)) !== undefined;

/**
 * Says in one sentence what a file is whose columns are not those of an export for this shop, and what to do. Takes its column names, and
 * returns the end of a sentence.
 */
export function describeOtherFile(header: readonly string[]): string {
  const names = foldNames(header);
  const system = findSystem(names);
  const renamed = (Object.keys(otherNames) as Target[]).flatMap((column) => {
    const found = otherNames[column].find((name) => names.has(name));
    const target = columnNames[column][0];
    return found && found !== target.toLowerCase() ? [`"${names.get(found)}" to ${target}`] : [];
  });
  const what = system
    ? `the file is an export of ${system.name}, which cannot be read yet`
    : 'the file does not look like a Shopify product export';
  const rename = renamed.length > 0 ? ` (rename ${renamed.join(', ')})` : '';
  return `${what}: make it a sheet with one row for each size and the columns ${wanted.map((column) => columnNames[column][0]).join(', ')}${rename}, where Handle is a short name for the product’s web address, or fill in the sheet that "store template products.xlsx" writes`;
}

/** What the columns are that are read, as in ""Rate" → Price, "Photo" → Picture". */
export const describeMapping = ({ columns }: TableMapping): string =>
  columns.flatMap(({ column, is }) => (is === 'ignored' ? [] : [`"${column}" → ${targets[is].label}`])).join(', ');

/** Why a file of no known format is not imported, and what to do: a column, and the end of a sentence that starts with it. */
export function describeUnknownTable(table: Table): { column: string; reason: string } {
  const { mapping } = guessMapping(table);
  if (isOtherSystem(table.header) || findMappingProblem(mapping))
    return {
      column: new Columns(table.header).missing().join(', '),
      reason: `must be among the columns: ${describeOtherFile(table.header)}, or run it again with --map and say what each column is`,
    };
  return {
    column: 'columns',
    reason: `are of no known system, but look like ${describeMapping(mapping)}. Run it again with --map to check and import`,
  };
}
