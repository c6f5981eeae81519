import type { Db } from '../database/open.ts';
import { listTerms, type Term, wordsRevision } from '../database/search.ts';

/** Words shorter than this are taken as written. */
const SHORTEST_CORRECTED = 4;
/** Longer words than this may hold two mistakes, shorter ones one. */
const ONE_MISTAKE_UP_TO = 5;
/** How many likely words stand in for a misspelt one. */
const MAX_CORRECTIONS = 3;

interface Vocabulary {
  revision: number;
  terms: Term[];
  /** Where in `terms` the words with a trigram stand. */
  byTrigram: Map<string, number[]>;
}

const vocabularies = new WeakMap<Db, Vocabulary>();

/** The three-letter pieces of a word, its beginning and end marked. */
function trigrams(word: string): Set<string> {
  const marked = `^${word}$`;
  const pieces = new Set<string>();
  for (let i = 0; i + 3 <= marked.length; i++) pieces.add(marked.slice(i, i + 3));
  return pieces;
}

/** The words of the catalogue, read again only when the index has changed. */
async function vocabularyOf(db: Db): Promise<Vocabulary> {
  const revision = await wordsRevision(db);
  const kept = vocabularies.get(db);
  if (kept?.revision === revision) return kept;
  const terms = (await listTerms(db)).filter(({ term }) => term.length >= SHORTEST_CORRECTED - 1 && /^\p{L}+$/u.test(term));
  const byTrigram = new Map<string, number[]>();
  terms.forEach(({ term }, index) => {
    for (const piece of trigrams(term)) {
      const list = byTrigram.get(piece);
      if (list) list.push(index);
      else byTrigram.set(piece, [index]);
    }
  });
  const vocabulary = { revision, terms, byTrigram };
  vocabularies.set(db, vocabulary);
  return vocabulary;
}

/** Damerau–Levenshtein distance (letters added, dropped, changed, or two swapped), or `limit + 1` as soon as it is more than `limit`. */
export function distance(a: string, b: string, limit: number): number {
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

/** The words of the catalogue that a misspelt one was most likely meant to be, likeliest first; none when nothing is near. */
export async function correctWord(db: Db, word: string): Promise<string[]> {
  if (word.length < SHORTEST_CORRECTED) return [];
  const limit = word.length <= ONE_MISTAKE_UP_TO ? 1 : 2;
  const { terms, byTrigram } = await vocabularyOf(db);
  const candidates = new Set([...trigrams(word)].flatMap((piece) => byTrigram.get(piece) ?? []));
  const near = [...candidates].flatMap((index) => {
    const found = terms[index];
    if (!found) return [];
    const mistakes = distance(word, found.term, limit);
    return mistakes <= limit ? [{ ...found, mistakes, sameStart: found.term[0] === word[0] }] : [];
  });
  near.sort((a, b) => a.mistakes - b.mistakes || Number(b.sameStart) - Number(a.sameStart) || b.products - a.products);
  return near
    .filter(({ mistakes, sameStart }) => mistakes === near[0]?.mistakes && sameStart === near[0]?.sameStart)
    .slice(0, MAX_CORRECTIONS)
    .map(({ term }) => term);
}
