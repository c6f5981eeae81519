import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { readRevisions } from '#api/database/catalogue-revision.ts';
import { foldCase } from '#api/database/fold-case.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { onSaleCondition } from '#api/services/catalogue/filters.ts';
import { sortOrderSql } from '#api/services/catalogue/sort-order.ts';
import { GrowingColumn } from './growing-column.ts';
import { MatchCache } from './match-cache.ts';
import { findRow, type ProductColumns, packVariant, type StoredOrder } from './product-columns.ts';
import { SizeDictionary } from './size-dictionary.ts';
import { selectSizedVariants } from './sized-variants.ts';

/** Products per query. A query on SQLite blocks the process. */
const CHUNK = 1000;
/** Sorted products per query. */
const SORTED_CHUNK = 4000;

/** Thrown when the assortment has changed while it was read. */
class AssortmentChanged extends Error {}

/** Runs steps until one returns false, and waits after each as long as it took, so that requests are answered meanwhile. */
async function runWithPauses(step: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const startedAt = performance.now();
    if (!(await step())) return;
    await sleep(performance.now() - startedAt, undefined, { ref: false });
  }
}

/** Reads all but the orders. */
async function loadFacts(db: Db) {
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
  await runWithPauses(async () => {
    const products = await db
      .selectFrom('product')
      .select(['id', 'sub_category_id', 'price', 'stock'])
      .where(onSaleCondition)
      .where('id', '>', after)
      .orderBy('id')
      .limit(CHUNK)
      .execute();
    const last = products.at(-1);
    if (!last) return false;
    const sized = await selectSizedVariants(db).where('product_id', '>', after).where('product_id', '<=', last.id).execute();
    let next = 0;
    for (const { id, sub_category_id, price, stock } of products) {
      ids.push(id);
      prices.push(price);
      const category = categoryCodes.get(sub_category_id) ?? categoryCodes.size;
      categoryCodes.set(sub_category_id, category);
      categories.push(category);
      inStock.push(stock > 0 ? 1 : 0);
      variantStart.push(variants.length);
      // Variants of products that are not on sale are skipped.
      while ((sized[next]?.product_id ?? Number.POSITIVE_INFINITY) < id) next++;
      for (let variant = sized[next]; variant?.product_id === id; variant = sized[++next])
        variants.push(packVariant(sizes.add(variant.product_variation), variant.stock));
    }
    after = last.id;
    return true;
  });
  variantStart.push(variants.length);
  return {
    ids: ids.toArray(),
    prices: prices.toArray(),
    categories: categories.toArray(),
    categoryIds: [...categoryCodes.keys()],
    inStock: Uint8Array.from(inStock.toArray()),
    variantStart: variantStart.toArray(),
    variants: variants.toArray(),
    sizes: sizes.toCodes(),
  };
}

/** The column that each order sorts by, before the id, and how later products compare with it. */
const sortKeys: Record<StoredOrder, { key: string; later: '<' | '>' }> = {
  newest: { key: 'product.created_at', later: '<' },
  price_asc: { key: 'product.price', later: '>' },
  name_asc: { key: 'product.name COLLATE NOCASE', later: '>' },
};

/** Reads the rows in an order, along the index of that order. */
async function loadOrder(db: Db, ids: Uint32Array, order: StoredOrder): Promise<Uint32Array> {
  const { key, later } = sortKeys[order];
  const column = sql.raw<string | number>(key);
  const rows = new GrowingColumn();
  let last: { id: number; key: string | number } | undefined;
  await runWithPauses(async () => {
    const products = await db
      .selectFrom('product')
      .select(['product.id', column.as('key')])
      .where(onSaleCondition)
      .$if(last !== undefined, (query) =>
        query.where(sql<boolean>`(${column}, product.id) ${sql.raw(later)} (${last?.key}, ${last?.id})`),
      )
      .orderBy(sortOrderSql[order])
      .limit(SORTED_CHUNK)
      .execute();
    for (const { id } of products) {
      const row = findRow(ids, id);
      if (row === undefined) throw new AssortmentChanged();
      rows.push(row);
    }
    last = products.at(-1);
    return last !== undefined;
  });
  if (rows.length !== ids.length) throw new AssortmentChanged();
  return rows.toArray();
}

/**
 * Reads the columns in small queries with pauses, for seconds with a million products. Undefined when the assortment changes meanwhile, or
 * when a price or an id does not fit in 32 bits. The stock may then already be newer than `listing`.
 */
export async function loadColumns(db: Db): Promise<ProductColumns | undefined> {
  const { assortment, listing } = await readRevisions(db);
  try {
    const facts = await loadFacts(db);
    const order = {
      newest: await loadOrder(db, facts.ids, 'newest'),
      price_asc: await loadOrder(db, facts.ids, 'price_asc'),
      name_asc: await loadOrder(db, facts.ids, 'name_asc'),
    };
    if ((await readRevisions(db)).assortment !== assortment) return undefined;
    const caches = { totals: { ofAssortment: new Map(), byStock: new Map() }, matches: new MatchCache() };
    return { assortment, listing, ...facts, order, ...caches };
  } catch (error) {
    if (error instanceof AssortmentChanged || error instanceof RangeError) return undefined;
    throw error;
  }
}
