import type { Db } from '#api/database/schema/engine.ts';
import type { WordIndex } from './index-interface.ts';

/** Marks the key of a word that longer words match too; a single letter matches only itself. */
const PREFIX_MARK = '*';

/** Keys that are kept for each database. */
const MAX_KEYS = 10_000;

/** Reads the lexeme of each word; undefined for a word that the index splits or ignores. */
type ReadLexemes = (db: Db, words: readonly string[]) => Promise<(string | undefined)[]>;

/** Reads keys of words, which are their lexemes, and keeps them. */
export function cacheWordKeys(readLexemes: ReadLexemes): WordIndex['readKeys'] {
  const keysOf = new WeakMap<Db, Map<string, string | undefined>>();
  return async (db, words) => {
    const known = keysOf.get(db) ?? new Map<string, string | undefined>();
    keysOf.set(db, known);
    if (known.size > MAX_KEYS) known.clear();
    const unknown = words.filter((word) => !known.has(word));
    const lexemes = unknown.length > 0 ? await readLexemes(db, unknown) : [];
    for (const [i, word] of unknown.entries()) {
      const lexeme = lexemes[i];
      known.set(word, lexeme && (word.length > 1 ? lexeme + PREFIX_MARK : lexeme));
    }
    return words.map((word) => known.get(word));
  };
}
