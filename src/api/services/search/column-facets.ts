import { type ProductColumns, packVariant } from '#api/services/columns/product-columns.ts';
import { combineVariants, flagRows, keepPrices, keepValues } from '#api/services/columns/row-flags.ts';
import { type ColumnFilters, flagCategories, flagSizes, wantedStock } from '#api/services/columns/select-rows.ts';
import type { Facets } from '#lib/contract/catalogue.ts';
import { sortSizes } from '#lib/rules/size-order.ts';

/** In stock, out of stock, or all. */
export const STOCK_SIDES = ['in', 'out', 'all'] as const;
export type StockSide = (typeof STOCK_SIDES)[number];

/** By stock side: the products of a sub-category within the price range, and the lowest and highest price of any (paise). */
export type CategoryFigures = Record<`${StockSide}_count`, number> &
  Record<`${StockSide}_min` | `${StockSide}_max`, number | null>;

/** Flags of a row, or of a variant: it is in stock; it is not. A row with several variants may have both. */
const IN_STOCK = 1;
const OUT_OF_STOCK = 2;
const BOTH = IN_STOCK | OUT_OF_STOCK;

/** The flags that rows of a stock side have. */
const flagsOfSide: Record<StockSide, readonly number[]> = {
  in: [IN_STOCK, BOTH],
  out: [OUT_OF_STOCK, BOTH],
  all: [IN_STOCK, OUT_OF_STOCK, BOTH],
};

/** Stock flags of each row, or of its variants of the wanted sizes; 0 for a row without those and outside of the parts. */
function flagStock(columns: ProductColumns, { sizes }: ColumnFilters, parts: readonly Uint32Array[] | undefined): Uint8Array {
  const { inStock } = columns;
  const flags = flagRows(columns, parts);
  if (sizes.length === 0) {
    for (let row = 0; row < flags.length; row++) if (flags[row] === 1) flags[row] = inStock[row] === 1 ? IN_STOCK : OUT_OF_STOCK;
    return flags;
  }
  const isWanted = flagSizes(columns, sizes);
  const ofVariant = new Uint8Array(2 * isWanted.length);
  isWanted.forEach((wanted, spelling) => {
    if (wanted === 1) ofVariant.set([OUT_OF_STOCK, IN_STOCK], packVariant(spelling, 0));
  });
  combineVariants(flags, columns, ofVariant);
  return flags;
}

/** Products within the price range, and the lowest and highest price (paise), by category and stock flags. */
interface Figures {
  counts: Uint32Array;
  lowest: Float64Array;
  highest: Float64Array;
}

/** The index of the figures of rows with these flags. */
const indexOf = (category: number, flags: number): number => (category << 2) | flags;

function collectFigures({ categories, categoryIds, prices }: ProductColumns, stock: Uint8Array, filters: ColumnFilters): Figures {
  const { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = filters;
  const length = indexOf(categoryIds.length, 0);
  const counts = new Uint32Array(length);
  const lowest = new Float64Array(length).fill(Number.POSITIVE_INFINITY);
  const highest = new Float64Array(length).fill(Number.NEGATIVE_INFINITY);
  for (let row = 0; row < stock.length; row++) {
    if (stock[row] === 0) continue;
    const index = indexOf(categories[row] as number, stock[row] as number);
    const price = prices[row] as number;
    if (price >= minPrice && price <= maxPrice) (counts[index] as number)++;
    if (price < (lowest[index] as number)) lowest[index] = price;
    if (price > (highest[index] as number)) highest[index] = price;
  }
  return { counts, lowest, highest };
}

/** The figures of every sub-category, by its id, as a query on the database gives them. */
export function readFiguresInColumns(
  columns: ProductColumns,
  filters: ColumnFilters,
  parts: readonly Uint32Array[] | undefined,
): ({ id: number } & CategoryFigures)[] {
  const { counts, lowest, highest } = collectFigures(columns, flagStock(columns, filters, parts), filters);
  const figuresOf = (side: StockSide, category: number) => {
    const indexes = flagsOfSide[side].map((flags) => indexOf(category, flags));
    const min = Math.min(...indexes.map((index) => lowest[index] as number));
    const max = Math.max(...indexes.map((index) => highest[index] as number));
    return [
      [`${side}_count`, indexes.reduce((sum, index) => sum + (counts[index] as number), 0)],
      [`${side}_min`, Number.isFinite(min) ? min : null],
      [`${side}_max`, Number.isFinite(max) ? max : null],
    ];
  };
  return columns.categoryIds
    .map((id, category) => ({ id, ...Object.fromEntries(STOCK_SIDES.flatMap((side) => figuresOf(side, category))) }))
    .filter((row): row is { id: number } & CategoryFigures => row.all_min !== null)
    .toSorted((a, b) => a.id - b.id);
}

/** Counts products by size, in display order. A product that spells one size in two ways counts once. */
export function countSizesInColumns(
  columns: ProductColumns,
  filters: ColumnFilters,
  parts: readonly Uint32Array[] | undefined,
): Facets['sizes'] {
  const { variantStart, variants } = columns;
  const { labels, sizeOf } = columns.sizes;
  const counts = new Uint32Array(labels.length);
  // The row that a size was last counted for, plus 1.
  const lastRow = new Uint32Array(labels.length);
  const stock = wantedStock(filters);
  const flags = flagRows(columns, parts);
  keepPrices(flags, columns.prices, filters);
  keepValues(flags, columns.categories, flagCategories(columns, filters.subCategoryIds));
  for (let row = 0; row < flags.length; row++) {
    if (flags[row] === 0) continue;
    const end = variantStart[row + 1] as number;
    for (let i = variantStart[row] as number; i < end; i++) {
      const variant = variants[i] as number;
      const size = sizeOf[variant >>> 1] as number;
      if ((stock !== undefined && (variant & 1) !== stock) || lastRow[size] === row + 1) continue;
      lastRow[size] = row + 1;
      (counts[size] as number)++;
    }
  }
  const countOf = new Map(labels.flatMap((label, size) => ((counts[size] ?? 0) > 0 ? [[label, counts[size] ?? 0]] : [])));
  return sortSizes([...countOf.keys()]).map((size) => ({ size, count: countOf.get(size) ?? 0 }));
}
