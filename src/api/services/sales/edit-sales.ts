import { lockStock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { publishPrices } from './apply-due-sales.ts';
import { regularPrice, type Sale, saleOf, toSaleColumns } from './sale-price.ts';

const variantsOnSale = (db: Db) =>
  db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'product_id', 'slug', 'product_variation', 'sku', 'variant.price', 'regular_price'])
    .select(['sale_price', 'sale_starts_at', 'sale_ends_at'])
    .where('variant.active', '=', 1)
    .where('product.active', '=', 1)
    .orderBy('slug')
    .orderBy('position');

type VariantOfSale = Awaited<ReturnType<ReturnType<typeof variantsOnSale>['execute']>>[number];

/**
 * Finds what an owner names: the variant with a SKU, all variants of the product with a handle, or one of them by its name after a slash, as in
 * "linen-shirt/M". Empty when there is none.
 */
export async function findVariants(db: Db, name: string): Promise<VariantOfSale[]> {
  const bySku = await variantsOnSale(db).where('sku', '=', name).execute();
  if (bySku.length > 0) return bySku;
  const [slug = '', ...rest] = name.split('/');
  const ofProduct = await variantsOnSale(db).where('slug', '=', slug.toLowerCase().normalize('NFC')).execute();
  const wanted = rest.join('/').trim().toLowerCase();
  return wanted === '' ? ofProduct : ofProduct.filter(({ product_variation }) => product_variation.toLowerCase() === wanted);
}

export interface ListedSale {
  slug: string;
  variantName: string;
  sku: string | null;
  /** Regular price in paise. */
  price: number;
  sale: Sale;
}

const toListed = ({ slug, product_variation, sku, ...row }: VariantOfSale, sale: Sale): ListedSale => ({
  slug,
  variantName: product_variation,
  sku,
  price: regularPrice(row),
  sale,
});

/**
 * Gives variants a sale in place of the one that they have, or ends it with null, and raises the revision when a price changes now. Returns the new
 * sales, or those that were ended. Call `lockVariants` before the variants are read.
 */
export async function setSales(tx: Tx, variants: readonly VariantOfSale[], sale: Sale | null): Promise<ListedSale[]> {
  const now = isoNow();
  const repriced = new Set<number>();
  for (const variant of variants.toSorted((a, b) => a.id - b.id)) {
    const columns = toSaleColumns(regularPrice(variant), sale, now);
    await tx.updateTable('variant').set(columns).where('id', '=', variant.id).execute();
    if (columns.price !== variant.price) repriced.add(variant.product_id);
  }
  await publishPrices(tx, [...repriced], now);
  return variants.flatMap((variant) => {
    const shown = sale ?? saleOf(variant, now);
    return shown ? [toListed(variant, shown)] : [];
  });
}

/** Finds variants as `findVariants` does, with the stock of their products locked. */
export async function lockVariants(tx: Tx, name: string): Promise<VariantOfSale[]> {
  const ids = (await findVariants(tx, name)).map(({ product_id }) => product_id);
  await lockStock(tx, [...new Set(ids)]);
  return findVariants(tx, name);
}

/** All sales that run or are to come, by product. */
export async function listSales(db: Db): Promise<ListedSale[]> {
  const now = isoNow();
  const rows = await variantsOnSale(db).where('sale_price', 'is not', null).execute();
  return rows.flatMap((row) => {
    const sale = saleOf(row, now);
    return sale ? [toListed(row, sale)] : [];
  });
}
