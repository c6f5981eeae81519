import { sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import { priceAt } from '#api/services/sales/sale-price.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { toRupees } from '#lib/rules/money.ts';
import { requireOrder } from './plan-edit.ts';

/** How many variants are found at most. */
const MAX_FOUND = 30;

/** Escapes what LIKE would read as a pattern. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Variants on sale by the seller of an order whose product's name or SKU has this text. Throws a `Refusal` (404) for an unknown order. */
export async function findVariantsToAdd(db: Db, orderNumber: string, text: string) {
  const { seller_id } = await requireOrder(db, orderNumber);
  if (text === '') return [];
  const pattern = `%${escapeLike(text.toLowerCase())}%`;
  const rows = await db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'product.name', 'product_variation', 'variant.stock', priceAt(isoNow()).as('price')])
    .where('product.seller_id', '=', seller_id)
    .where('product.active', '=', 1)
    .where('variant.active', '=', 1)
    .where('variant.stock', '>', 0)
    .where(sql<boolean>`(lower(product.name) LIKE ${pattern} ESCAPE '\\' OR lower(variant.sku) LIKE ${pattern} ESCAPE '\\')`)
    .orderBy('product.name')
    .orderBy('variant.id')
    .limit(MAX_FOUND)
    .execute();
  return rows.map(({ id, name, product_variation, stock, price }) => ({
    variant_id: id,
    product_name: name,
    product_variation,
    price: toRupees(price),
    stock,
  }));
}
