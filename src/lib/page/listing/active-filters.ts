import type { SubCategory } from '#lib/contract/store.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatRupees } from '#lib/rules/money.ts';
import { buildListingUrl, type Listing } from './listing-url.ts';
import { findCategory } from './load-results.ts';

export interface ActiveFilter {
  label: string;
  removeUrl: string;
}

const rupees = (amount: number): string => formatRupees(amount.toFixed(2)).replace(/\.00$/, '');

function priceLabel({ minPrice, maxPrice }: Listing): string {
  if (minPrice !== undefined && maxPrice !== undefined)
    return t('{from} to {to}', { from: rupees(minPrice), to: rupees(maxPrice) });
  return minPrice !== undefined
    ? t('From {price}', { price: rupees(minPrice) })
    : t('Up to {price}', { price: rupees(maxPrice ?? 0) });
}

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
    ...listing.sizes.map((size) => chip(t('Size {size}', { size }), { sizes: without(listing.sizes, size) })),
    ...(listing.minPrice !== undefined || listing.maxPrice !== undefined
      ? [chip(priceLabel(listing), { minPrice: undefined, maxPrice: undefined })]
      : []),
    ...(listing.inStock ? [chip(t('In stock'), { inStock: false })] : []),
    ...(listing.outOfStock ? [chip(t('Out of stock'), { outOfStock: false })] : []),
  ];
}
