import type { SortOrder } from '#lib/contract/catalogue.ts';
import type { Listing } from './listing-url.ts';

/** Sort options with their labels; a search adds "Best match" as the default. */
export const listSortOptions = (listing: Listing): { value: SortOrder | ''; label: string }[] => [
  ...(listing.search ? [{ value: '' as const, label: 'Best match' }] : []),
  { value: listing.search ? 'newest' : '', label: 'Newest first' },
  { value: 'price_asc', label: 'Price: low to high' },
  { value: 'price_desc', label: 'Price: high to low' },
  { value: 'name_asc', label: 'Name: A to Z' },
];
