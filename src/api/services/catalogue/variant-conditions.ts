import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '#api/database/schema/tables.ts';

const eb = expressionBuilder<Tables, 'variant'>();

/** Matches variants on sale. A literal, because the partial indexes have this condition. */
export const variantOnSale: Expression<SqlBool> = eb('variant.active', '=', sql.lit(1));

/** Matches variants with a size; a product without a choice has one variant without. */
export const variantHasSize: Expression<SqlBool> = eb('variant.size', 'is not', null);

/** A variant's size, compared without case. */
export const variantSize = sql<string>`variant.size COLLATE NOCASE`;
