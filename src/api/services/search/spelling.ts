import type { Db } from '#api/database/open.ts';
import type { IndexTerm } from '#api/database/search/full-text-index.ts';
import { listTerms, readWordsRevision } from '#api/database/search/product-index.ts';
import { singularise } from '#api/database/search/tokenise.ts';

/** Words shorter than this are taken as written. */
const SHORTEST_CORRECTED = 4;
/** Longer words than this may hold two mistakes, shorter ones one. */
const ONE_MISTAKE_UP_TO = 5;
/** How many likely words stand in for a misspelt one. */
const MAX_CORRECTIONS = 3;
/** How many times more common a word must be to be meant although another begins as written. */
const FAR_MORE_COMMON = 10;

interface Vocabulary {
  revision: number;
  terms: IndexTerm[];
  /** Where in `terms` the words with a pair of letters stand. */
  byPair: Map<string, number[]>;
}

const vocabularies = new WeakMap<Db, Vocabulary>();

/** The pairs of neighbouring letters, beginning and end marked: two words a slip apart share at least two. */
function letterPairs(word: string): Set<string> {
  const marked = `^${word}$`;
  const pairs = new Set<string>();
  for (let i = 0; i + 2 <= marked.length; i++) pairs.add(marked.slice(i, i + 2));
  return pairs;
}

/** The words of the catalogue, read again only when the index has changed. */
async function vocabularyOf(db: Db): Promise<Vocabulary> {
  const revision = await readWordsRevision(db);
  const kept = vocabularies.get(db);
  if (kept?.revision === revision) return kept;
  const terms = (await listTerms(db)).filter(({ term }) => term.length >= SHORTEST_CORRECTED - 1 && /^\p{L}+$/u.test(term));
  const byPair = new Map<string, number[]>();
  terms.forEach(({ term }, index) => {
    for (const pair of letterPairs(term)) {
      const list = byPair.get(pair);
      if (list) list.push(index);
      else byPair.set(pair, [index]);
    }
  });
  const vocabulary = { revision, terms, byPair };
  vocabularies.set(db, vocabulary);
  return vocabulary;
}

/** Damerau–Levenshtein distance (letters added, dropped, changed, or two swapped), or `limit + 1` as soon as it is more than `limit`. */
export function computeEditDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(changed, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row.push(best);
    }
    if (Math.min(...row) > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit + 1;
}

/** The terms that share at least two pairs of letters with a word. */
function similarTerms({ terms, byPair }: Vocabulary, word: string): IndexTerm[] {
  const shared = new Map<number, number>();
  for (const pair of letterPairs(word)) {
    for (const index of byPair.get(pair) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
  }
  return [...shared].flatMap(([index, pairs]) => (pairs >= 2 ? (terms[index] ?? []) : []));
}

/**
 * The words of the catalogue that a misspelt one was most likely meant to be, likeliest first; none when nothing is near. Where
 * something does begin with the word, only what is far more common counts: "denm" may begin "denmark", yet means "denim".
 */
export async function correctWord(db: Db, word: string): Promise<string[]> {
  if (word.length < SHORTEST_CORRECTED) return [];
  const limit = word.length <= ONE_MISTAKE_UP_TO ? 1 : 2;
  const stem = singularise(word);
  const vocabulary = await vocabularyOf(db);
  const begun = vocabulary.terms.reduce((sum, { term, products }) => sum + (term.startsWith(word) ? products : 0), 0);
  const near = similarTerms(vocabulary, word).flatMap(({ term, products }) => {
    const mistakes = Math.min(computeEditDistance(word, term, limit), computeEditDistance(stem, term, limit));
    if (mistakes > limit || products < begun * FAR_MORE_COMMON) return [];
    return [{ term, products, mistakes, otherStart: term[0] === word[0] ? 0 : 1 }];
  });
  near.sort((a, b) => a.mistakes - b.mistakes || a.otherStart - b.otherStart || b.products - a.products);
  return near
    .filter(({ mistakes, otherStart }) => mistakes === near[0]?.mistakes && otherStart === near[0]?.otherStart)
    .slice(0, MAX_CORRECTIONS)
    .map(({ term }) => term);
}
