import type { Db } from '#api/database/schema/engine.ts';
import { findProductsById, type VariantDetail } from '#api/services/catalogue/read-products.ts';
import type { Facets, Product } from '#lib/contract/catalogue.ts';
import { MAX_COUNTED, PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';
import { readFacets } from './facets.ts';
import { type ProductQuery, readMatches } from './matches.ts';
import { type ProductFilters, parseFilters } from './parse-filters.ts';
import { parseSearch } from './parse-search.ts';
import { readSubCategorySizes, type SubCategorySizes } from './sizes.ts';
import { findNearTerms } from './spelling.ts';

/** Finds products: the only file of this folder for others to import. See the README for what matches, how it is ranked and what is bounded. */

export interface ProductRequest extends ProductFilters {
  search?: string | undefined;
}

/** A page of the wire format. */
export interface ListedProducts {
  data: Product[];
  current_page: number;
  /** Of the products that are counted; there may be further pages when there are more. */
  last_page: number;
  per_page: number;
  /** At most `MAX_COUNTED`. */
  total: number;
  /** Whether there are more products than `total`. */
  more?: true;
  /** A word to search for instead, where no word of the search is known. */
  correction?: string;
}

/** Default of the specification (limits). */
const DEFAULT_PAGE = 1;

/** Parses a request; undefined when no word of its search is known. */
async function parseRequest(db: Db, { search: text = '', ...filters }: ProductRequest): Promise<ProductQuery | undefined> {
  const search = text.trim() ? await parseSearch(db, text) : undefined;
  if (text.trim() && !search) return undefined;
  return { filters: await parseFilters(db, filters), search, order: filters.sort_by || undefined };
}

/** A word near to a search without known words, as a product spells it: the index has words without their endings. */
async function findCorrection(db: Db, text: string): Promise<string | undefined> {
  for (const term of await findNearTerms(db, text)) {
    const [product] = (await findProducts(db, { search: term })).data;
    const words = [product?.name, product?.sub_category.sub_category_name, product?.brand].join(' ').toLowerCase();
    const word = words.match(/\p{L}+/gu)?.find((one) => one.startsWith(term));
    if (word) return word;
  }
  return undefined;
}

/** A page of the products on sale that match, the newest or best first by default. A page past the end is empty but has the right totals. */
export async function findProducts(
  db: Db,
  request: ProductRequest,
  page = DEFAULT_PAGE,
  detail: VariantDetail = 'listed',
): Promise<ListedProducts> {
  const query = await parseRequest(db, request);
  const part = { offset: (page - 1) * PRODUCTS_PER_PAGE, limit: PRODUCTS_PER_PAGE };
  const { ids, counted } = query ? await readMatches(db, query, part) : { ids: [], counted: 0 };
  const total = Math.min(counted, MAX_COUNTED);
  const correction = query ? undefined : await findCorrection(db, request.search ?? '');
  return {
    data: await findProductsById(db, ids, detail),
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / PRODUCTS_PER_PAGE)),
    per_page: PRODUCTS_PER_PAGE,
    total,
    ...(counted > MAX_COUNTED && { more: true }),
    ...(correction && { correction }),
  };
}

const emptyFacets: Facets = { sub_categories: [], sizes: [], in_stock: 0, out_of_stock: 0, price: null };

/** Counts the products of each filter option. */
export async function countFacets(db: Db, request: ProductRequest): Promise<Facets> {
  const query = await parseRequest(db, request);
  return query ? readFacets(db, query) : emptyFacets;
}

/** The newest products on sale. */
export async function listNewestProducts(db: Db, limit: number): Promise<Product[]> {
  const query = { filters: await parseFilters(db, {}), search: undefined, order: undefined };
  return findProductsById(db, (await readMatches(db, query, { offset: 0, limit })).ids);
}

/** The sizes of products on sale, by sub-category (ids or names); an empty list selects every sub-category. */
export const listSubCategorySizes = (db: Db, subCategories: readonly (string | number)[]): Promise<SubCategorySizes[]> =>
  readSubCategorySizes(db, subCategories);
