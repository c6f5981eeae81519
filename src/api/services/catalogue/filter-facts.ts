import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { takeAdvisoryLock } from '#api/database/locks.ts';
import { insertInBatches, padToPowerOfTwo, readPagesByKey } from '#api/database/row-batches.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { STORE_KEY } from '#lib/rules/http/surrogate-keys.ts';
import { foldName } from '#lib/rules/text.ts';
import { fromStoredAttributes } from './attributes.ts';

/** The facts by which shoppers filter, such as "Fabric", at most `MAX_FILTER_FACTS`. */

/** Products whose facts are read at once. */
const BATCH_SIZE = 500;

/** Held while facts are written, so that no product keeps those of before. */
const FACTS_LOCK = 'filter facts';

interface ProductFacts {
  id: number;
  /** As stored. */
  attributes: string | null;
}

/** The names of the facts by which shoppers filter, in the owner's order. */
export const readFilterFacts = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('filter_fact').select('name').orderBy('position').execute()).map(({ name }) => name);

/** Counts the products on sale that have a fact by which shoppers filter. */
export async function countProductsWithFact(db: Db, name: string): Promise<number> {
  const { products } = await db
    .selectFrom('product_fact')
    .innerJoin('product', 'product.id', 'product_fact.product_id')
    .select(({ fn }) => fn.count<number>('product_id').distinct().as('products'))
    .where('product_fact.name', '=', foldName(name))
    .where('product.active', '=', 1)
    .executeTakeFirstOrThrow();
  return products;
}

/** The rows of products. Each part of a value such as "Cotton, Linen" is a value of its own. */
function toRows(products: readonly ProductFacts[], names: ReadonlySet<string>) {
  return products.flatMap(({ id, attributes }) => {
    const chosen = fromStoredAttributes(attributes).filter(({ name }) => names.has(foldName(name)));
    return chosen.flatMap(({ name, value }) => {
      const labels = value.split(',').map((part) => part.trim());
      const byValue = new Map(labels.filter(Boolean).map((label) => [foldName(label), label]));
      return [...byValue].map(([folded, label]) => ({ product_id: id, name: foldName(name), value: folded, label }));
    });
  });
}

const insertRows = (tx: Tx, rows: ReturnType<typeof toRows>) =>
  insertInBatches(rows, (batch) =>
    tx
      .insertInto('product_fact')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );

/** Writes the facts of products whose rows were just written, as far as shoppers filter by them. */
export async function writeProductFacts(tx: Tx, products: readonly ProductFacts[]): Promise<void> {
  if (products.length === 0) return;
  await takeAdvisoryLock(tx, FACTS_LOCK);
  const names = new Set((await readFilterFacts(tx)).map(foldName));
  if (names.size === 0) return;
  const ids = products.map(({ id }) => id);
  await tx.deleteFrom('product_fact').where('product_id', 'in', padToPowerOfTwo(ids)).execute();
  await insertRows(tx, toRows(products, names));
}

/** Replaces the facts by which shoppers filter, and reads those of all products again. Bumps the revision, because listings show them. */
export async function replaceFilterFacts(tx: Tx, names: readonly string[]): Promise<void> {
  await takeAdvisoryLock(tx, FACTS_LOCK);
  await tx.deleteFrom('filter_fact').execute();
  await tx.deleteFrom('product_fact').execute();
  if (names.length > 0) {
    await tx
      .insertInto('filter_fact')
      .values(names.map((name, index) => ({ position: index + 1, name })))
      .execute();
    await fillFacts(tx, new Set(names.map(foldName)));
  }
  await bumpRevision(tx, [STORE_KEY]);
}

async function fillFacts(tx: Tx, names: ReadonlySet<string>): Promise<void> {
  const withFacts = tx.selectFrom('product').select(['id', 'attributes']).where('attributes', 'is not', null);
  const read = (after: number) => withFacts.where('id', '>', after).orderBy('id').limit(BATCH_SIZE).execute();
  for await (const products of readPagesByKey(read)) await insertRows(tx, toRows(products, names));
}
