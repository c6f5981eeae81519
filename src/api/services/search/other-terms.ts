import type { Db } from '#api/database/schema/engine.ts';
import { listTermsBeginning, wordIndexOf } from '#api/database/search/product-index.ts';
import { keyOfTerm, prefixOfKey } from '#api/database/search/word-keys.ts';

/** Shorter beginnings, in characters, match longer words in titles only. */
const MIN_LENGTH = 3;

/** Of more terms, the index finds those that begin so as fast. */
const MAX_TERMS = 100;

/** The first characters of a term, from three up to as many as it has. */
function listBeginnings(term: string): string[] {
  const characters = [...term];
  return characters.map((_, i) => characters.slice(0, i + 1).join('')).slice(MIN_LENGTH - 1);
}

/** Terms by beginning. A beginning with too many terms has none. */
class TermsByBeginning {
  readonly #terms: Map<string, string[]>;

  constructor(beginnings: Iterable<string>) {
    this.#terms = new Map([...beginnings].map((beginning) => [beginning, []]));
  }

  /** Adds a term that begins with none of the common ones. */
  add(term: string, common: ReadonlySet<string>): void {
    const beginnings = listBeginnings(term);
    if (beginnings.some((beginning) => common.has(beginning))) return;
    for (const beginning of beginnings) {
      const terms = this.#terms.get(beginning);
      terms?.push(term);
      if (terms && terms.length > MAX_TERMS) this.#terms.delete(beginning);
    }
  }

  /** Removes the beginnings of a term. */
  omit(term: string): void {
    for (const beginning of listBeginnings(term)) this.#terms.delete(beginning);
  }

  /** All terms. */
  list(): string[] {
    return [...new Set([...this.#terms.values()].flat())];
  }

  get terms(): ReadonlyMap<string, readonly string[]> {
    return this.#terms;
  }
}

/**
 * Reads, for the beginnings of common words, given by their keys, the terms of any field that begin so but with none of these words. What an
 * unfinished word may become is known then. Beginnings of very many terms, or of such as cannot be searched for, are left out.
 */
export async function readOtherTerms(db: Db, keys: Iterable<string>): Promise<ReadonlyMap<string, readonly string[]>> {
  const common = new Set([...keys].flatMap((key) => prefixOfKey(key) ?? []));
  const beginnings = new Set([...common].flatMap((term) => listBeginnings(term).slice(0, -1)));
  const found = new TermsByBeginning(beginnings);
  const shortest = [...beginnings].filter((beginning) => [...beginning].length === MIN_LENGTH);
  for (const term of await listTermsBeginning(db, shortest)) found.add(term, common);
  const terms = found.list();
  const keysOfTerms = await wordIndexOf(db).readKeys(db, terms);
  for (const [i, term] of terms.entries()) if (keysOfTerms[i] !== keyOfTerm(term)) found.omit(term);
  return found.terms;
}
