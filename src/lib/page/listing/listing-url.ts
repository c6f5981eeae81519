import type { SortOrder } from '#lib/contract/listing/filters.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { pageUrl, readQuery } from '#lib/rules/routes/query.ts';
import { isStaticSite } from '#lib/rules/static-site.ts';
import { foldName } from '#lib/rules/text.ts';

/** Filters, sort order and page of a /shop URL. Prices in rupees; categories, sizes, brands and facts as written in the URL. */
export interface Listing {
  search: string;
  categories: string[];
  sizes: string[];
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  /** Families of colours, in lower case. */
  colours: string[];
  brands: string[];
  /** The least discount on the MRP, in percent. */
  minDiscount?: number | undefined;
  /** Facts of products, such as `Fabric:Cotton`. */
  facts: string[];
  inStock: boolean;
  outOfStock: boolean;
  /** '' is the store's default order: newest first, or best match for a search. */
  sort: SortOrder | '';
  page: number;
}

/** Parses the query of a /shop URL; invalid values are ignored. */
export function readListing(query: URLSearchParams): Listing {
  const params = readQuery('/shop', query);
  const [minPrice, maxPrice] = sortPriceRange(params.min_price, params.max_price);
  return {
    search: params.search ?? '',
    categories: params.categories ?? [],
    sizes: params.size ?? [],
    minPrice,
    maxPrice,
    colours: params.colour?.map(foldName) ?? [],
    brands: params.brand ?? [],
    minDiscount: params.min_discount,
    facts: params.fact ?? [],
    inStock: params.in_stock ?? false,
    outOfStock: params.out_of_stock ?? false,
    sort: params.sort_by ?? '',
    page: params.page ?? 1,
  };
}

const sortPriceRange = (low?: number, high?: number) =>
  low !== undefined && high !== undefined && low > high ? [high, low] : [low, high];

/** Builds the canonical URL of a listing: parameters in a fixed order, defaults left out. */
export function buildListingUrl(listing: Listing, changes: Partial<Listing> = {}): string {
  const target = { ...listing, page: 1, ...changes };
  return pageUrl('/shop', {
    search: target.search,
    page: target.page,
    categories: target.categories.map((category) => category.toLowerCase()),
    size: target.sizes,
    min_price: target.minPrice,
    max_price: target.maxPrice,
    colour: target.colours,
    brand: target.brands,
    min_discount: target.minDiscount,
    fact: target.facts,
    in_stock: target.inStock || undefined,
    out_of_stock: target.outOfStock || undefined,
    sort_by: target.sort || undefined,
  });
}

/** Canonical URL of a category's listing, which is its link where each category has a page of its own. */
export const categoryUrl = (name: string): string =>
  isStaticSite ? paths.category(name) : buildListingUrl({ ...emptyListing, categories: [name] });

/** Canonical URL of a listing that search engines may index; `category` is the name of its category, if it has one. */
export const indexedUrl = (listing: Listing, page: number, category: string): string =>
  isStaticSite && category && page === 1 ? categoryUrl(category) : buildListingUrl(listing, { page });

/** Whether search engines may index the listing: all products or one category, no filters, default order. */
export const isIndexable = (listing: Listing): boolean =>
  buildListingUrl(listing) === buildListingUrl({ ...emptyListing, categories: listing.categories }) &&
  listing.categories.length <= 1;

export const emptyListing: Listing = {
  search: '',
  categories: [],
  sizes: [],
  colours: [],
  brands: [],
  facts: [],
  inStock: false,
  outOfStock: false,
  sort: '',
  page: 1,
};

/** Removes all filters; keeps the search and the sort order. */
export const clearFilters = (listing: Listing): Listing => ({ ...emptyListing, search: listing.search, sort: listing.sort });

/** Whether the heading is the name of the only category. */
export const isOfOneCategory = ({ search, categories }: Listing): boolean => !search && categories.length === 1;

/** As `clearFilters`, but keeps what the heading says. */
export const clearToSubject = (listing: Listing): Listing => ({
  ...clearFilters(listing),
  categories: isOfOneCategory(listing) ? listing.categories : [],
});
