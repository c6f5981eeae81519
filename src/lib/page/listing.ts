import { type SortOrder, sortOrders } from '../contract/catalogue.ts';
import { MAX_SEARCH } from '../contract/limits.ts';

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

const MAX_CHOICES = 40;

/** Values of a repeated or comma-joined parameter, each once. */
function list(query: URLSearchParams, name: string): string[] {
  const seen = new Map<string, string>();
  for (const value of query.getAll(name).flatMap((part) => part.split(','))) {
    const word = value.trim().slice(0, MAX_SEARCH);
    if (word && seen.size < MAX_CHOICES && !seen.has(word.toLowerCase())) seen.set(word.toLowerCase(), word);
  }
  return [...seen.values()];
}

function price(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)?.trim() ?? '';
  return /^\d{1,9}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined;
}

/** Reads an address; what makes no sense counts as not said, so that any address shows something. */
export function readListing(query: URLSearchParams): Listing {
  const page = query.get('page') ?? '';
  const sort = query.get('sort_by') ?? '';
  const [minPrice, maxPrice] = inOrder(price(query, 'min_price'), price(query, 'max_price'));
  return {
    search: (query.get('search') ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_SEARCH),
    categories: list(query, 'categories'),
    sizes: list(query, 'size'),
    minPrice,
    maxPrice,
    inStock: query.get('in_stock') === '1',
    outOfStock: query.get('out_of_stock') === '1',
    sort: sortOrders.find((order) => order === sort) ?? '',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

const inOrder = (low?: number, high?: number) =>
  low !== undefined && high !== undefined && low > high ? [high, low] : [low, high];

/** The address of a listing; parameters stand in one order and only when they say something. */
export function listingLink(listing: Listing, changes: Partial<Listing> = {}): string {
  const wanted = { ...listing, page: 1, ...changes };
  const query = new URLSearchParams();
  const put = (name: string, value: string | number | undefined) => value && query.set(name, String(value));
  put('search', wanted.search);
  put('page', wanted.page > 1 ? wanted.page : '');
  put('categories', wanted.categories.join(',').toLowerCase());
  put('size', wanted.sizes.join(','));
  if (wanted.minPrice !== undefined) query.set('min_price', String(wanted.minPrice));
  if (wanted.maxPrice !== undefined) query.set('max_price', String(wanted.maxPrice));
  put('in_stock', wanted.inStock ? 1 : '');
  put('out_of_stock', wanted.outOfStock ? 1 : '');
  put('sort_by', wanted.sort);
  const text = query.toString().replaceAll('%2C', ',');
  return text ? `/shop?${text}` : '/shop';
}

/** Whether search engines should keep the listing: all products or one category, unfiltered, in the usual order. */
export const isPlain = (listing: Listing): boolean =>
  listingLink(listing) === listingLink({ ...emptyListing, categories: listing.categories }) && listing.categories.length <= 1;

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
export const unfiltered = (listing: Listing): Listing => ({ ...emptyListing, search: listing.search, sort: listing.sort });
