import { sql } from 'kysely';
import type { SortOrder } from '#lib/contract/catalogue.ts';

/** The ORDER BY of each sort order; ids break ties, so that no product is skipped between two pages. */
export const sortOrderSql: Record<SortOrder, ReturnType<typeof sql.raw>> = {
  newest: sql.raw('product.created_at DESC, product.id DESC'),
  price_asc: sql.raw('product.price, product.id'),
  price_desc: sql.raw('product.price DESC, product.id DESC'),
  name_asc: sql.raw('product.name COLLATE NOCASE, product.id'),
};

/** The order of a listing that asks for none. */
export const DEFAULT_SORT_ORDER: SortOrder = 'newest';
