import { insertInBatches, padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { keyOfCategory } from '#lib/rules/http/surrogate-keys.ts';

/** A product is listed in its first sub-category and in its collections: further sub-categories, at most `MAX_COLLECTIONS`. */

export interface ListedIn {
  sub_category_id: number;
  collections: string | null;
}

/** The ids of a product's collections. */
export const fromStoredCollections = (stored: string | null): number[] => (stored ? stored.split(',').map(Number) : []);

/** As `product.collections` has them; null for none. */
export const toStoredCollections = (ids: readonly number[]): string | null => ids.join(',') || null;

/** The stored collections of a product without its first sub-category. */
export const withoutFirst = ({ sub_category_id, collections }: ListedIn): string | null =>
  toStoredCollections(fromStoredCollections(collections).filter((id) => id !== sub_category_id));

/** The ids of all sub-categories that list a product, its first one first. */
export const categoriesOf = ({ sub_category_id, collections }: ListedIn): number[] => [
  sub_category_id,
  ...fromStoredCollections(collections),
];

/** The surrogate keys of the lists that a product is in. */
export const keysOfLists = (product: ListedIn): string[] => categoriesOf(product).map(keyOfCategory);

/** Names of the collections of products by their ids. */
export async function readCollectionNames(
  db: Db,
  products: readonly Pick<ListedIn, 'collections'>[],
): Promise<Map<number, string>> {
  const ids = [...new Set(products.flatMap(({ collections }) => fromStoredCollections(collections)))];
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('sub_category').select(['id', 'name']).where('id', 'in', padToPowerOfTwo(ids)).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Lists products, whose rows were just written, in their collections. */
export async function writeCollections(
  tx: Tx,
  products: readonly (Pick<ListedIn, 'collections'> & { id: number; isNew: boolean })[],
): Promise<void> {
  const known = products.filter(({ isNew }) => !isNew).map(({ id }) => id);
  if (known.length > 0) await tx.deleteFrom('product_category').where('product_id', 'in', padToPowerOfTwo(known)).execute();
  const rows = products.flatMap(({ id, collections }) =>
    fromStoredCollections(collections).map((sub_category_id) => ({ sub_category_id, product_id: id })),
  );
  await insertInBatches(rows, (batch) => tx.insertInto('product_category').values(batch).execute());
}
