import { sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import { variantHasSize, variantOnSale } from '#api/services/filters/variant-conditions.ts';

/** 1 for a product or variant in stock, else 0. */
export const isInStock = sql<number>`CASE WHEN stock > 0 THEN 1 ELSE 0 END`;

/** Selects the variants on sale with a size, by product. */
export const selectSizedVariants = (db: Db) =>
  db
    .selectFrom('variant')
    .select(['product_id', 'product_variation', isInStock.as('in_stock')])
    .where(variantOnSale)
    .where(variantHasSize)
    .orderBy('product_id');
