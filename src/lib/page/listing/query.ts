import type { SortOrder } from '#lib/contract/catalogue.ts';
import { pageLink, readQuery } from '#lib/rules/routes/query.ts';

/** What an address of /shop asks for. Prices in rupees; categories and sizes as they were written. */
export interface Listing {
  search: string;
  categories: string[];
  sizes: string[];
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  inStock: boolean;
  outOfStock: boolean;
  /** '' leaves the order to the store: newest first, or best match for a search. */
  sort: SortOrder | '';
  page: number;
}

/** Reads an address; what makes no sense counts as not said, so that any address shows something. */
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

/** The address of a listing; parameters stand in one order and only when they say something. */
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

/** Whether search engines should keep the listing: all products or one category, unfiltered, in the usual order. */
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

/** A listing without filters, keeping what was searched for and the order. */
export const clearFilters = (listing: Listing): Listing => ({ ...emptyListing, search: listing.search, sort: listing.sort });
