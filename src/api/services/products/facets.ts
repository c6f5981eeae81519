import { sql } from 'kysely';
import { readChangeCount } from '#api/database/catalogue-revision.ts';
import { foldAscii, foldCase } from '#api/database/fold-case.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { readWordsRevision } from '#api/database/search/product-index.ts';
import { readFilterFacts } from '#api/services/catalogue/filter-facts.ts';
import { cacheByRevision, memoiseByRevision } from '#api/services/catalogue/revision-cache.ts';
import { variantHasSize, variantOnSale } from '#api/services/catalogue/variant-conditions.ts';
import type { Facets } from '#lib/contract/catalogue.ts';
import { MAX_COUNTED, MAX_FACET_VALUES } from '#lib/contract/limits.ts';
import { toRupees } from '#lib/rules/money.ts';
import { sortSizes } from '#lib/rules/option-texts.ts';
import { foldName } from '#lib/rules/text.ts';
import { type Counted, countValues, type ValueCount, type ValueCounts } from './count-values.ts';
import { hasChoice } from './filters.ts';
import type { ProductQuery } from './matches.ts';
import type { ParsedFilters } from './parse-filters.ts';
import { type PriceCount, toPriceBands } from './price-bands.ts';

/** Entries in the cache, a few kilobytes each. */
const CACHE_MAX = 500;

const getCachedFacets = memoiseByRevision<Facets>(CACHE_MAX, readChangeCount);

/** The newest variants decide how a size is spelt. */
const MAX_SPELLED = 200_000;

/** The discounts that a shopper can choose, in percent. */
const DISCOUNTS = [10, 20, 30, 40, 50];

const byCount = (a: ValueCount, b: ValueCount): number => b.count - a.count || (a.value < b.value ? -1 : 1);

/** The most common of the spellings of each value, by the value in folded case. */
const pickSpellings = (spellings: readonly ValueCount[], fold: (value: string) => string): Map<string, string> =>
  new Map(
    spellings
      .toSorted(byCount)
      .reverse()
      .map(({ value }) => [fold(value), value]),
  );

const readSpellings = cacheByRevision(readWordsRevision, async (db) => {
  const { rows } = await sql<ValueCount>`SELECT size AS value, count(*) AS count FROM (
    SELECT variant.size FROM variant WHERE ${variantOnSale} AND ${variantHasSize} ORDER BY id DESC LIMIT ${MAX_SPELLED}
  ) AS spelt GROUP BY size`.execute(db);
  return pickSpellings(rows, (size) => foldCase(db, size));
});

type Group = NonNullable<Facets['more']>[number];

/** The filters without those of a group, and what is counted for it. */
interface CountedGroup {
  group: Group;
  filters: ParsedFilters;
  counted: Counted[];
}

/** Lists the groups. Sizes and colours are counted by variants, whose stock counts, so that the stock of the product does not. */
function listGroups(filters: ParsedFilters, facts: readonly string[]): CountedGroup[] {
  const withChoice = (choice: Partial<ParsedFilters>): ParsedFilters => {
    const others = { ...filters, ...choice };
    return hasChoice(others) ? others : { ...others, stockOperator: undefined };
  };
  return [
    { group: 'sub_categories', filters: { ...filters, categories: undefined }, counted: ['category'] },
    { group: 'stock', filters: { ...filters, stockOperator: undefined }, counted: ['stock'] },
    { group: 'price_bands', filters: { ...filters, minPrice: undefined, maxPrice: undefined }, counted: ['price'] },
    { group: 'sizes', filters: withChoice({ sizes: [] }), counted: ['size'] },
    { group: 'colours', filters: withChoice({ colours: [] }), counted: ['colour'] },
    { group: 'brands', filters: { ...filters, brands: [] }, counted: ['brand'] },
    { group: 'discounts', filters: { ...filters, minDiscount: undefined }, counted: ['discount'] },
    ...facts.map((fact, i): CountedGroup => {
      const others = filters.facts.filter(({ name }) => name !== foldName(fact));
      return { group: 'facts', filters: { ...filters, facts: others }, counted: [`fact${i}`] };
    }),
  ];
}

