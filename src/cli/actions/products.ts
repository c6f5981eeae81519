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

/** Prints what shoppers wait for, most awaited first. */
async function showAwaited(flags: OutputOptions): Promise<void> {
  print(await withStore(listAwaitedProducts), flags, (rows) => {
    const cells = rows.map(({ slug, name, product_variation: size, shoppers }) => ({
      slug,
      name,
      size: size ?? '',
      shoppers: formatNumber(shoppers),
    }));
    return formatTable(cells, ['shoppers'], dim('Nobody waits for a product.'));
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
    const cells = rows.map(({ slug, name, category, price, stock }) => ({
      slug,
      name,
      category,
      price,
      stock: formatNumber(stock),
    }));
    return formatTable(cells, ['price', 'stock'], dim('No products.'));
  });
}
