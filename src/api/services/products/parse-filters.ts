import type * as z from 'zod/mini';
import { foldAscii, foldCase } from '#api/database/fold-case.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { filters } from '#lib/contract/listing/filters.ts';
import { foldName, fromListItem } from '#lib/rules/text.ts';
import { type CategoryFilter, parseCategories } from './find-sub-categories.ts';

/** The contract's listing filters after parsing. Prices in rupees. */
export type ProductFilters = z.infer<z.ZodMiniObject<typeof filters>>;

/** Values of a fact of which a product must have one, folded. */
export interface FactFilter {
  name: string;
  values: readonly string[];
}

/** Filters with sub-categories resolved to ids and prices in paise. */
export interface ParsedFilters {
  /** Undefined for any. */
  categories: CategoryFilter | undefined;
  /** In paise. */
  minPrice: number | undefined;
  maxPrice: number | undefined;
  productIds: readonly number[] | undefined;
  /** Sizes of which a variant must have one, in folded case; empty for any. */
  sizes: readonly string[];
  /** Families of colours of which the same variant must have one; empty for any. */
  colours: readonly string[];
  /** Folded from A to Z; empty for any. */
  brands: readonly string[];
  /** The least discount in whole percent, from 1; undefined for any. */
  minDiscount: number | undefined;
  /** All must hold. */
  facts: readonly FactFilter[];
  /** Stock of the product, with sizes or colours of the variant that has them: above 0 (`>`), exactly 0 (`=`), or any. */
  stockOperator: '>' | '=' | undefined;
}

const splitList = (text: string | undefined, fold: (item: string) => string): string[] => [
  ...new Set(
    (text ?? '')
      .split(',')
      .map((part) => fold(fromListItem(part.trim())))
      .filter(Boolean),
  ),
];

/** Facts such as `Fabric:Cotton`; one without a value matches nothing. */
function parseFacts(text: string | undefined): FactFilter[] {
  const pairs = splitList(text, foldName).map((item) => {
    const [name = '', ...value] = item.split(':');
    return { name: foldName(name), value: foldName(value.join(':')) };
  });
  return [...Map.groupBy(pairs, ({ name }) => name)].map(([name, same]) => ({ name, values: same.map(({ value }) => value) }));
}

/** Converts a filter's rupees to paise, capped at the largest safe integer. */
const filterPriceToPaise = (rupees: number): number => Math.min(Math.round(rupees * 100), Number.MAX_SAFE_INTEGER);

/** In stock or out of stock only; both or neither means all. */
function parseStockOperator({ in_stock, out_of_stock }: ProductFilters): ParsedFilters['stockOperator'] {
  if (Boolean(in_stock) === Boolean(out_of_stock)) return undefined;
  return in_stock ? '>' : '=';
}

/** No discount is above 100 %. */
const parseDiscount = (percent = 0): number | undefined => (percent > 0 ? Math.min(Math.ceil(percent), 101) : undefined);

/** Parses all filters except the sort order. */
export async function parseFilters(db: Db, filters: ProductFilters): Promise<ParsedFilters> {
  const { sub_category, min_price, max_price, product_id } = filters;
  return {
    categories: sub_category?.trim() ? await parseCategories(db, sub_category) : undefined,
    minPrice: min_price === undefined ? undefined : filterPriceToPaise(min_price),
    maxPrice: max_price === undefined ? undefined : filterPriceToPaise(max_price),
    productIds: product_id,
    sizes: splitList(filters.size, (size) => foldCase(db, size)),
    colours: splitList(filters.colour, foldName),
    brands: splitList(filters.brand, foldAscii),
    minDiscount: parseDiscount(filters.min_discount),
    facts: parseFacts(filters.fact),
    stockOperator: parseStockOperator(filters),
  };
}

/** Whether the filters exclude nothing. */
export function isUnfiltered({ sizes, colours, brands, facts, ...others }: ParsedFilters): boolean {
  return (
    [sizes, colours, brands, facts].every((list) => list.length === 0) && Object.values(others).every((one) => one === undefined)
  );
}
