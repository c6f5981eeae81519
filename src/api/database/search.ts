import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './open.ts';
import { type WordGroup, wordsOfHtml, wordsToIndex } from './words.ts';

/** Full text in SQLite's FTS5: the one place that knows its language. */

/** How much of a description is searched, in characters. */
const MAX_DESCRIPTION = 20_000;

/** What a hit in each column is worth: name, brand, category, keywords, description. */
const weights = sql.raw('3.0, 1.5, 2.0, 0.8, 0.2');

const bumpWords = (tx: Tx) =>
  tx.updateTable('catalogue_revision').set({ words_revision: sql<number>`words_revision + 1` }).execute();

/** Brings the index up to date with one product; one that is no longer on sale leaves it. Part of the transaction that changed it. */
export async function indexProduct(tx: Tx, productId: number): Promise<void> {
  await sql`DELETE FROM product_words WHERE rowid = ${productId}`.execute(tx);
  const row = await tx
    .selectFrom('product')
    .innerJoin('sub_category', 'sub_category.id', 'product.sub_category_id')
    .select(['product.name', 'brand', 'keywords', 'description', 'sub_category.name as category'])
    .where('product.id', '=', productId)
    .where('active', '=', 1)
    .executeTakeFirst();
  if (row) {
    const description = wordsOfHtml(row.description.slice(0, MAX_DESCRIPTION));
    const [name, brand, category, keywords, body] = [row.name, row.brand ?? '', row.category, row.keywords, description].map(
      wordsToIndex,
    );
    await sql`INSERT INTO product_words (rowid, name, brand, category, keywords, description)
      VALUES (${productId}, ${name}, ${brand}, ${category}, ${keywords}, ${body})`.execute(tx);
  }
  await bumpWords(tx);
}

/** Builds the index anew from every product on sale. */
export async function reindexAll(tx: Tx): Promise<void> {
  await sql`INSERT INTO product_words (product_words) VALUES ('delete-all')`.execute(tx);
  const products = await tx.selectFrom('product').select('id').where('active', '=', 1).execute();
  for (const { id } of products) await indexProduct(tx, id);
  await bumpWords(tx);
}

/** Quoted, so that nothing in a word is syntax. */
const quote = (word: string): string => `"${word.replaceAll('"', '""')}"`;

/** A word itself or, worth less, anything that begins with it. */
const phrase = (word: string): string => (word.length > 1 ? `(${quote(word)} OR ${quote(word)}*)` : quote(word));

const expression = (groups: readonly WordGroup[], between: 'AND' | 'OR'): string =>
  groups.map((ways) => `(${ways.map((words) => `(${words.map(phrase).join(' AND ')})`).join(' OR ')})`).join(` ${between} `);

/** The products that hold all (or, with `OR`, any) of the groups, each with its score: the lower, the better. A table for a join. */
export const matchingProducts = (
  groups: readonly WordGroup[],
  between: 'AND' | 'OR' = 'AND',
): RawBuilder<{ id: number; score: number }> =>
  sql`(SELECT rowid AS id, bm25(product_words, ${weights}) AS score FROM product_words
    WHERE product_words MATCH ${expression(groups, between)})`;

async function matches(db: Db, query: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM product_words WHERE product_words MATCH ${query} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Whether any product holds all of the groups. */
export const anyMatch = (db: Db, groups: readonly WordGroup[]): Promise<boolean> => matches(db, expression(groups, 'AND'));

/** Whether any product holds this very word, but for its ending ("watches" is "watch"). */
export const isWord = (db: Db, word: string): Promise<boolean> => matches(db, quote(word));

export interface Term {
  term: string;
  /** In how many products' names, brands, categories and keywords it stands. */
  products: number;
}

/** Every word that products are named by, as the index spells it (stemmed). */
export async function listTerms(db: Db): Promise<Term[]> {
  const { rows } = await sql<Term>`SELECT term, sum(doc) AS products FROM product_term
    WHERE col <> 'description' GROUP BY term`.execute(db);
  return rows;
}

/** Changes whenever `listTerms` may answer differently. */
export const wordsRevision = async (db: Db): Promise<number> =>
  (await db.selectFrom('catalogue_revision').select('words_revision').executeTakeFirstOrThrow()).words_revision;
