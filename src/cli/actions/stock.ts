import { lockStock } from '#api/database/locks.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { setVariantStocks } from '#api/services/catalogue/set-stock.ts';
import { green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, UsageError } from '#cli/process/command.ts';
import { changeStore } from '#cli/store/open-store.ts';
import { MAX_STOCK } from '#lib/contract/limits.ts';
import { formatNumber } from '#lib/rules/text.ts';

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
    .select(['variant.id', 'product_id', 'sub_category_id', 'collections', 'product_variation', 'variant.stock'])
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
  await setVariantStocks(tx, [{ variant, stock }]);
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
  const change = await changeStore((tx) => setStock(tx, slug, size, stock));
  const name = [change.slug, change.product_variation].filter(Boolean).join(', ');
  print(change, flags, () => green(`${name}: ${formatNumber(change.before)} → ${formatNumber(change.stock)} in stock`));
}
