import type { SortOrder } from '#lib/contract/catalogue.ts';
import { pageLink, readQuery } from '#lib/rules/routes/query.ts';

/** Filters, sort order and page of a /shop URL. Prices in rupees; categories and sizes as written in the URL. */
export interface Listing {
  search: string;
  categories: string[];
  sizes: string[];
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  inStock: boolean;
  outOfStock: boolean;
  /** '' is the store's default order: newest first, or best match for a search. */
  sort: SortOrder | '';
  page: number;
}

/** Parses the query of a /shop URL; invalid values are ignored. */
export function readListing(query: URLSearchParams): Listing {
  const asked = readQuery('/shop', query);
  const [minPrice, maxPrice] = inOrder(asked.min_price, asked.max_price);
  return {
    search: asked.search ?? '',
    categories: asked.categories ?? [],
    sizes: asked.size ?? [],
    minPrice,
    maxPrice,
    inStock: asked.in_stock ?? false,
    outOfStock: asked.out_of_stock ?? false,
    sort: asked.sort_by ?? '',
    page: asked.page ?? 1,
  };
}

const inOrder = (low?: number, high?: number) =>
  low !== undefined && high !== undefined && low > high ? [high, low] : [low, high];

/** Builds the canonical URL of a listing: parameters in a fixed order, defaults left out. */
export function buildListingLink(listing: Listing, changes: Partial<Listing> = {}): string {
  const wanted = { ...listing, page: 1, ...changes };
  return pageLink('/shop', {
    search: wanted.search,
    page: wanted.page,
    categories: wanted.categories.map((word) => word.toLowerCase()),
    size: wanted.sizes,
    min_price: wanted.minPrice,
    max_price: wanted.maxPrice,
    in_stock: wanted.inStock || undefined,
    out_of_stock: wanted.outOfStock || undefined,
    sort_by: wanted.sort || undefined,
  });
}

/** Whether search engines may index the listing: all products or one category, no filters, default order. */
export const isIndexable = (listing: Listing): boolean =>
  buildListingLink(listing) === buildListingLink({ ...emptyListing, categories: listing.categories }) &&
  listing.categories.length <= 1;

export const emptyListing: Listing = {
  search: '',
  categories: [],
  sizes: [],
  inStock: false,
  outOfStock: false,
  sort: '',
  page: 1,
};

/** Removes all filters; keeps the search and the sort order. */
export const clearFilters = (listing: Listing): Listing => ({ ...emptyListing, search: listing.search, sort: listing.sort });
