import type { Db } from '#api/database/schema/engine.ts';
import type { IndexTerm } from '#api/database/search/index-interface.ts';
import { listCommonTerms, wordIndexOf } from '#api/database/search/product-index.ts';
import type { TierIds } from '#api/database/search/read-tiers.ts';
import { keyOfTerm } from '#api/database/search/word-keys.ts';
import { getCurrentColumns } from '#api/services/columns/current-columns.ts';
import type { ProductColumns } from '#api/services/columns/product-columns.ts';
import { countWordBytes, toWordRows, type WordRows } from '#api/services/columns/word-rows.ts';
import { COMMON_SHARE } from './combine-words.ts';
import { readOtherTerms } from './other-terms.ts';
import { getCurrentVocabulary } from './vocabulary.ts';

/** Memory for the rows of common words: with a million products, at most 125 kB for most of them. */
const MAX_WORD_BYTES = 24 * 1024 * 1024;

/** The first letters of a word from which a shopper is shown matches: of so few, longer words match in titles only. */
const BEGINNING_LENGTH = 2;

/** A word that many products have, or another word with the same key in the index. */
interface CommonWord {
  key: string;
  word: string;
  /** How many products have it, about. */
  products: number;
}

/** The beginnings of terms, each with the products of its terms added up. */
function countBeginnings(terms: readonly IndexTerm[]): IndexTerm[] {
  const counts = new Map<string, number>();
  for (const { term, products } of terms) {
    const beginning = term.slice(0, BEGINNING_LENGTH);
    // Not half of a character that has two code units.
    if (beginning.isWellFormed()) counts.set(beginning, (counts.get(beginning) ?? 0) + products);
  }
  return [...counts].map(([term, products]) => ({ term, products }));
}

/** Words of which one may stem to a term: the stem of a term is not always the term ("blouse", "blous", "blou"). */
const candidatesFor = (term: string): string[] => [term, `${term}e`, term.replace(/i$/, 'y'), `${term}s`];

/** A word for each of the terms that stems to it. */
async function findWords(db: Db, terms: readonly IndexTerm[]): Promise<CommonWord[]> {
  const candidates = terms.map(({ term }) => candidatesFor(term));
  const keys = (await wordIndexOf(db).readKeys(db, candidates.flat())).values();
  return terms.flatMap(({ term, products }, i) => {
    const key = keyOfTerm(term);
    const [word] = (candidates[i] ?? []).filter(() => keys.next().value === key);
    return word === undefined ? [] : [{ key, word, products }];
  });
}

/** The words of which searches are combined: those of names, categories and keywords before those that only descriptions make common. */
async function listCommonWords(db: Db, products: number): Promise<CommonWord[]> {
  const least = products * COMMON_SHARE;
  const { terms } = await getCurrentVocabulary(db);
  const find = async (some: readonly IndexTerm[]) =>
    (
      await findWords(
        db,
        some.filter((term) => term.products >= least),
      )
    ).sort((a, b) => b.products - a.products);
  return [...(await find([...countBeginnings(terms), ...terms])), ...(await find(await listCommonTerms(db, products, least)))];
}

/**
 * Reads the rows of common beginnings and words, of which searches are combined, for columns that have none. Gives up when products or their
 * words change meanwhile; rejects when it is aborted between two queries.
 */
export async function readCommonWords(db: Db, columns: ProductColumns, signal?: AbortSignal): Promise<void> {
  const rowsOf = new Map<string, WordRows>();
  let bytes = 0;
  for (const { key, word } of await listCommonWords(db, columns.ids.length)) {
    signal?.throwIfAborted();
    // A word may be common in titles and in descriptions.
    if (rowsOf.has(key)) continue;
    const rows = toWordRows(columns.ids, (await wordIndexOf(db).readWord(db, word)) as TierIds);
    bytes += countWordBytes(rows);
    if (bytes > MAX_WORD_BYTES) break;
    // A beginning may be one of keywords only, in which nothing is found by it.
    if (countWordBytes(rows) > 0) rowsOf.set(key, rows);
    // A change of prices leaves the cache, and the rows, as they are.
    if ((await getCurrentColumns(db))?.matches !== columns.matches) return;
  }
  signal?.throwIfAborted();
  const otherTerms = await readOtherTerms(db, rowsOf.keys());
  if ((await getCurrentColumns(db))?.matches === columns.matches) columns.matches.commonWords = { rows: rowsOf, otherTerms };
}
