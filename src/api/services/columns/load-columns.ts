import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { readRevisions } from '#api/database/catalogue-revision.ts';
import { foldCase } from '#api/database/fold-case.ts';
import { readListingStamp } from '#api/database/listing-changes.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { onSaleCondition } from '#api/services/filters/filters.ts';
import { sortOrderSql } from '#api/services/filters/sort-order.ts';
import { findRow } from './find-rows.ts';
import { GrowingColumn, type NumberColumn } from './growing-column.ts';
import { emptyCaches, type ProductColumns, packVariant, type StoredOrder } from './product-columns.ts';
import { readPacked } from './read-packed.ts';
import { SizeDictionary } from './size-dictionary.ts';
import { isInStock, selectSizedVariants } from './sized-variants.ts';

/** How many products each query reads: on SQLite it blocks the process for 2 to 5 ms. */
interface ChunkSizes {
  facts: number;
  order: number;
}

const CHUNK_SIZES: ChunkSizes = { facts: 2000, order: 8000 };

/** Thrown when the assortment has changed while it was read. */
class AssortmentChanged extends Error {}

/**
 * Pauses take half as long as the queries: requests are answered meanwhile, but those that are slow without columns should not have to
 * wait for longer than necessary.
 */
const PAUSE_SHARE = 0.5;

export interface LoadOptions {
  /** By default small ones. */
  chunks?: ChunkSizes;
  /** How long pauses between queries are, as a share of the time that a query takes. */
  pauseShare?: number;
}

/** Runs steps until one returns false, with pauses. */
async function runWithPauses(pauseShare: number, step: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const startedAt = performance.now();
    if (!(await step())) return;
    if (pauseShare > 0) await sleep((performance.now() - startedAt) * pauseShare, undefined, { ref: false });
  }
}

/** Reads all but the orders. */
async function loadFacts(db: Db, { chunks, pauseShare }: Required<LoadOptions>) {
  const [ids, prices, categories, inStock] = [
    new GrowingColumn(),
    new GrowingColumn(),
    new GrowingColumn(),
    new GrowingColumn(),
  ] as const;
  const [variantStart, variants] = [new GrowingColumn(), new GrowingColumn()] as const;
  const sizes = new SizeDictionary((size) => foldCase(db, size));
  const categoryCodes = new Map<number, number>();
  let after = 0;
  await runWithPauses(pauseShare, async () => {
    const chunk = db
      .selectFrom('product')
      .select(['id', 'sub_category_id', 'price', isInStock.as('in_stock')])
      .where(onSaleCondition)
      .where('id', '>', after)
      .orderBy('id')
      .limit(chunks.facts);
    const products = await readPacked(db, chunk, ['id', 'sub_category_id', 'price', 'in_stock']);
    const last = products.id.at(-1);
    if (last === undefined) return false;
    const ofChunk = selectSizedVariants(db).where('product_id', '>', after).where('product_id', '<=', last);
    const sized = await readPacked(db, ofChunk, ['product_id', 'product_variation', 'in_stock']);
    let next = 0;
    for (const [i, id] of products.id.entries()) {
      ids.push(id);
      prices.push(products.price[i] as number);
      const category = categoryCodes.get(products.sub_category_id[i] as number) ?? categoryCodes.size;
      categoryCodes.set(products.sub_category_id[i] as number, category);
      categories.push(category);
      inStock.push(products.in_stock[i] as number);
      variantStart.push(variants.length);
      // Variants of products that are not on sale are skipped.
      while ((sized.product_id[next] ?? Number.POSITIVE_INFINITY) < id) next++;
      for (; sized.product_id[next] === id; next++)
        variants.push(packVariant(sizes.add(sized.product_variation[next] as string), sized.in_stock[next] as number));
    }
    after = last;
    return true;
  });
  variantStart.push(variants.length);
  return {
    ids: ids.take(),
    prices: prices.take(),
    categories: categories.take(),
    categoryIds: [...categoryCodes.keys()],
    inStock: inStock.take(),
    variantStart: variantStart.take(),
    variants: variants.take(),
    sizes: sizes.toSizes(),
  };
}

/** The column that each order sorts by, before the id, and how later products compare with it. */
const sortKeys: Record<StoredOrder, { key: string; later: '<' | '>' }> = {
  newest: { key: 'product.created_at', later: '<' },
  price_asc: { key: 'product.price', later: '>' },
  name_asc: { key: 'product.name COLLATE NOCASE', later: '>' },
};

/** The last product of a chunk. */
interface Position {
  id: number;
  key: string | number;
}

/** Selects the next products in an order, along the index of that order. */
export function selectInOrder(db: Db, order: StoredOrder, after: Position | undefined, limit: number) {
  const { key, later } = sortKeys[order];
  const [column, compare] = [sql.raw(key), sql.raw(later)];
  return (
    db
      .selectFrom('product')
      .select('product.id')
      .where(onSaleCondition)
      // SQLite finds its place in the index of names by the first condition only.
      .$if(after !== undefined, (query) =>
        query
          .where(sql<boolean>`${column} ${compare}= ${after?.key}`)
          .where(sql<boolean>`(${column}, product.id) ${compare} (${after?.key}, ${after?.id})`),
      )
      .orderBy(sortOrderSql[order])
      .limit(limit)
  );
}

/** Reads the rows in an order. */
async function loadOrder(
  db: Db,
  ids: NumberColumn,
  order: StoredOrder,
  { chunks, pauseShare }: Required<LoadOptions>,
): Promise<NumberColumn> {
  const key = sql.raw<string | number>(sortKeys[order].key).as('key');
  const rows = new GrowingColumn();
  let last: Position | undefined;
  await runWithPauses(pauseShare, async () => {
    const { id: sorted } = await readPacked(db, selectInOrder(db, order, last, chunks.order), ['id']);
    for (const id of sorted) {
      const row = findRow(ids, id);
      if (row === undefined) throw new AssortmentChanged();
      rows.push(row);
    }
    const id = sorted.at(-1);
    if (id === undefined) return false;
    last = await db.selectFrom('product').select(['product.id', key]).where('id', '=', id).executeTakeFirst();
    if (!last) throw new AssortmentChanged();
    return true;
  });
  if (rows.length !== ids.length) throw new AssortmentChanged();
  return rows.take();
}

/**
 * Reads the columns in small queries with pauses, for seconds with a million products. Undefined when the assortment changes meanwhile, or
 * when a price or an id does not fit in 32 bits. The stock may then already be newer than `listing`.
 */
export async function loadColumns(
  db: Db,
  { chunks = CHUNK_SIZES, pauseShare = PAUSE_SHARE }: LoadOptions = {},
): Promise<ProductColumns | undefined> {
  const options = { chunks, pauseShare };
  const { assortment, listing, words } = await readRevisions(db);
  const stamp = await readListingStamp(db, listing);
  try {
    const facts = await loadFacts(db, options);
    const order = {
      newest: await loadOrder(db, facts.ids, 'newest', options),
      price_asc: await loadOrder(db, facts.ids, 'price_asc', options),
      name_asc: await loadOrder(db, facts.ids, 'name_asc', options),
    };
    if ((await readRevisions(db)).assortment !== assortment) return undefined;
    return { assortment, listing, stamp, words, ...facts, order, ...emptyCaches() };
  } catch (error) {
    if (error instanceof AssortmentChanged || error instanceof RangeError) return undefined;
    throw error;
  }
}
