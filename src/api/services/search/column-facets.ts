import type { ProductColumns } from '#api/services/columns/product-columns.ts';
import { type ColumnFilters, flagCategories, flagSizes } from '#api/services/columns/select-rows.ts';
import type { Facets } from '#lib/contract/catalogue.ts';
import { sortSizes } from '#lib/rules/size-order.ts';

/** In stock, out of stock, or all. */
export const STOCK_SIDES = ['in', 'out', 'all'] as const;
export type StockSide = (typeof STOCK_SIDES)[number];

/** By stock side: the products of a sub-category within the price range, and the lowest and highest price of any (paise). */
export type CategoryFigures = Record<`${StockSide}_count`, number> &
  Record<`${StockSide}_min` | `${StockSide}_max`, number | null>;

/** Counts products, and finds the lowest and highest price (paise), by category. */
class SideFigures {
  readonly counts: Uint32Array;
  readonly min: Float64Array;
  readonly max: Float64Array;

  constructor(categories: number) {
    this.counts = new Uint32Array(categories);
    this.min = new Float64Array(categories).fill(Number.POSITIVE_INFINITY);
    this.max = new Float64Array(categories).fill(Number.NEGATIVE_INFINITY);
  }

  add(category: number, price: number, isInPriceRange: boolean): void {
    if (isInPriceRange) (this.counts[category] as number)++;
    if (price < (this.min[category] as number)) this.min[category] = price;
    if (price > (this.max[category] as number)) this.max[category] = price;
  }
}

/** Whether a variant of the wanted sizes is in stock, and whether one is not, as bits 1 and 2; 0 for no such variant. */
function createStockOfSizes(columns: ProductColumns, sizes: readonly string[]): (row: number) => number {
  const { variantStart, variants, inStock } = columns;
  if (sizes.length === 0) return (row) => (inStock[row] === 1 ? 1 : 2);
  const flags = flagSizes(columns, sizes);
  return (row) => {
    let stock = 0;
    const end = variantStart[row + 1] as number;
    for (let i = variantStart[row] as number; i < end; i++) {
      const variant = variants[i] as number;
      if (flags[variant >>> 1] === 1) stock |= (variant & 1) === 1 ? 1 : 2;
    }
    return stock;
  };
}

/** Calls `visit` with each row, all or some. */
function visitRows({ ids }: ProductColumns, parts: readonly Uint32Array[] | undefined, visit: (row: number) => void): void {
  if (!parts) for (let row = 0; row < ids.length; row++) visit(row);
  else for (const rows of parts) for (const row of rows) visit(row);
}

const createPriceTest = ({ minPrice = 0, maxPrice = Number.POSITIVE_INFINITY }: ColumnFilters) => {
  return (price: number): boolean => price >= minPrice && price <= maxPrice;
};

/** The figures of every sub-category, by its id, as a query on the database gives them. */
export function readFiguresInColumns(
  columns: ProductColumns,
  filters: ColumnFilters,
  parts: readonly Uint32Array[] | undefined,
): ({ id: number } & CategoryFigures)[] {
  const { categories, categoryIds, prices } = columns;
  const sides = Object.fromEntries(STOCK_SIDES.map((side) => [side, new SideFigures(categoryIds.length)])) as Record<
    StockSide,
    SideFigures
  >;
  const stockOf = createStockOfSizes(columns, filters.sizes);
  const isInRange = createPriceTest(filters);
  visitRows(columns, parts, (row) => {
    const stock = stockOf(row);
    if (stock === 0) return;
    const category = categories[row] as number;
    const price = prices[row] as number;
    const counts = isInRange(price);
    sides.all.add(category, price, counts);
    if ((stock & 1) !== 0) sides.in.add(category, price, counts);
    if ((stock & 2) !== 0) sides.out.add(category, price, counts);
  });
  const figuresOf = (side: StockSide, category: number) => {
    const { counts, min, max } = sides[side];
    const [lowest, highest] = [min[category] as number, max[category] as number];
    return [
      [`${side}_count`, counts[category]],
      [`${side}_min`, Number.isFinite(lowest) ? lowest : null],
      [`${side}_max`, Number.isFinite(highest) ? highest : null],
    ];
  };
  return categoryIds
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
  const { categories, prices, variantStart, variants } = columns;
  const { labels, sizeOf } = columns.sizes;
  const counts = new Uint32Array(labels.length);
  // The row that a size was last counted for, plus 1.
  const lastRow = new Uint32Array(labels.length);
  const isCategory = flagCategories(columns, filters.subCategoryIds);
  const isInRange = createPriceTest(filters);
  const stock = filters.stockOperator === undefined ? undefined : filters.stockOperator === '>' ? 1 : 0;
  visitRows(columns, parts, (row) => {
    if (isCategory[categories[row] as number] === 0 || !isInRange(prices[row] as number)) return;
    const end = variantStart[row + 1] as number;
    for (let i = variantStart[row] as number; i < end; i++) {
      const variant = variants[i] as number;
      const size = sizeOf[variant >>> 1] as number;
      if ((stock !== undefined && (variant & 1) !== stock) || lastRow[size] === row + 1) continue;
      lastRow[size] = row + 1;
      (counts[size] as number)++;
    }
  });
  const countOf = new Map(labels.flatMap((label, size) => ((counts[size] ?? 0) > 0 ? [[label, counts[size] ?? 0]] : [])));
  return sortSizes([...countOf.keys()]).map((size) => ({ size, count: countOf.get(size) ?? 0 }));
}
