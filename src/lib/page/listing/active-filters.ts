import type { SubCategory } from '#lib/contract/store.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatRupees } from '#lib/rules/money.ts';
import { colourFamily } from './colour-families.ts';
import { buildListingUrl, isOfOneCategory, type Listing } from './listing-url.ts';
import { findCategory } from './load-results.ts';

export interface ActiveFilter {
  label: string;
  removeUrl: string;
  /** Whether the heading says it: the search, or the only category. It counts as no filter. */
  isSubject?: true;
}

const rupees = (amount: number): string => formatRupees(amount.toFixed(2)).replace(/\.00$/, '');

/** "₹1,000 to ₹1,500", "From ₹1,500" or "Up to ₹1,000". Prices in rupees; at least one of them is given. */
export function labelPrices(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return t('{from} to {to}', { from: rupees(min), to: rupees(max) });
  return min !== undefined ? t('From {price}', { price: rupees(min) }) : t('Up to {price}', { price: rupees(max ?? 0) });
}

/** The name and the value of a fact such as `Fabric:Cotton`. */
export function splitFact(fact: string): [name: string, value: string] {
  const [name = '', ...value] = fact.split(':');
  return [name.trim(), value.join(':').trim()];
}

/** What a listing is restricted to, in the order of the filters. */
export function listActiveFilters(listing: Listing, categories: SubCategory[]): ActiveFilter[] {
  const { search, sizes, minPrice, maxPrice, colours, brands, minDiscount, facts } = listing;
  const chip = (label: string, changes: Partial<Listing>): ActiveFilter => ({
    label,
    removeUrl: buildListingUrl(listing, changes),
  });
  const without = (values: string[], removed: string) => values.filter((value) => value !== removed);
  return [
    ...(search ? [{ ...chip(`“${search}”`, { search: '' }), isSubject: true as const }] : []),
    ...listing.categories.map((category) => ({
      ...chip(findCategory(category, categories)?.name ?? category, { categories: without(listing.categories, category) }),
      ...(isOfOneCategory(listing) && { isSubject: true as const }),
    })),
    ...sizes.map((size) => chip(t('Size {size}', { size }), { sizes: without(sizes, size) })),
    ...(minPrice !== undefined || maxPrice !== undefined
      ? [chip(labelPrices(minPrice, maxPrice), { minPrice: undefined, maxPrice: undefined })]
      : []),
    ...colours.map((colour) => chip(colourFamily(colour).name, { colours: without(colours, colour) })),
    ...brands.map((brand) => chip(brand, { brands: without(brands, brand) })),
    ...(minDiscount !== undefined
      ? [chip(t('{percent}% off or more', { percent: minDiscount }), { minDiscount: undefined })]
      : []),
    ...(listing.inStock ? [chip(t('In stock'), { inStock: false })] : []),
    ...(listing.outOfStock ? [chip(t('Out of stock'), { outOfStock: false })] : []),
    ...facts.map((fact) => chip(splitFact(fact).join(': '), { facts: without(facts, fact) })),
  ];
}
