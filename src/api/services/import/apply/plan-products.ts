import type { Tx } from '#api/database/schema/engine.ts';
import { toStoredCollections } from '#api/services/catalogue/collections.ts';
import { validTimestamp } from '#api/services/catalogue/stored-products.ts';
import { completePictures } from '#api/services/import/plan/complete-pictures.ts';
import { completeProduct } from '#api/services/import/plan/complete-product.ts';
import { type PlannedProduct, planVariants, readVariantsByProduct } from '#api/services/import/plan/plan-variants.ts';
import type { ProductRow, StoredProduct } from '#api/services/import/plan/read-stored-products.ts';
import type { StagedProduct } from '#api/services/import/plan/staging-table.ts';
import type { Seller } from '#api/services/import/read/imported-product.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { foldName } from '#lib/rules/text.ts';

/** The position of a sub-category that is only a collection so far: those are listed by name. */
const UNPLACED = -1;

/**
 * The ids of sub-categories by the given names, in any case. Inserts those that do not exist, without a picture: those of products (`firsts`) last,
 * so that collections which the file names before do not change their order.
 */
async function findOrAddSubCategories(
  tx: Tx,
  firsts: readonly string[],
  collections: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.selectFrom('sub_category').select(['id', 'name', 'position']).orderBy('id', 'desc').execute();
  // The engines fold case in ways of their own: the first of several names that fold to one is found on both.
  const known = new Map(rows.map(({ id, name, position }) => [foldName(name), { id, position }]));
  let last = Math.max(0, ...rows.map(({ position }) => position));
  const ids = new Map<string, number>();
  const add = async (name: string, toPosition: () => number): Promise<void> => {
    const stored = known.get(foldName(name)) ?? (await insert(tx, name, toPosition()));
    known.set(foldName(name), stored);
    ids.set(name, stored.id);
  };
  for (const name of new Set(firsts)) {
    const stored = known.get(foldName(name));
    if (stored?.position === UNPLACED) {
      stored.position = ++last;
      await tx.updateTable('sub_category').set({ position: last }).where('id', '=', stored.id).execute();
    }
    await add(name, () => ++last);
  }
  for (const name of new Set(collections)) await add(name, () => UNPLACED);
  return ids;
}

const insert = (tx: Tx, name: string, position: number): Promise<{ id: number; position: number }> =>
  tx.insertInto('sub_category').values({ name, image: '', position }).returning(['id', 'position']).executeTakeFirstOrThrow();

/** The ids of sellers by `sellerKey`. Inserts those that do not exist. */
async function findOrAddSellers(tx: Tx, sellers: readonly Seller[]): Promise<Map<string, number>> {
  const rows = await tx.selectFrom('seller').select(['id', 'kind', 'name']).orderBy('id', 'desc').execute();
  const ids = new Map(rows.map((row) => [sellerKey(row), row.id]));
  for (const { kind, name } of sellers) {
    const key = sellerKey({ kind, name });
    if (ids.has(key)) continue;
    const { id } = await tx.insertInto('seller').values({ kind, name }).returning('id').executeTakeFirstOrThrow();
    ids.set(key, id);
  }
  return ids;
}

/** Identifies a seller by kind and name, in any case: a retailer and a wholesaler may have the same name. */
const sellerKey = ({ kind, name }: Seller): string => `${kind}:${foldName(name)}`;

/** Plans the rows of staged products, and adds their sub-categories and sellers. `stored` are the existing products by slug. */
export async function planProducts(
  tx: Tx,
  staged: readonly StagedProduct[],
  stored: ReadonlyMap<string, StoredProduct>,
): Promise<PlannedProduct[]> {
  const complete = staged.map((item) => ({ ...item, facts: completeProduct(item.product, stored.get(item.product.slug)) }));
  const categories = await findOrAddSubCategories(
    tx,
    complete.map(({ facts }) => facts.category),
    complete.flatMap(({ facts }) => facts.collections),
  );
  const sellers = await findOrAddSellers(
    tx,
    complete.map(({ facts }) => facts.seller),
  );
  const existingVariants = await readVariantsByProduct(
    tx,
    staged.flatMap(({ product }) => stored.get(product.slug)?.row.id ?? []),
  );
  const now = isoNow();
  return complete.map(({ product, facts, hash, pictures, createdAt, renamedFrom }) => {
    const before = stored.get(product.slug)?.row;
    const variantsBefore = before ? (existingVariants.get(before.id) ?? []) : [];
    const variants = planVariants(variantsBefore, product);
    const row: Omit<ProductRow, 'id'> = {
      slug: product.slug,
      ...facts.columns,
      ...completePictures(product, pictures, before),
      sub_category_id: categories.get(facts.category) ?? 0,
      collections: toStoredCollections(facts.collections.flatMap((name) => categories.get(name) ?? [])),
      seller_id: sellers.get(sellerKey(facts.seller)) ?? 0,
      ...variants.totals,
      import_hash: hash,
      active: 1,
      created_at: facts.createdAt ?? validTimestamp(before?.created_at) ?? createdAt,
      updated_at: before ? before.updated_at : now,
    };
    return {
      before,
      row,
      variantsBefore,
      variants,
      oldSlugs: product.oldSlugs,
      oldAddresses: product.oldAddresses,
      isRenamed: renamedFrom !== undefined,
    };
  });
}
