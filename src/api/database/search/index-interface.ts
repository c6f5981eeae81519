import type { RawBuilder } from 'kysely';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { WordGroup } from './tokenise.ts';

export type IndexedFields = Record<'name' | 'brand' | 'category' | 'keywords' | 'description', string>;

export interface IndexedProduct {
  id: number;
  fields: IndexedFields;
}

export interface IndexTerm {
  term: string;
  products: number;
}

/** Full-text index of an engine. Every engine finds the same products for the same words. */
export interface FullTextIndex {
  insert: (tx: Tx, products: readonly IndexedProduct[]) => Promise<void>;
  remove: (tx: Tx, productIds: readonly number[]) => Promise<void>;
  clear: (tx: Tx) => Promise<void>;
  /** Subquery of the products that match all or any of the groups. */
  matchingProducts: (groups: readonly WordGroup[], operator: 'AND' | 'OR') => RawBuilder<{ id: number }>;
  /** The same with scores; lower is better. */
  scoredProducts: (groups: readonly WordGroup[], operator: 'AND' | 'OR') => RawBuilder<{ id: number; score: number }>;
  /**
   * Disjoint subqueries of the same products without scores, best tier first: exact words in category or brand, exact words in the name,
   * prefixes in any of these, and prefixes in keywords or description.
   */
  matchingTiers: (groups: readonly WordGroup[], operator: 'AND' | 'OR') => RawBuilder<{ id: number }>[];
  /** Counts the same products, at most `limit`. */
  countMatches: (db: Db, groups: readonly WordGroup[], operator: 'AND' | 'OR', limit: number) => Promise<number>;
  hasMatch: (db: Db, groups: readonly WordGroup[]) => Promise<boolean>;
  isIndexedWord: (db: Db, word: string) => Promise<boolean>;
  /** The terms in name, brand, category and keywords, with about as many products: many products may be sampled. */
  listTerms: (db: Db) => Promise<IndexTerm[]>;
}
