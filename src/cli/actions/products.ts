import { listAwaitedProducts } from '#api/services/alerts/stock-alerts.ts';
import { dim, formatTable, type OutputOptions, print } from '#cli/output/print.ts';
import { withStore } from '#cli/store/open-store.ts';
import { toRupees } from '#lib/rules/money.ts';
import { formatNumber } from '#lib/rules/text.ts';

interface ProductsFlags extends OutputOptions {
  category?: string;
  soldOut?: boolean;
  awaited?: boolean;
}

const columns = ['slug', 'name', 'category', 'price', 'stock'] as const;

/** Prints what shoppers wait for, most awaited first. */
async function showAwaited(flags: OutputOptions): Promise<void> {
  print(await withStore(listAwaitedProducts), flags, (rows) => {
    if (rows.length === 0) return dim('Nobody waits for a product.');
    const cells = rows.map((row) => ({ ...row, size: row.product_variation || '', shoppers: formatNumber(row.shoppers) }));
    return formatTable(cells, ['slug', 'name', 'size', 'shoppers'], ['shoppers']);
  });
}

export async function showProducts({ category, soldOut, awaited, ...flags }: ProductsFlags): Promise<void> {
  if (awaited) return showAwaited(flags);
  const products = await withStore(async (db) => {
    let query = db
      .selectFrom('product')
      .innerJoin('sub_category', 'sub_category.id', 'product.sub_category_id')
      .select(['slug', 'product.name', 'sub_category.name as category', 'price', 'stock'])
      .where('active', '=', 1)
      .orderBy('sub_category.position')
      .orderBy('slug');
    if (category) {
      const listed = db
        .selectFrom('product_category')
        .innerJoin('sub_category', 'sub_category.id', 'product_category.sub_category_id')
        .select('product_id')
        .where('sub_category.name', '=', category);
      query = query.where(({ eb, or }) => or([eb('sub_category.name', '=', category), eb('product.id', 'in', listed)]));
    }
    if (soldOut) query = query.where('stock', '=', 0);
    return (await query.execute()).map((row) => ({ ...row, price: toRupees(row.price) }));
  });
  print(products, flags, (rows) => {
    if (rows.length === 0) return dim('No products.');
    const cells = rows.map((row) => ({ ...row, stock: formatNumber(row.stock) }));
    return formatTable(cells, columns, ['price', 'stock']);
  });
}
