import type { Facets } from '#lib/contract/catalogue.ts';
import type { SubCategory } from '#lib/contract/store.ts';
import { t } from '#lib/contract/text/t.ts';
import { foldName, formatNumber, toListItem } from '#lib/rules/text.ts';
import { labelPrices, splitFact } from './active-filters.ts';
import { colourFamily } from './colour-families.ts';
import { buildListingUrl, type Listing } from './listing-url.ts';
import { findCategory } from './load-results.ts';

export interface FilterOption {
  label: string;
  value: string;
  isSelected: boolean;
  /** Number of products it leaves; undefined when the store sends no facets. */
  count?: number | undefined;
  /** Whether it leaves more than `count`. */
  more?: boolean | undefined;
  /** Colours of the dot before its label. */
  dot?: string[] | undefined;
}

/**
 * The options of a group that lead somewhere: those with products or unknown counts, and chosen ones, which can be removed. None where there would be
 * nothing to choose.
 */
export function usefulOptions(options: FilterOption[]): FilterOption[] {
  const useful = options.filter(({ isSelected, count }) => isSelected || count !== 0);
  return useful.length > 1 || useful.some(({ isSelected }) => isSelected) ? useful : [];
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

/** Options of the values that a store counts, and of chosen ones that it does not. */
function listCounted(
  chosen: string[],
  counted: { value: string; count: number }[],
  facets: Facets | undefined,
  group: NonNullable<Facets['more']>[number],
): FilterOption[] {
  const selected = new Set(chosen.map(foldName));
  const known = new Set(counted.map(({ value }) => foldName(value)));
  const others = chosen.filter((value) => !known.has(foldName(value))).map((value) => ({ value, count: 0 }));
  const options = [...counted, ...others].map(({ value, count }) => ({
    label: value,
    value: toListItem(value),
    isSelected: selected.has(foldName(value)),
    ...optionCount(facets, group, count),
  }));
  return usefulOptions(limitOptions(options, MAX_SIZE_OPTIONS));
}

export const listColourOptions = (listing: Listing, facets?: Facets): FilterOption[] =>
  listCounted(
    listing.colours,
    (facets?.colours ?? []).map(({ colour, count }) => ({ value: colour, count })),
    facets,
    'colours',
  ).map((option) => ({ ...option, label: colourFamily(option.value).name, dot: colourFamily(option.value).dot }));

export const listBrandOptions = (listing: Listing, facets?: Facets): FilterOption[] =>
  listCounted(
    listing.brands,
    (facets?.brands ?? []).map(({ brand, count }) => ({ value: brand, count })),
    facets,
    'brands',
  );

/** "20% or more" and its likes, and "Any" to remove the choice. */
export function listDiscountOptions({ minDiscount }: Listing, facets?: Facets): FilterOption[] {
  const chosen = minDiscount === undefined ? [] : [String(minDiscount)];
  const counted = (facets?.discounts ?? []).map(({ min_discount, count }) => ({ value: String(min_discount), count }));
  const options = listCounted(chosen, counted, facets, 'discounts').map((option) => ({
    ...option,
    label: t('{percent}% or more', { percent: option.value }),
  }));
  return options.length > 0 ? [{ label: t('Any'), value: '', isSelected: minDiscount === undefined }, ...options] : [];
}

/** The facts by which the owner lets shoppers filter, each with its values. */
export function listFactOptions(listing: Listing, facets?: Facets): { name: string; options: FilterOption[] }[] {
  const counted = facets?.facts ?? [];
  const chosen = listing.facts.map(splitFact);
  const names = new Map(counted.map(({ name, values }) => [foldName(name), { name, values }]));
  for (const [name] of chosen) if (!names.has(foldName(name))) names.set(foldName(name), { name, values: [] });
  return [...names.values()]
    .map(({ name, values }) => {
      const ofName = chosen.filter(([other]) => foldName(other) === foldName(name)).map(([, value]) => value);
      const options = listCounted(ofName, values, facets, 'facts');
      return { name, options: options.map((option) => ({ ...option, value: `${toListItem(name)}:${option.value}` })) };
    })
    .filter(({ options }) => options.length > 0);
}

export interface PriceBand extends FilterOption {
  min?: number | undefined;
  max?: number | undefined;
  /** The listing with this band, or without it if it is the chosen one. */
  url: string;
}

/** Bands of prices that lead somewhere, from the lowest. */
export function listPriceBands(listing: Listing, facets?: Facets): PriceBand[] {
  const bands = (facets?.price_bands ?? []).map((band) => {
    const [min, max] = [band.min, band.max].map((price) => (price === undefined ? undefined : Number(price)));
    const isSelected = (min ?? max) !== undefined && min === listing.minPrice && max === listing.maxPrice;
    const chosen = isSelected ? { minPrice: undefined, maxPrice: undefined } : { minPrice: min, maxPrice: max };
    const label = labelPrices(min, max);
    const url = buildListingUrl(listing, chosen);
    return { label, value: label, isSelected, ...optionCount(facets, 'price_bands', band.count), min, max, url };
  });
  return usefulOptions(bands) as PriceBand[];
}

/** Price range of the listing in whole rupees, such as "1,299", as placeholders of the price fields. */
export function formatPriceHints({ price }: Partial<Facets> = {}): { from?: string; to?: string } {
  if (!price) return {};
  return { from: formatNumber(Math.floor(Number(price.min))), to: formatNumber(Math.ceil(Number(price.max))) };
}
