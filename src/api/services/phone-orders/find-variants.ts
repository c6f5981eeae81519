import { type SqlBool, sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import { priceAt } from '#api/services/sales/sale-price.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { toRupees } from '#lib/rules/money.ts';

/** Most variants that a search shows. */
const MAX_SHOWN = 20;

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** Variants on sale: those that a name or SKU finds, or those with these ids in their order. */
export async function findVariantsOnSale(db: Db, by: { text: string } | { ids: readonly number[] }) {
  let query = db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'product.name', 'product_variation', 'variant.stock', 'variant.grams', 'variant.sku'])
    .select(priceAt(isoNow()).as('price'))
    .where('product.active', '=', 1)
    .where('variant.active', '=', 1)
    .orderBy('product.name')
    .orderBy('variant.id');
  if ('ids' in by) {
    if (by.ids.length === 0) return [];
    query = query.where('variant.id', 'in', by.ids);
  } else {
    if (by.text === '') return [];
    const pattern = `%${escapeLike(by.text.toLowerCase())}%`;
    query = query
      .where(sql<SqlBool>`(lower(product.name) LIKE ${pattern} ESCAPE '\\' OR lower(variant.sku) LIKE ${pattern} ESCAPE '\\')`)
      .where('variant.stock', '>', 0)
      .limit(MAX_SHOWN);
  }
  return query.execute();
}

/** A variant as the form of orders by phone shows it. */
export const describeVariant = ({
  id,
  name,
  product_variation,
  price,
  stock,
}: Awaited<ReturnType<typeof findVariantsOnSale>>[number]) => ({
  variant_id: id,
  product_name: name,
  product_variation,
  price: toRupees(price),
  stock,
});
