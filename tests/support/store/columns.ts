import type { ProductColumns } from '#api/services/columns/product-columns.ts';

/** Columns in a form in which those of two histories are equal: with values instead of codes, which depend on the order of reading. */
export function describeColumns(columns: ProductColumns | undefined) {
  if (!columns) return undefined;
  const { ids, prices, categories, categoryIds, inStock, variantStart, variants, sizes, order } = columns;
  const describeVariant = (variant: number) => {
    const spelling = sizes.spellings[variant >>> 1];
    return `${spelling?.text} ${sizes.labels[spelling?.size ?? -1]} ${variant & 1}`;
  };
  const rows = Array.from(ids, (id, row) => ({
    id,
    price: prices[row],
    category: categoryIds[categories[row] as number],
    inStock: inStock[row],
    variants: Array.from(variants.subarray(variantStart[row], variantStart[row + 1]), describeVariant).sort(),
  }));
  const used = sizes.spellings.filter(({ uses }) => uses > 0).map(({ text, uses }) => `${text} ${uses}`);
  return { rows, used: used.sort(), newest: [...order.newest], byPrice: [...order.price_asc], byName: [...order.name_asc] };
}
