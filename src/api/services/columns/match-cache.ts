import { shareInFlight } from '#api/services/concurrency.ts';
import type { WordRows } from './word-rows.ts';

/** The rows that match a search, in the order of their relevance. */
export interface SearchMatches {
  /** Disjoint, best first. */
  parts: readonly Uint32Array[];
  /** Whether each row was scored: then products of a sub-category that the search names come before all others. */
  isScored: boolean;
}

/** Words that many products have. */
export interface CommonWords {
  /** By their key in the index. */
  rows: ReadonlyMap<string, WordRows>;
  /** For beginnings of these words, all other terms of the index that begin so, but not with one of these words that does. */
  otherTerms: ReadonlyMap<string, readonly string[]>;
}

/** Number of rows that match a search. */
const countRows = ({ parts }: SearchMatches): number => parts.reduce((sum, part) => sum + part.length, 0);

/** Rows in the cache, of 4 bytes each: they are combined again in milliseconds. */
const MAX_ROWS = 2_000_000;

/** Rows of the searches that are kept in a file: room in the cache is left for others. */
const MAX_LISTED_ROWS = 1_000_000;

/** Searches in the cache: most of a crawler's match nothing. */
const MAX_SEARCHES = 2000;

/** Matches of searches by key, limited in searches and rows, and the words from which others can be combined. */
export class MatchCache {
  /** Reads the matches of a key once for concurrent callers. */
  readonly share = shareInFlight<SearchMatches>();
  /** Undefined until they have been read. */
  commonWords: CommonWords | undefined;
  readonly #matches = new Map<string, SearchMatches>();
  #rows = 0;

  /** Number of searches. */
  get size(): number {
    return this.#matches.size;
  }

  get(key: string): SearchMatches | undefined {
    return this.#matches.get(key);
  }

  /** Keeps the matches of a search; without room for them, instead of all others. */
  set(key: string, found: SearchMatches): void {
    // Two requests may have read the same matches.
    if (this.#matches.has(key)) return;
    const rows = countRows(found);
    if (this.#rows + rows > MAX_ROWS || this.#matches.size >= MAX_SEARCHES) {
      this.#matches.clear();
      this.#rows = 0;
    }
    this.#matches.set(key, found);
    this.#rows += rows;
  }

  /** The searches to keep for the next start, oldest first: as many as fit. */
  list(): [key: string, found: SearchMatches][] {
    let rows = 0;
    return [...this.#matches].filter(([, found]) => {
      if (rows + countRows(found) > MAX_LISTED_ROWS) return false;
      rows += countRows(found);
      return true;
    });
  }
}
