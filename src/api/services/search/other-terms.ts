import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '#api/database/schema/engine.ts';
import { listTermsBeginning, wordIndexOf } from '#api/database/search/product-index.ts';
import { keyOfTerm, prefixOfKey } from '#api/database/search/word-keys.ts';

/** Shorter beginnings, in characters, match longer words in titles only. */
const MIN_LENGTH = 3;

/** Of more terms, the index finds those that begin so as fast. */
const MAX_TERMS = 100;

/** Terms between which other work runs. */
const BATCH_SIZE = 1000;

/** The first characters of a term, from three up to as many as it has. */
function beginningsOf(term: string): string[] {
  const characters = [...term];
  return characters.map((_, i) => characters.slice(0, i + 1).join('')).slice(MIN_LENGTH - 1);
}

/** Terms by beginning. A beginning with too many terms has none. */
class TermsByBeginning {
  readonly #common: ReadonlySet<string>;
  readonly #terms: Map<string, string[]>;

  constructor(common: ReadonlySet<string>) {
    this.#common = common;
    this.#terms = new Map([...common].flatMap((term) => beginningsOf(term).slice(0, -1)).map((beginning) => [beginning, []]));
  }

  /** Adds a term to its beginnings, but for those with a common word that begins so, and which itself begins the term. */
  add(term: string): void {
    const beginnings = beginningsOf(term);
    const longestCommon = beginnings.findLastIndex((beginning) => this.#common.has(beginning));
    for (const beginning of beginnings.slice(longestCommon + 1)) {
      const terms = this.#terms.get(beginning);
      terms?.push(term);
      if (terms && terms.length > MAX_TERMS) this.#terms.delete(beginning);
    }
  }

  /** Removes the beginnings of a term. */
  omit(term: string): void {
    for (const beginning of beginningsOf(term)) this.#terms.delete(beginning);
  }

  /** The beginnings of fewest characters. */
  shortest(): string[] {
    return [...this.#terms.keys()].filter((beginning) => [...beginning].length === MIN_LENGTH);
  }

  get terms(): ReadonlyMap<string, readonly string[]> {
    return this.#terms;
  }
}

/**
 * Reads, for the beginnings of common words, given by their keys, the terms of any field that begin so, except for those that begin with a common
 * word that itself begins so. What an unfinished word may become is known then. Beginnings of very many terms, or of such as cannot be searched
 * for, are left out.
 */
export async function readOtherTerms(db: Db, keys: Iterable<string>): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new TermsByBeginning(new Set([...keys].flatMap((key) => prefixOfKey(key) ?? [])));
  for (const [i, term] of (await listTermsBeginning(db, found.shortest())).entries()) {
    found.add(term);
    if (i % BATCH_SIZE === 0) await nextTurn();
  }
  const terms = [...new Set([...found.terms.values()].flat())];
  for (let from = 0; from < terms.length; from += BATCH_SIZE) {
    const batch = terms.slice(from, from + BATCH_SIZE);
    const keysOfTerms = await wordIndexOf(db).readKeys(db, batch);
    for (const [i, term] of batch.entries()) if (keysOfTerms[i] !== keyOfTerm(term)) found.omit(term);
  }
  return found.terms;
}
