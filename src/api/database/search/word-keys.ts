import type { Db } from '#api/database/schema/engine.ts';
import type { WordIndex } from './index-interface.ts';
import { prefixReachOf } from './prefix-reach.ts';

/** Marks the key of a word that longer words match too, anywhere or in titles. Without a mark, the word matches only itself. */
const marks = { anywhere: '*', titles: '+', none: '' } as const;

/** Keys that are kept for each database. */
const MAX_KEYS = 10_000;

/** The key of a term that the index lists, which is a lexeme. */
export const keyOfTerm = (term: string): string => term + marks[prefixReachOf(term)];

/** The beginning of all words that match anywhere what has this key; undefined for a key that only the word itself has there. */
export const prefixOfKey = (key: string): string | undefined => (key.endsWith(marks.anywhere) ? key.slice(0, -1) : undefined);

/** Reads the lexeme of each word; undefined for a word that the index splits or ignores. */
type ReadLexemes = (db: Db, words: readonly string[]) => Promise<(string | undefined)[]>;

/** Reads keys of words, which are their lexemes, and keeps them. */
export function cacheWordKeys(readLexemes: ReadLexemes): WordIndex['readKeys'] {
  const keysOf = new WeakMap<Db, Map<string, string | undefined>>();
  return async (db, words) => {
    const known = keysOf.get(db) ?? new Map<string, string | undefined>();
    keysOf.set(db, known);
    if (known.size > MAX_KEYS) known.clear();
    // The cache may be cleared while the others are read.
    const keys = new Map(words.flatMap((word) => (known.has(word) ? [[word, known.get(word)]] : [])));
    const unknown = words.filter((word) => !keys.has(word));
    const lexemes = unknown.length > 0 ? await readLexemes(db, unknown) : [];
    for (const [i, word] of unknown.entries()) {
      const key = lexemes[i] && lexemes[i] + marks[prefixReachOf(word)];
      keys.set(word, key);
      known.set(word, key);
    }
    return words.map((word) => keys.get(word));
  };
}
