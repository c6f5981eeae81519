import { sql } from 'kysely';
import { readRevisions } from '#api/database/catalogue-revision.ts';
import { type Db, engineOf, type QueryRunner, type Tx } from '#api/database/schema/engine.ts';
import { beforeCommit } from '#api/database/transaction-hooks.ts';
import type { FullTextIndex, IndexedFields, IndexTerm } from './index-interface.ts';
import { postgresIndex } from './postgres-index.ts';
import { sqliteIndex } from './sqlite-index.ts';
import { stripTags, tokeniseForIndex, type WordGroup } from './tokenise.ts';

/** Indexed length of a description, in characters. */
const MAX_DESCRIPTION = 20_000;

interface SearchedProduct {
  name: string;
  brand: string | null;
  /** Names of the sub-categories that list it. */
  categories: string[];
  keywords: string;
  description: string;
}

const tokeniseFields = ({ name, brand, categories, keywords, description }: SearchedProduct): IndexedFields => ({
  name: tokeniseForIndex(name),
  brand: tokeniseForIndex(brand ?? ''),
  category: categories.map(tokeniseForIndex).join(' '),
  keywords: tokeniseForIndex(keywords),
  description: tokeniseForIndex(stripTags(description.slice(0, MAX_DESCRIPTION))),
});

/** Full-text search for the services, on either engine. */

const indexOf = (db: QueryRunner): FullTextIndex => (engineOf(db) === 'postgres' ? postgresIndex : sqliteIndex);

const bumpWordsRevision = (tx: Tx): void =>
  beforeCommit(tx, 'words', async () => {
    await tx.updateTable('catalogue_revision').set({ words_revision: sql<number>`words_revision + 1` }).execute();
  });

/** Product ids per query. */
const BATCH_SIZE = 500;

/** Updates the index for one product, or removes it if it is no longer on sale. Runs in the transaction that changed the product. */
export const indexProduct = (tx: Tx, productId: number): Promise<void> => indexProducts(tx, [productId]);

async function readCollections(tx: Tx, productIds: readonly number[]) {
  const rows = await tx
    .selectFrom('product_category')
    .innerJoin('sub_category', 'sub_category.id', 'product_category.sub_category_id')
    .select(['product_id', 'sub_category.name'])
    .where('product_id', 'in', productIds)
    .execute();
  return Map.groupBy(rows, ({ product_id }) => product_id);
}

/** Like `indexProduct`, for several. */
export async function indexProducts(tx: Tx, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  const index = indexOf(tx);
  await index.remove(tx, productIds);
  for (let from = 0; from < productIds.length; from += BATCH_SIZE) {
    const ids = productIds.slice(from, from + BATCH_SIZE);
    const collections = await readCollections(tx, ids);
    const rows = await tx
      .selectFrom('product')
      .innerJoin('sub_category', 'sub_category.id', 'product.sub_category_id')
      .select(['product.id', 'product.name', 'brand', 'keywords', 'description', 'sub_category.name as category'])
      .where('product.id', 'in', ids)
      .where('active', '=', 1)
      .execute();
    await index.insert(
      tx,
      rows.map(({ id, category, ...row }) => {
        const others = (collections.get(id) ?? []).map(({ name }) => name);
        return { id, fields: tokeniseFields({ ...row, categories: [category, ...others] }) };
      }),
    );
  }
  bumpWordsRevision(tx);
}

/** Rebuilds the index from every product on sale. */
export async function reindexAll(tx: Tx): Promise<void> {
  await indexOf(tx).clear(tx);
  const products = await tx.selectFrom('product').select('id').where('active', '=', 1).orderBy('id').execute();
  for (let from = 0; from < products.length; from += BATCH_SIZE)
    await indexProducts(
      tx,
      products.slice(from, from + BATCH_SIZE).map(({ id }) => id),
    );
  bumpWordsRevision(tx);
}

/** Subquery of the products that match all (with `OR`: any) of the groups. */
export const matchingProducts = (db: Db, groups: readonly WordGroup[], operator: 'AND' | 'OR' = 'AND') =>
  indexOf(db).matchingProducts(groups, operator);

/** The same with scores; lower is better. */
export const scoredProducts = (db: Db, groups: readonly WordGroup[], operator: 'AND' | 'OR' = 'AND') =>
  indexOf(db).scoredProducts(groups, operator);

/** Subqueries by relevance tier, best first, without scores. For searches with very many matches. */
export const matchingTiers = (db: Db, groups: readonly WordGroup[], operator: 'AND' | 'OR' = 'AND') =>
  indexOf(db).matchingTiers(groups, operator);

/** Counts the products that match all (or any) of the groups, at most `limit`. */
export const countMatches = (db: Db, groups: readonly WordGroup[], operator: 'AND' | 'OR', limit: number): Promise<number> =>
  indexOf(db).countMatches(db, groups, operator, limit);

/** Whether any product matches all of the groups. */
export const hasMatch = (db: Db, groups: readonly WordGroup[]): Promise<boolean> => indexOf(db).hasMatch(db, groups);

/** Whether any product contains this word, after stemming ("watches" matches "watch"). */
export const isIndexedWord = (db: Db, word: string): Promise<boolean> => indexOf(db).isIndexedWord(db, word);

/** Lists the terms of names, brands, categories and keywords, as stemmed by the index. */
export const listTerms = (db: Db): Promise<IndexTerm[]> => indexOf(db).listTerms(db);

/** Reads the revision of the index; `listTerms` may be cached until it changes. */
export const readWordsRevision = async (db: Db): Promise<number> => (await readRevisions(db)).words;
