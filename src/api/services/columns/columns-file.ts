import type { Engine } from '#api/database/schema/engine.ts';
import { readArrayFile, readArrayFileHeader, writeArrayFile } from './array-file.ts';
import type { NumberColumn } from './growing-column.ts';
import { emptyCaches, type ProductColumns } from './product-columns.ts';
import { SizeDictionary, type Sizes } from './size-dictionary.ts';

/** Change it when the columns get another meaning: files with another one are not read. */
const SIGNATURE = 'haat-columns-3\n';

const columnNames = ['ids', 'prices', 'categories', 'inStock', 'variantStart', 'variants'] as const;
const orderNames = ['newest', 'price_asc', 'name_asc'] as const;

/** Columns of which it is known to which history of the database they belong. */
export type StampedColumns = ProductColumns & { stamp: string };

interface Header {
  engine: Engine;
  assortment: number;
  listing: number;
  stamp: string;
  words: number;
  categoryIds: number[];
  codes: [string, number][];
  spellings: Sizes['spellings'];
}

/** Writes columns to a file, which is replaced as a whole. */
export function writeColumns(path: string, columns: StampedColumns, engine: Engine): Promise<void> {
  const { assortment, listing, stamp, words, categoryIds, sizes, order } = columns;
  // Sales change these two in place while the file is written.
  const copied = { inStock: columns.inStock.slice(), variants: columns.variants.slice() };
  const arrays = [...columnNames.map((name) => ({ ...columns, ...copied })[name]), ...orderNames.map((name) => order[name])];
  const header: Header = {
    engine,
    assortment,
    listing,
    stamp,
    words,
    categoryIds: [...categoryIds],
    codes: [...sizes.codes],
    spellings: sizes.spellings,
  };
  return writeArrayFile(path, SIGNATURE, header, arrays);
}

/** Reads the stamp of the columns in a file; undefined when there is none. */
export const readFileStamp = async (path: string): Promise<string | undefined> =>
  (await readArrayFileHeader<Header>(path, SIGNATURE))?.stamp;

/**
 * Reads columns from a file that `writeColumns` wrote. Undefined when it is from another engine, another version of this format or another
 * kind of machine, or when it is damaged; some damages reject.
 */
export async function readColumns(
  path: string,
  engine: Engine,
  foldCase: (size: string) => string,
): Promise<ProductColumns | undefined> {
  const found = await readArrayFile<Header>(path, SIGNATURE, (header) => header.engine === engine);
  if (!found) return undefined;
  const { header, arrays } = found;
  const { assortment, listing, stamp, words, categoryIds } = header;
  const named = Object.fromEntries(columnNames.map((name, i) => [name, arrays[i]]));
  const orders = Object.fromEntries(orderNames.map((name, i) => [name, arrays[columnNames.length + i]]));
  const sizes = new SizeDictionary(foldCase, { codes: new Map(header.codes), spellings: header.spellings }).toSizes();
  return {
    ...(named as Record<(typeof columnNames)[number], NumberColumn>),
    ...{ assortment, listing, stamp, words, categoryIds, sizes },
    order: orders as ProductColumns['order'],
    ...emptyCaches(),
  };
}
