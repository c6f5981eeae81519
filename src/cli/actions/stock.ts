import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { lockStock } from '#api/database/locks.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { refreshProductTotals, touchProduct } from '#api/services/catalogue/product-price-and-stock.ts';
import { isAvailabilityChanged } from '#api/services/catalogue/stock.ts';
import { noteStockSet } from '#api/services/import/undo/undo-records.ts';
import { green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, UsageError } from '#cli/process/command-errors.ts';
import { withStore } from '#cli/store/open-store.ts';
import { keyOfCategory, keyOfProduct, LISTING_KEY } from '#lib/rules/http/surrogate-keys.ts';
import { formatNumber } from '#lib/rules/text.ts';

const MAX_STOCK = 1_000_000;

interface StockChange {
  slug: string;
  product_variation: string;
  before: number;
  stock: number;
}

/** Sets the stock of one variant. Throws `CommandFailed` when product or size do not exist. */
async function setStock(tx: Tx, slug: string, size: string | undefined, stock: number): Promise<StockChange> {
  const product = await tx.selectFrom('product').select('id').where('slug', '=', slug).executeTakeFirst();
  if (product) await lockStock(tx, [product.id]);
  const variants = await tx
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'product_id', 'sub_category_id', 'product_variation', 'variant.stock'])
    .where('slug', '=', slug)
    .where('variant.active', '=', 1)
    .orderBy('position')
    .execute();
  if (variants.length === 0) throw new CommandFailed(`There is no product "${slug}"`);
  const sizes = variants.map(({ product_variation }) => product_variation);
  const chosenSize = size ?? (variants.length === 1 ? sizes[0] : undefined);
  if (chosenSize === undefined) throw new CommandFailed(`"${slug}" has several sizes. Choose one: ${sizes.join(', ')}`);
  const variant = variants.find(({ product_variation }) => product_variation.toLowerCase() === chosenSize.toLowerCase());
  if (!variant)
    throw new CommandFailed(`"${slug}" has no size "${chosenSize}"; it has ${sizes.filter(Boolean).join(', ') || 'no sizes'}`);
  await noteStockSet(tx, variant.id);
  if (variant.stock !== stock) {
    await tx.updateTable('variant').set({ stock }).where('id', '=', variant.id).execute();
    await refreshProductTotals(tx, variant.product_id);
    if (isAvailabilityChanged(variant.stock, stock)) await touchProduct(tx, variant.product_id);
    const keys = [keyOfProduct(variant.product_id), keyOfCategory(variant.sub_category_id), LISTING_KEY];
    await bumpRevision(tx, keys);
  }
  return { slug, product_variation: variant.product_variation, before: variant.stock, stock };
}

export async function changeStock(
  slug: string,
  sizeOrUnits: string,
  units: string | undefined,
  flags: OutputOptions,
): Promise<void> {
  const text = units ?? sizeOrUnits;
  const stock = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(stock <= MAX_STOCK))
    throw new UsageError(`The stock must be a whole number from 0 to ${formatNumber(MAX_STOCK)}, not "${text}"`);
  const size = units === undefined ? undefined : sizeOrUnits;
  const change = await withStore((db) => write(db, (tx) => setStock(tx, slug, size, stock)));
  const name = [change.slug, change.product_variation].filter(Boolean).join(', ');
  print(change, flags, () => green(`${name}: ${formatNumber(change.before)} → ${formatNumber(change.stock)} in stock`));
}
