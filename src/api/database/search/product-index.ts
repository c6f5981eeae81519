import { sql } from 'kysely';
import { beforeCommit, type Db, type Tx } from '#api/database/open.ts';
import { engineOf, type QueryRunner } from '#api/database/schema/engine.ts';
import type { FullTextIndex, IndexTerm } from './full-text-index.ts';
import { postgresIndex } from './postgres.ts';
import { sqliteIndex } from './sqlite.ts';
import { stripTags, tokeniseForIndex, type WordGroup } from './tokenise.ts';

/** Full text: what the services ask of it, whichever engine keeps the words. */

const indexOf = (db: QueryRunner): FullTextIndex => (engineOf(db) === 'postgres' ? postgresIndex : sqliteIndex);

/** How much of a description is searched, in characters. */
const MAX_DESCRIPTION = 20_000;

const bumpWords = (tx: Tx): void =>
  beforeCommit(tx, 'words', async () => {
    await tx.updateTable('catalogue_revision').set({ words_revision: sql<number>`words_revision + 1` }).execute();
  });

/** Ids in one query. */
const IDS_AT_ONCE = 500;

/** Brings the index up to date with one product; one that is no longer on sale leaves it. Part of the transaction that changed it. */
export const indexProduct = (tx: Tx, productId: number): Promise<void> => indexProducts(tx, [productId]);

/** As `indexProduct` for several. Rising ids keep FTS5 from writing a segment for each product. */
export async function indexProducts(tx: Tx, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  const index = indexOf(tx);
  const ids = productIds.toSorted((a, b) => a - b);
  for (const id of ids) await index.remove(tx, id);
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const rows = await tx
      .selectFrom('product')
      .innerJoin('sub_category', 'sub_category.id', 'product.sub_category_id')
      .select(['product.id', 'product.name', 'brand', 'keywords', 'description', 'sub_category.name as category'])
      .where('product.id', 'in', ids.slice(from, from + IDS_AT_ONCE))
      .where('active', '=', 1)
      .orderBy('product.id')
      .execute();
    for (const row of rows) {
      await index.insert(tx, row.id, {
        name: tokeniseForIndex(row.name),
        brand: tokeniseForIndex(row.brand ?? ''),
        category: tokeniseForIndex(row.category),
        keywords: tokeniseForIndex(row.keywords),
        description: tokeniseForIndex(stripTags(row.description.slice(0, MAX_DESCRIPTION))),
      });
    }
  }
  bumpWords(tx);
}

/** Builds the index anew from every product on sale. */
export async function reindexAll(tx: Tx): Promise<void> {
  await indexOf(tx).clear(tx);
  const products = await tx.selectFrom('product').select('id').where('active', '=', 1).orderBy('id').execute();
  for (let from = 0; from < products.length; from += IDS_AT_ONCE)
    await indexProducts(
      tx,
      products.slice(from, from + IDS_AT_ONCE).map(({ id }) => id),
    );
  bumpWords(tx);
}

/** The products that hold all (or, with `OR`, any) of the groups, each with its score: the lower, the better. A table for a join. */
export const matchingProducts = (db: Db, groups: readonly WordGroup[], between: 'AND' | 'OR' = 'AND') =>
  indexOf(db).matchingProducts(groups, between);

/** As `matchingProducts` without scores, in tables by where the words stand, best first. For searches that find very many. */
export const matchingTiers = (db: Db, groups: readonly WordGroup[], between: 'AND' | 'OR' = 'AND') =>
  indexOf(db).matchingTiers(groups, between);

/** How many products hold all (or any) of the groups. */
export const countMatches = (db: Db, groups: readonly WordGroup[], between: 'AND' | 'OR' = 'AND'): Promise<number> =>
  indexOf(db).countMatches(db, groups, between);

/** Whether any product holds all of the groups. */
export const hasMatch = (db: Db, groups: readonly WordGroup[]): Promise<boolean> => indexOf(db).hasMatch(db, groups);

/** Whether any product holds this very word, but for its ending ("watches" is "watch"). */
export const isIndexedWord = (db: Db, word: string): Promise<boolean> => indexOf(db).isIndexedWord(db, word);

/** Every word that products are named by, as the index spells it (stemmed). */
export const listTerms = (db: Db): Promise<IndexTerm[]> => indexOf(db).listTerms(db);

/** Changes whenever `listTerms` may answer differently. */
export const readWordsRevision = async (db: Db): Promise<number> =>
  (await db.selectFrom('catalogue_revision').select('words_revision').executeTakeFirstOrThrow()).words_revision;
