import type { RawBuilder } from 'kysely';
import type { Db, Tx } from '#api/database/open.ts';
import type { WordGroup } from './tokenise.ts';

/** The words of one product, as the index keeps them, by where they stand. */
export type IndexedFields = Record<'name' | 'brand' | 'category' | 'keywords' | 'description', string>;

export interface IndexTerm {
  term: string;
  /** In how many products' names, brands, categories and keywords it stands. */
  products: number;
}

/** What an engine does to keep and find words; the same words lead to the same products on each. */
export interface FullTextIndex {
  insert: (tx: Tx, productId: number, words: IndexedFields) => Promise<void>;
  remove: (tx: Tx, productId: number) => Promise<void>;
  clear: (tx: Tx) => Promise<void>;
  /** A table for a join: the products that hold all or any of the groups, each with its score, the lower the better. */
  matchingProducts: (groups: readonly WordGroup[], between: 'AND' | 'OR') => RawBuilder<{ id: number; score: number }>;
  /**
   * The same products without scores, split by where the words stand, best first: the words themselves in category and brand, else in the
   * name, else their beginnings in any of these, else in keywords and description too. Tables with no product in common.
   */
  matchingTiers: (groups: readonly WordGroup[], between: 'AND' | 'OR') => RawBuilder<{ id: number }>[];
  countMatches: (db: Db, groups: readonly WordGroup[], between: 'AND' | 'OR') => Promise<number>;
  hasMatch: (db: Db, groups: readonly WordGroup[]) => Promise<boolean>;
  isIndexedWord: (db: Db, word: string) => Promise<boolean>;
  listTerms: (db: Db) => Promise<IndexTerm[]>;
}