const toPrices = (counts: readonly ValueCount[]): PriceCount[] =>
  counts
    .map(({ value, count }) => ({ price: Number(value), count }))
    .filter(({ price }) => price >= 0)
    .sort((a, b) => a.price - b.price);

/** The lowest and highest of some prices in ascending order; null when there are none. */
function toPriceRange(prices: readonly PriceCount[]): Facets['price'] {
  const [lowest, highest] = [prices[0], prices.at(-1)];
  return lowest && highest ? { min: toRupees(lowest.price), max: toRupees(highest.price) } : null;
}

function toBrands(counts: readonly ValueCount[]): NonNullable<Facets['brands']> {
  const spellings = pickSpellings(counts, foldAscii);
  const same = Map.groupBy(
    counts.filter(({ value }) => value !== ''),
    ({ value }) => foldAscii(value),
  );
  return [...same]
    .map(([folded, own]) => ({ value: spellings.get(folded) ?? folded, count: own.reduce((sum, { count }) => sum + count, 0) }))
    .sort(byCount)
    .slice(0, MAX_FACET_VALUES)
    .map(({ value, count }) => ({ brand: value, count }));
}

/** The discounts that some products have, and fewer than have the next lower one. */
function toDiscounts(counts: readonly ValueCount[]): NonNullable<Facets['discounts']> {
  const steps = DISCOUNTS.map((min_discount) => ({
    min_discount,
    count: counts.filter(({ value }) => Number(value) >= min_discount).reduce((sum, { count }) => sum + count, 0),
  }));
  return steps.filter(({ count }, i) => count > 0 && count !== steps[i + 1]?.count);
}

async function computeFacets(db: Db, query: ProductQuery): Promise<Facets> {
  const facts = await readFilterFacts(db);
  const groups = listGroups(query.filters, facts);
  const counts: ValueCounts = new Map();
  const capped = new Set<Group>();
  // Without a filter, several groups are counted together.
  for (const same of Map.groupBy(groups, ({ filters }) => JSON.stringify(filters)).values()) {
    const [{ filters }] = same as [CountedGroup];
    const things: Counted[] = ['total', ...same.flatMap(({ counted }) => counted)];
    const found = await countValues(db, { ...query, filters }, things, { filters: query.filters, facts });
    for (const [thing, values] of found) counts.set(thing, values);
    if ((counts.get('total')?.[0]?.count ?? 0) > MAX_COUNTED) for (const { group } of same) capped.add(group);
  }
  const valuesOf = (thing: Counted): ValueCount[] => counts.get(thing) ?? [];
  const stock = new Map(valuesOf('stock').map(({ value, count }) => [value, count]));
  const prices = toPrices(valuesOf('price'));
  const spellings = await readSpellings(db);
  const sizes = new Map(valuesOf('size').map(({ value, count }) => [spellings.get(foldCase(db, value)) ?? value, count]));
  return {
    sub_categories: valuesOf('category')
      .map(({ value, count }) => ({ id: Number(value), count }))
      .sort((a, b) => a.id - b.id),
    sizes: sortSizes([...sizes.keys()]).map((size) => ({ size, count: sizes.get(size) ?? 0 })),
    in_stock: stock.get('>') ?? 0,
    out_of_stock: stock.get('=') ?? 0,
    price: toPriceRange(prices),
    colours: valuesOf('colour')
      .toSorted(byCount)
      .map(({ value, count }) => ({ colour: value, count })),
    brands: toBrands(valuesOf('brand')),
    discounts: toDiscounts(valuesOf('discount')),
    price_bands: toPriceBands(prices),
    facts: facts.flatMap((name, i) => {
      const common = valuesOf(`fact${i}`).toSorted(byCount).slice(0, MAX_FACET_VALUES);
      return common.length > 0 ? [{ name, values: common.map(({ value, count }) => ({ value, count })) }] : [];
    }),
    ...(capped.size > 0 && { more: [...capped] }),
  };
}

/**
 * Counts the products of each filter option: those listed if it alone were selected in its group and all other filters stayed. Of more than
 * `MAX_COUNTED`, the first in the order of the query are counted.
 */
export const readFacets = (db: Db, query: ProductQuery): Promise<Facets> =>
  getCachedFacets(db, query, () => computeFacets(db, query));
