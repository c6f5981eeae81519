import type { DatabaseSync } from 'node:sqlite';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { lockStock, takeAdvisoryLock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { indexProducts } from '#api/database/search/product-index.ts';
import { openTemporaryDatabase } from '#api/database/sqlite/temporary-database.ts';
import { write } from '#api/database/transaction.ts';
import { categoriesOf, keysOfLists, type ListedIn } from '#api/services/catalogue/collections.ts';
import { noteStockSet } from '#api/services/catalogue/set-stock.ts';
import { recordChangedProducts } from '#api/services/events/product-events.ts';
import { recordMissingPictures, withdrawProduct } from '#api/services/import/apply/apply-batch.ts';
import { planProducts } from '#api/services/import/apply/plan-products.ts';
import { writeProducts } from '#api/services/import/apply/write-products.ts';
import { type Comparison, compareCatalogue } from '#api/services/import/plan/compare-with-database.ts';
import { PictureList } from '#api/services/import/plan/picture-list.ts';
import { readStoredProducts } from '#api/services/import/plan/read-stored-products.ts';
import { toStagedProduct } from '#api/services/import/plan/stage-import.ts';
import type { StagedProduct } from '#api/services/import/plan/staging-table.ts';
import { storePictures } from '#api/services/import/plan/store-pictures.ts';
import { Columns } from '#api/services/import/read/match-columns.ts';
import type { ParsedCatalogue } from '#api/services/import/read/parsed-catalogue.ts';
import { ProductCollector } from '#api/services/import/read/product-collector.ts';
import { ProductSpool } from '#api/services/import/read/product-spool.ts';
import type { PictureSource } from '#api/services/pictures/picture-source.ts';
import { Refusal } from '#api/services/refusal.ts';
import { readSettings } from '#api/services/store/settings.ts';
import type { ReplyOf } from '#lib/contract/calls/define-call.ts';
import type { programProductCall } from '#lib/contract/programs/product.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { keyOfProduct, LISTING_KEY, STORE_KEY } from '#lib/rules/http/surrogate-keys.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { type ProductOfProgram, toCells } from './product-rows.ts';

type UpsertResult = ReplyOf<typeof programProductCall>['data'];

/** Reads a product by the rules of an import. */
function collect(product: ProductOfProgram, storeName: string, scratch: DatabaseSync): ParsedCatalogue {
  const collector = new ProductCollector({ seller: {}, storeName, spool: new ProductSpool(scratch) });
  const { header, rows } = toCells(product);
  const columns = new Columns(header);
  collector.addFile('', '', { unread: () => columns.unread(), absent: () => columns.absent() });
  for (const [index, cells] of rows.entries()) collector.add({ cells: columns.read(cells), columns }, { file: '', line: index });
  return collector.finish();
}

/** The refusal (422) of what an import would call bad rows. */
function refuseBadRows({ badRows }: ParsedCatalogue): Refusal {
  const errors = Map.groupBy(badRows, ({ line }) => `variants.${line}`);
  const [first] = badRows;
  const named = [...errors].map(([field, bad]) => [field, bad.map(({ column, reason }) => `${column} ${reason}`)]);
  return new Refusal(422, `${first?.column} ${first?.reason}`, { errors: Object.fromEntries(named) });
}

/** Gives the categories of a product that have no picture its first one. Returns the surrogate keys of the pages that show it. */
async function fillCategoryPictures(tx: Tx, row: ListedIn & { pictures: string }): Promise<string[]> {
  const [image] = splitPictures(row.pictures);
  if (!image) return [];
  const filled = tx.updateTable('sub_category').set({ image }).where('id', 'in', categoriesOf(row)).where('image', '=', '');
  return (await filled.executeTakeFirstOrThrow()).numUpdatedRows > 0n ? [STORE_KEY] : [];
}

/** Writes a product, and raises the revision when it differs. */
async function writeProduct(tx: Tx, staged: StagedProduct): Promise<UpsertResult['result']> {
  const { slug, variants } = staged.product;
  await takeAdvisoryLock(tx, `product:${slug}`);
  const found = await tx.selectFrom('product').select('id').where('slug', '=', slug).executeTakeFirst();
  if (found) await lockStock(tx, [found.id]);
  const stored = await readStoredProducts(tx, [slug]);
  const planned = await planProducts(tx, [staged], stored);
  const { ids, changedIds, keys, products } = await writeProducts(tx, planned);
  await recordMissingPictures(tx, ids, [staged]);
  const row = planned[0]?.row;
  const categoryKeys = row ? await fillCategoryPictures(tx, row) : [];
  if (changedIds.length === 0) return 'unchanged';
  if (variants.some(({ stock }) => stock !== undefined)) {
    const written = await tx.selectFrom('variant').select('id').where('product_id', 'in', changedIds).execute();
    for (const { id } of written) await noteStockSet(tx, id);
  }
  const before = stored.get(slug)?.row;
  await bumpRevision(tx, [LISTING_KEY, ...keys, ...categoryKeys, ...(before ? keysOfLists(before) : [])]);
  recordChangedProducts(tx, 'program', { count: changedIds.length, ids: changedIds });
  return products.added > 0 ? 'added' : 'changed';
}

/** Takes a product off sale, if it is on sale. */
async function withdraw(tx: Tx, slug: string): Promise<UpsertResult['result']> {
  const query = tx.selectFrom('product').select(['id', 'sub_category_id', 'collections', 'active']).where('slug', '=', slug);
  const found = await query.executeTakeFirst();
  if (!found) return 'unchanged';
  await lockStock(tx, [found.id]);
  const row = await query.executeTakeFirstOrThrow();
  if (row.active !== 1) return 'unchanged';
  await withdrawProduct(tx, row.id);
  await indexProducts(tx, [row.id]);
  await bumpRevision(tx, [LISTING_KEY, keyOfProduct(row.id), ...keysOfLists(row)]);
  recordChangedProducts(tx, 'program', { count: 1, ids: [row.id] });
  return 'withdrawn';
}

/** The product to write, with its pictures stored; undefined when it differs in nothing. */
function stage({ existing, collected }: Comparison, list: PictureList): StagedProduct | undefined {
  const [spooled] = [...collected.products.changedPages()].flat();
  if (!spooled) return undefined;
  return { ...toStagedProduct(spooled, list, existing.get(spooled.product.slug)?.import_hash), createdAt: isoNow() };
}

export interface UpsertOptions {
  pictures: PictureSource;
  /** Called in the transaction of a change. */
  record: (tx: Tx, result: UpsertResult['result'], handle: string) => Promise<void>;
}

/**
 * Adds or changes one product by the rules of an import, in one transaction after its pictures are stored. Does not replace what
 * `import --undo` takes back. Throws a `Refusal` (422) with what an import says of the rows.
 */
export async function upsertProduct(
  db: Db,
  product: ProductOfProgram,
  { pictures, record }: UpsertOptions,
): Promise<UpsertResult> {
  const scratch = openTemporaryDatabase();
  try {
    const collected = collect(product, (await readSettings(db)).store_name, scratch);
    const [handle = ''] = collected.slugs;
    const list = new PictureList(scratch);
    const comparison = await compareCatalogue(db, collected, { pictures, list, only: collected.slugs });
    if (collected.badRows.length > 0) throw refuseBadRows(collected);
    const { refused } = await storePictures(list, pictures);
    const staged = stage(comparison, list);
    const result = await write(db, async (tx) => {
      const isWithdrawn = collected.skipped.length > 0;
      const done = isWithdrawn ? await withdraw(tx, handle) : staged ? await writeProduct(tx, staged) : 'unchanged';
      if (done !== 'unchanged') await record(tx, done, handle);
      return done;
    });
    const found = await db.selectFrom('product').select('id').where('slug', '=', handle).executeTakeFirst();
    return {
      ...(found && { product_id: found.id }),
      handle,
      result,
      refused_pictures: refused.map(({ picture, reason }) => ({ url: picture, reason })),
    };
  } finally {
    scratch.close();
  }
}
