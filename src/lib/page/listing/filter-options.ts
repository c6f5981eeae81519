import type { Facets } from '#lib/contract/catalogue.ts';
import type { SubCategory } from '#lib/contract/store.ts';
import { formatNumber, toListItem } from '#lib/rules/text.ts';
import type { Listing } from './listing-url.ts';
import { findCategory } from './load-results.ts';

export interface FilterOption {
  label: string;
  value: string;
  isSelected: boolean;
  /** Number of products it leaves; undefined when the store sends no facets. */
  count?: number | undefined;
  /** Whether it leaves more than `count`. */
  more?: boolean | undefined;
}

/** The count of an option as far as it is known: of no counted product, it is not where more products match than are counted. */
export function optionCount(
  facets: Facets | undefined,
  group: NonNullable<Facets['more']>[number],
  count = 0,
): Pick<FilterOption, 'count' | 'more'> {
  const more = facets?.more?.includes(group) === true;
  return { count: facets && !(more && count === 0) ? count : undefined, ...(more && { more }) };
}

export function listCategoryOptions(listing: Listing, categories: SubCategory[], facets?: Facets): FilterOption[] {
  const selected = new Set(listing.categories.map((category) => findCategory(category, categories)));
  const counts = new Map(facets?.sub_categories.map(({ id, count }) => [id, count]));
  return categories.map((category) => ({
    label: category.name,
    value: toListItem(category.name.toLowerCase()),
    isSelected: selected.has(category),
    ...(category.id !== undefined && optionCount(facets, 'sub_categories', counts.get(category.id))),
  }));
}

/** Sizes that a listing offers as options; further ones can be typed. It keeps a page of thousands of sizes light. */
export const MAX_SIZE_OPTIONS = 50;

/** Leaves the options that are selected, and of the others those that the most products have, in their order. */
function limitOptions(options: FilterOption[], max: number): FilterOption[] {
  if (options.length <= max) return options;
  const weight = ({ isSelected, count = 0 }: FilterOption): number => (isSelected ? Number.POSITIVE_INFINITY : count);
  const kept = new Set(options.toSorted((a, b) => (weight(a) === weight(b) ? 0 : weight(b) - weight(a))).slice(0, max));
  return options.filter((option) => kept.has(option));
}

/** Size options, at most `MAX_SIZE_OPTIONS`. A selected size is listed even if no product has it, so that it can be removed. */
export function listSizeOptions(listing: Listing, sizes: string[], facets?: Facets): FilterOption[] {
  const selected = new Set(listing.sizes.map((size) => size.toLowerCase()));
  const counts = new Map(facets?.sizes.map(({ size, count }) => [size.toLowerCase(), count]));
  const available = new Map(sizes.map((size) => [size.toLowerCase(), size]));
  for (const size of listing.sizes) if (!available.has(size.toLowerCase())) available.set(size.toLowerCase(), size);
  const options = [...available].map(([key, size]) => ({
    label: size,
    value: toListItem(size),
    isSelected: selected.has(key),
    ...optionCount(facets, 'sizes', counts.get(key)),
  }));
  return limitOptions(options, MAX_SIZE_OPTIONS);
}

/** Price range of the listing in whole rupees, such as "1,299", as placeholders of the price fields. */
export function formatPriceHints({ price }: Partial<Facets> = {}): { from?: string; to?: string } {
  if (!price) return {};
  return { from: formatNumber(Math.floor(Number(price.min))), to: formatNumber(Math.ceil(Number(price.max))) };
}
