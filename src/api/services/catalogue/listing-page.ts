import type { Db } from '#api/database/schema/engine.ts';
import type { Product } from '#lib/contract/catalogue.ts';
import { PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';
import { findProductsById, type VariantDetail } from './read-products.ts';

/** Default of specification 9. */
export const DEFAULT_PAGE = 1;

export interface ListingPage {
  data: Product[];
  current_page: number;
  last_page: number;
  per_page: number;
  total: number;
}

/** Builds a page of the wire format from its ids. A page past the end is empty but has the right totals. */
export async function toListingPage(
  db: Db,
  ids: number[],
  total: number,
  page: number,
  detail: VariantDetail = 'listed',
): Promise<ListingPage> {
  return {
    data: await findProductsById(db, ids, detail),
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / PRODUCTS_PER_PAGE)),
    per_page: PRODUCTS_PER_PAGE,
    total,
  };
}

/** The page of a sorted list that begins at `offset`. */
export const slicePage = (ids: readonly number[], offset: number): number[] => ids.slice(offset, offset + PRODUCTS_PER_PAGE);
