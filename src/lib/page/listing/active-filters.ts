import type { SortOrder } from '#lib/contract/catalogue.ts';
import type { SubCategory } from '#lib/contract/store.ts';
import { formatRupees } from '#lib/rules/money.ts';
import { buildListingUrl, type Listing } from './query.ts';
import { findCategory } from './results.ts';

/** An active filter, and the listing's URL without it. */
export interface ActiveFilter {
  label: string;
  removeUrl: string;
}

const rupees = (amount: number): string => formatRupees(amount.toFixed(2)).replace(/\.00$/, '');

function priceLabel({ minPrice, maxPrice }: Listing): string {
  if (minPrice !== undefined && maxPrice !== undefined) return `${rupees(minPrice)} to ${rupees(maxPrice)}`;
  return minPrice !== undefined ? `From ${rupees(minPrice)}` : `Up to ${rupees(maxPrice ?? 0)}`;
}

/** Lists each filter of a listing with the link that removes it. */
export function listActiveFilters(listing: Listing, categories: SubCategory[]): ActiveFilter[] {
  const chip = (label: string, changes: Partial<Listing>): ActiveFilter => ({
    label,
    removeUrl: buildListingUrl(listing, changes),
  });
  const without = (values: string[], removed: string) => values.filter((value) => value !== removed);
  return [
    ...(listing.search ? [chip(`“${listing.search}”`, { search: '' })] : []),
    ...listing.categories.map((category) =>
      chip(findCategory(category, categories)?.name ?? category, { categories: without(listing.categories, category) }),
    ),
    ...listing.sizes.map((size) => chip(`Size ${size}`, { sizes: without(listing.sizes, size) })),
    ...(listing.minPrice !== undefined || listing.maxPrice !== undefined
      ? [chip(priceLabel(listing), { minPrice: undefined, maxPrice: undefined })]
      : []),
    ...(listing.inStock ? [chip('In stock', { inStock: false })] : []),
    ...(listing.outOfStock ? [chip('Out of stock', { outOfStock: false })] : []),
  ];
}

/** Sort options with their labels; a search adds "Best match" as the default. */
export const listSortOptions = (listing: Listing): { value: SortOrder | ''; label: string }[] => [
  ...(listing.search ? [{ value: '' as const, label: 'Best match' }] : []),
  { value: listing.search ? 'newest' : '', label: 'Newest first' },
  { value: 'price_asc', label: 'Price: low to high' },
  { value: 'price_desc', label: 'Price: high to low' },
  { value: 'name_asc', label: 'Name: A to Z' },
];

/** Page numbers for the pagination: first, last, and those around the current page; 0 marks a gap. */
export function listPageNumbers(current: number, last: number): number[] {
  const near = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(near)].sort((a, b) => a - b);
  return pages.flatMap((page, i) => (i > 0 && page - (pages[i - 1] ?? 0) > 1 ? [0, page] : [page]));
}
