import type { Db } from '#api/database/schema/engine.ts';
import type { IndexTerm } from '#api/database/search/index-interface.ts';
import { listTerms, readWordsRevision } from '#api/database/search/product-index.ts';
import { singularise } from '#api/database/search/tokenise.ts';
import { cacheByRevision } from '#api/services/catalogue/revision-cache.ts';
import { computeEditDistance } from '#lib/rules/edit-distance.ts';

const MIN_CORRECTED_LENGTH = 4;
/** Words up to this length may have an edit distance of 1 to their correction, longer ones of 2. */
const MAX_ONE_EDIT_LENGTH = 5;
const MAX_CORRECTIONS = 3;
/** A correction must be this many times more common than the terms that start with the word as typed. */
const PREFIX_FREQUENCY_RATIO = 10;

/** Whether a word has a digit. Such a word is a code, a model or a measure, of which each character counts. */
export const hasDigit = (word: string): boolean => /\p{N}/u.test(word);

/** The terms that share at least two bigrams with a word. */
function findSimilarTerms({ terms, byBigram }: Vocabulary, word: string): IndexTerm[] {
  const shared = new Map<number, number>();
  for (const bigram of bigrams(word)) {
    for (const index of byBigram.get(bigram) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
  }
  return [...shared].flatMap(([index, count]) => (count >= 2 ? (terms[index] ?? []) : []));
}

/** The most edits between a word that finds nothing and one that is offered instead: the shopper decides, so more than in a correction. */
const MAX_OFFERED_EDITS = 3;

/** Terms of the catalogue that are spelt nearly as the longest word of a text without known words, the nearest first; at most three. */
export async function findNearTerms(db: Db, text: string): Promise<string[]> {
  const [word = ''] = (text.toLowerCase().match(/\p{L}+/gu) ?? []).sort((a, b) => b.length - a.length);
  const limit = Math.min(MAX_OFFERED_EDITS, Math.floor(word.length / 2));
  return findSimilarTerms(await getVocabulary(db), word)
    .map(({ term, products }) => ({ term, products, edits: computeEditDistance(word, term, limit) }))
    .filter(({ edits }) => edits <= limit)
    .sort((a, b) => a.edits - b.edits || b.products - a.products)
    .slice(0, MAX_CORRECTIONS)
    .map(({ term }) => term);
}

/**
 * The likeliest corrections of a misspelt word among the catalogue's terms, best first. Where terms start with the word, a correction
 * must be far more common than they are: "denm" is a prefix of "denmark" but means "denim".
 */
export async function correctWord(db: Db, word: string): Promise<string[]> {
  if (word.length < MIN_CORRECTED_LENGTH || hasDigit(word)) return [];
  const limit = word.length <= MAX_ONE_EDIT_LENGTH ? 1 : 2;
  const stem = singularise(word);
  const vocabulary = await getVocabulary(db);
  const prefixCount = vocabulary.terms.reduce((sum, { term, products }) => sum + (term.startsWith(word) ? products : 0), 0);
  const candidates = findSimilarTerms(vocabulary, word).flatMap(({ term, products }) => {
    const edits = Math.min(computeEditDistance(word, term, limit), computeEditDistance(stem, term, limit));
    if (edits > limit || hasDigit(term) || products < prefixCount * PREFIX_FREQUENCY_RATIO) return [];
    return [{ term, products, edits, otherStart: term[0] === word[0] ? 0 : 1 }];
  });
  candidates.sort((a, b) => a.edits - b.edits || a.otherStart - b.otherStart || b.products - a.products);
  return candidates
    .filter(({ edits, otherStart }) => edits === candidates[0]?.edits && otherStart === candidates[0]?.otherStart)
    .slice(0, MAX_CORRECTIONS)
    .map(({ term }) => term);
}

/** Shorter terms correct no word. */
const MIN_TERM_LENGTH = 3;

/** Rarer terms correct no word: so many are found and kept in a bounded time and memory. */
const MAX_TERMS = 50_000;

/** A catalogue with so many products is a large one. */
const LARGE_CATALOGUE = 50_000;

/** In a large catalogue, the terms are read again at most this often, in milliseconds: that takes seconds. */
const READ_INTERVAL_MS = 30_000;

interface Vocabulary {
  terms: readonly IndexTerm[];
  /** Indexes into `terms` by letter bigram. */
  byBigram: ReadonlyMap<string, number[]>;
  isLarge: boolean;
}

/** The letter bigrams of a word with both ends marked. Words one edit apart share at least two. */
function bigrams(word: string): Set<string> {
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
const getVocabulary = cacheByRevision(readWordsRevision, readVocabulary, ({ isLarge }) => (isLarge ? READ_INTERVAL_MS : 0));
