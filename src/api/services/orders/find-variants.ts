import { type SqlBool, sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import { priceAt } from '#api/services/sales/sale-price.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { toRupees } from '#lib/rules/money.ts';
import { requireOrder } from './find-order.ts';

/** Most variants that can be added to an order which a search finds. */
const MAX_FOUND = 30;

/** Variants in stock whose product's name or SKU has a text, at most so many, of one seller or of all; or variants by their ids. */
type Wanted = { text: string; most: number; sellerId?: number } | { ids: readonly number[] };

/** Variants on sale, by the names of their products. */
export async function findVariantsOnSale(db: Db, wanted: Wanted) {
  let query = db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'product.name', 'product_variation', 'variant.stock', 'variant.grams', 'variant.sku'])
    .select(priceAt(isoNow()).as('price'))
    .where('product.active', '=', 1)
    .where('variant.active', '=', 1)
    .orderBy('product.name')
    .orderBy('variant.id');
  if ('ids' in wanted) return query.where('variant.id', 'in', wanted.ids).execute();
  const { text, most, sellerId } = wanted;
  if (text === '') return [];
  if (sellerId !== undefined) query = query.where('product.seller_id', '=', sellerId);
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return query
    .where(sql<SqlBool>`(lower(product.name) LIKE ${pattern} ESCAPE '\\' OR lower(variant.sku) LIKE ${pattern} ESCAPE '\\')`)
    .where('variant.stock', '>', 0)
    .limit(most)
    .execute();
}

type Found = Awaited<ReturnType<typeof findVariantsOnSale>>[number];

/** A variant as forms show it. */
export const describeVariant = ({ id, name, product_variation, price, stock }: Found) => ({
  ...{ variant_id: id, product_name: name, product_variation, price: toRupees(price), stock },
});

/** Variants of the seller of an order that a text finds, to be added to it. Throws a `Refusal` (404) for an unknown order. */
export async function findVariantsToAdd(db: Db, orderNumber: string, text: string) {
  const { seller_id: sellerId } = await requireOrder(db, orderNumber);
  return (await findVariantsOnSale(db, { text, most: MAX_FOUND, sellerId })).map(describeVariant);
}
