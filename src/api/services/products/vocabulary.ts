import type { Db } from '#api/database/schema/engine.ts';
import type { IndexTerm } from '#api/database/search/index-interface.ts';
import { listTerms, readWordsRevision } from '#api/database/search/product-index.ts';
import { cacheByRevision } from '#api/services/catalogue/revision-cache.ts';

/** Shorter terms correct no word. */
const MIN_TERM_LENGTH = 3;

/** Rarer terms correct no word: so many are found and kept in a bounded time and memory. */
const MAX_TERMS = 50_000;

/** A catalogue with so many products is a large one. */
const LARGE_CATALOGUE = 50_000;

/** In a large catalogue, the terms are read again at most this often, in milliseconds: that takes seconds. */
const READ_INTERVAL_MS = 30_000;

/** The terms of the search index, for spelling correction. */
export interface Vocabulary {
  terms: readonly IndexTerm[];
  /** Indexes into `terms` by letter bigram. */
  byBigram: ReadonlyMap<string, number[]>;
  isLarge: boolean;
}

/** The letter bigrams of a word with both ends marked. Words one edit apart share at least two. */
export function bigrams(word: string): Set<string> {
  const marked = `^${word}$`;
  const found = new Set<string>();
  for (let i = 0; i + 2 <= marked.length; i++) found.add(marked.slice(i, i + 2));
  return found;
}

async function isLargeCatalogue(db: Db): Promise<boolean> {
  const newest = await db.selectFrom('product').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return (newest?.id ?? 0) >= LARGE_CATALOGUE;
}

async function readVocabulary(db: Db): Promise<Vocabulary> {
  const all = (await listTerms(db)).filter(({ term }) => term.length >= MIN_TERM_LENGTH && /^\p{L}+$/u.test(term));
  const terms = all.sort((a, b) => b.products - a.products).slice(0, MAX_TERMS);
  const byBigram = new Map<string, number[]>();
  for (const [index, { term }] of terms.entries()) {
    for (const bigram of bigrams(term)) {
      const list = byBigram.get(bigram);
      if (list) list.push(index);
      else byBigram.set(bigram, [index]);
    }
  }
  return { terms, byBigram, isLarge: await isLargeCatalogue(db) };
}

/** The most common terms of the search index: the current ones, or in a large catalogue those that were read last. */
export const getVocabulary = cacheByRevision(readWordsRevision, readVocabulary, ({ isLarge }) =>
  isLarge ? READ_INTERVAL_MS : 0,
);
