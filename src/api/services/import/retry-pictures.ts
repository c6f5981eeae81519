import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { lockStock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { MissingPictureTable } from '#api/database/schema/import.ts';
import { write } from '#api/database/transaction.ts';
import { categoriesOf, keysOfLists } from '#api/services/catalogue/collections.ts';
import { touchProduct } from '#api/services/catalogue/product-price-and-stock.ts';
import { PictureRefused } from '#api/services/pictures/accepted-pictures.ts';
import type { PictureSource } from '#api/services/pictures/picture-source.ts';
import { keyOfProduct, LISTING_KEY, STORE_KEY } from '#lib/rules/http/surrogate-keys.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { addMissingPictures } from './plan/product-fingerprint.ts';
import type { RefusedPicture } from './plan/store-pictures.ts';

/** Pictures that imports could not store, with the names of the products that lack them. */
export async function listMissingPictures(db: Db): Promise<RefusedPicture[]> {
  const rows = await db
    .selectFrom('missing_picture')
    .innerJoin('product', 'product.id', 'missing_picture.product_id')
    .select(['source', 'reason', 'name'])
    .orderBy('source')
    .orderBy('name')
    .execute();
  const bySource = Map.groupBy(rows, ({ source }) => source);
  return [...bySource].map(([picture, group]) => ({
    picture,
    reason: group[0]?.reason ?? '',
    products: group.map(({ name }) => name),
  }));
}

/** A product's missing pictures by their places among its pictures in the file. */
const placesOf = (rows: readonly MissingPictureTable[]): { source: string; position: number }[] =>
  rows
    .flatMap(({ source, positions }) => (JSON.parse(positions) as number[]).map((position) => ({ source, position })))
    .sort((a, b) => a.position - b.position);

/** Adds a stored picture to a product that lacked it, where the file has it, and to its variants. */
async function addPicture(tx: Tx, row: MissingPictureTable, reference: string): Promise<void> {
  await lockStock(tx, [row.product_id]);
  const product = await tx.selectFrom('product').selectAll().where('id', '=', row.product_id).executeTakeFirstOrThrow();
  const others = await tx
    .selectFrom('missing_picture')
    .selectAll()
    .where('product_id', '=', row.product_id)
    .where('source', '<>', row.source)
    .execute();
  const missing = placesOf(others);
  const pictures = splitPictures(product.pictures);
  const alts = JSON.parse(product.picture_alts) as string[];
  for (const { position } of pictures.includes(reference) ? [] : placesOf([row])) {
    const index = Math.min(position - missing.filter((other) => other.position < position).length, pictures.length);
    pictures.splice(index, 0, reference);
    alts.splice(index, 0, row.alt);
  }
  const [fingerprint = ''] = product.import_hash.split(':');
  const columns = {
    pictures: pictures.join(','),
    picture_alts: JSON.stringify(alts),
    import_hash: addMissingPictures(fingerprint, fingerprint ? missing.map(({ source }) => source) : []),
  };
  await tx.updateTable('product').set(columns).where('id', '=', product.id).execute();
  const variantNames = JSON.parse(row.variations) as string[];
  if (variantNames.length > 0)
    await tx
      .updateTable('variant')
      .set({ picture: reference.split('#', 1)[0] ?? null })
      .where('product_id', '=', product.id)
      .where('product_variation', 'in', variantNames)
      .execute();
  await tx.deleteFrom('missing_picture').where('product_id', '=', product.id).where('source', '=', row.source).execute();
  await touchProduct(tx, product.id);
  const { numUpdatedRows } = await tx
    .updateTable('sub_category')
    .set({ image: reference })
    .where('id', 'in', categoriesOf(product))
    .where('image', '=', '')
    .executeTakeFirstOrThrow();
  const keys = [keyOfProduct(product.id), ...keysOfLists(product), LISTING_KEY];
  await bumpRevision(tx, numUpdatedRows > 0n ? [...keys, STORE_KEY] : keys);
}

/**
 * Tries to store the pictures again that imports could not store, and adds them to their products. Returns the number of stored pictures;
 * `listMissingPictures` lists those that are still missing.
 */
export async function retryMissingPictures(
  db: Db,
  source: PictureSource,
  onProgress?: (done: number, total: number) => void,
): Promise<number> {
  const missing = await listMissingPictures(db);
  let stored = 0;
  for (const [index, { picture }] of missing.entries()) {
    const ofPicture = () => db.selectFrom('missing_picture').selectAll().where('source', '=', picture).execute();
    try {
      const { reference } = await source.store(picture);
      for (const row of await ofPicture()) await write(db, (tx) => addPicture(tx, row, reference));
      stored++;
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error;
      const { message: reason } = error;
      await write(db, (tx) => tx.updateTable('missing_picture').set({ reason }).where('source', '=', picture).execute());
    }
    onProgress?.(index + 1, missing.length);
  }
  return stored;
}
