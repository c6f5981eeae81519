import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { lockStock } from '#api/database/locks.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { keysOfLists } from '#api/services/catalogue/collections.ts';
import { addOldSlug, renameProduct } from '#api/services/catalogue/old-slugs.ts';
import { touchProduct } from '#api/services/catalogue/product-price-and-stock.ts';
import { recordChangedProducts } from '#api/services/events/product-events.ts';
import { catalogueRow } from '#api/services/import/read/validate-row.ts';
import { green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, UsageError } from '#cli/process/command.ts';
import { changeStore } from '#cli/store/open-store.ts';
import { keyOfProduct, LISTING_KEY } from '#lib/rules/http/surrogate-keys.ts';
import * as paths from '#lib/rules/routes/paths.ts';

/** Reads a handle by the rules of an import. */
function readHandle(text: string): string {
  const handle = catalogueRow.shape.handle.safeParse(text);
  if (!handle.success) throw new UsageError(`The handle "${text}" ${handle.error.issues[0]?.message}`);
  return handle.data;
}

/** Renames a product or, if the new slug is a product already, makes the withdrawn one's slug lead to it. Throws `CommandFailed`. */
async function renameInStore(tx: Tx, from: string, to: string): Promise<void> {
  const find = (slug: string) =>
    tx
      .selectFrom('product')
      .select(['id', 'slug', 'active', 'sub_category_id', 'collections'])
      .where('slug', '=', slug)
      .executeTakeFirst();
  const [old, existing] = [await find(from), await find(to)];
  if (!old) throw new CommandFailed(`There is no product "${from}"`);
  if (existing && old.active === 1)
    throw new CommandFailed(`There are two products, "${from}" and "${to}". Withdraw "${from}" first, then rename it again`);
  const product = existing ?? old;
  await lockStock(tx, [product.id]);
  if (existing) await addOldSlug(tx, from, existing.id);
  else await renameProduct(tx, old, to);
  await touchProduct(tx, product.id);
  const keys = [keyOfProduct(product.id), ...keysOfLists(product), LISTING_KEY];
  await bumpRevision(tx, keys);
  recordChangedProducts(tx, 'rename', { count: 1, ids: [product.id] });
}

export async function rename(oldHandle: string, newHandle: string, flags: OutputOptions): Promise<void> {
  const [from, to] = [readHandle(oldHandle), readHandle(newHandle)];
  if (from === to) throw new UsageError('The new handle is the old one');
  await changeStore((tx) => renameInStore(tx, from, to));
  print({ from, to }, flags, () => green(`${paths.product(from)} now leads to ${paths.product(to)}.`));
}
