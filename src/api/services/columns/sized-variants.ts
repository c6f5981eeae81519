import type { Db } from '#api/database/schema/engine.ts';
import { variantHasSize, variantOnSale } from '#api/services/catalogue/variant-conditions.ts';

/** Selects the variants on sale with a size, by product. */
export const selectSizedVariants = (db: Db) =>
  db
    .selectFrom('variant')
    .select(['product_id', 'product_variation', 'stock'])
    .where(variantOnSale)
    .where(variantHasSize)
    .orderBy('product_id');
