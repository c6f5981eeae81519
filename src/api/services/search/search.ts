import type { Db } from '#api/database/schema/engine.ts';
import { listProducts } from '#api/services/catalogue/listing.ts';
import { DEFAULT_PAGE, type ListingPage, toListingPage } from '#api/services/catalogue/listing-page.ts';
import { getCurrentColumns } from '#api/services/columns/current-columns.ts';
import { buildFilterConditions, type ProductFilters, parseFilters } from '#api/services/filters/filters.ts';
import { PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';
import { readSearchMatches } from './column-matches.ts';
import { findPageInColumns } from './column-page.ts';
import { countSearchMatches, parseSearch } from './parse-search.ts';
import { findResultPage } from './ranking.ts';

/**
 * A page of the products that match a search text, best first: products of a sub-category that the text names, then by how well name,
 * brand, category, keywords and description match. An empty text lists everything.
 */
export async function searchCatalogue(
  db: Db,
  text: string,
  filters: ProductFilters = {},
  page = DEFAULT_PAGE,
): Promise<ListingPage> {
  if (!text.trim()) return listProducts(db, filters, page);
  const search = await parseSearch(db, text);
  if (!search) return toListingPage(db, [], 0, page);
  const { wordGroups, preferredSubCategories } = search;
  const parsed = await parseFilters(db, filters);
  const query = {
    cacheKey: [wordGroups, parsed],
    preferredSubCategories,
    sortBy: filters.sort_by || undefined,
    offset: (page - 1) * PRODUCTS_PER_PAGE,
  };
  const columns = filters.product_id ? undefined : await getCurrentColumns(db);
  if (columns) {
    const matches = await readSearchMatches(db, columns, wordGroups);
    const { ids, total } = findPageInColumns(columns, matches, parsed, query);
    return toListingPage(db, ids, total, page);
  }
  const counted = await countSearchMatches(db, wordGroups);
  const conditions = await buildFilterConditions(db, filters);
  const { ids, total } = await findResultPage(db, { wordGroups, ...counted, ...query, conditions });
  return toListingPage(db, ids, total, page);
}
