import type { RawBuilder } from 'kysely';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { TierIds } from './read-tiers.ts';
import type { WordGroup } from './tokenise.ts';

/** The tokenised fields of one product. */
export type IndexedFields = Record<'name' | 'brand' | 'category' | 'keywords' | 'description', string>;

/** A product in the index. */
export interface IndexedProduct {
  id: number;
  fields: IndexedFields;
}

export interface IndexTerm {
  term: string;
  /** Number of products with the term. */
  products: number;
}

/** The ids of the products that match a search. */
export interface IndexMatches {
  /** One part in the order of scores, or a part for each tier, best first, whose ids are in any order and may also be in a later part. */
  parts: Uint32Array[];
  isScored: boolean;
}

export interface ReadOptions {
  /** Up to this many matches are scored. */
  scoredMax: number;
  /** Number of products in the catalogue: it decides which plan is fast. */
  products: number;
}

/** Reads single words, from which the matches of a search can be combined without the index. */
export interface WordIndex {
  /** A key for each word, the same for words with the same matches ("shoes", "shoe"). Undefined for one that is split or ignored. */
  readKeys: (db: Db, words: readonly string[]) => Promise<(string | undefined)[]>;
  /**
   * The ids of the products with a word; undefined when a tier has more than `most`. What is in the name may also be in category or brand. Longer
   * words are found too, or of these and the word itself only those of `terms`, which must not be stemmed further.
   */
  readWord: (db: Db, word: string, options?: { terms?: readonly string[]; most?: number }) => Promise<TierIds | undefined>;
  /** Scores the products that match all (or any) of the groups. `ids` are all of them: an engine may save finding them. */
  scoreMatches: (db: Db, groups: readonly WordGroup[], operator: 'AND' | 'OR', ids: readonly number[]) => Promise<IndexMatches>;
}

/** Full-text index of an engine. Every engine finds the same products for the same words. */
export interface FullTextIndex {
  /** Inserts products that are not in the index. */
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
  /** Reads the ids of the same products, which may be most of the catalogue. */
  readMatches: (db: Db, groups: readonly WordGroup[], operator: 'AND' | 'OR', options: ReadOptions) => Promise<IndexMatches>;
  /** Counts the same products, at most `limit`. */
  countMatches: (db: Db, groups: readonly WordGroup[], operator: 'AND' | 'OR', limit: number) => Promise<number>;
  hasMatch: (db: Db, groups: readonly WordGroup[]) => Promise<boolean>;
  isIndexedWord: (db: Db, word: string) => Promise<boolean>;
  /** The terms in name, brand, category and keywords. */
  listTerms: (db: Db) => Promise<IndexTerm[]>;
  /**
   * The terms that at least `least` of the products have in any field, also in descriptions, with about as many products: they may be counted
   * in a sample, or once for each field.
   */
  listCommonTerms: (db: Db, products: number, least: number) => Promise<IndexTerm[]>;
  /** The terms of any field, those of descriptions too, that begin with one of these beginnings, which are three characters each. */
  listTermsBeginning: (db: Db, beginnings: readonly string[]) => Promise<string[]>;
  words: WordIndex;
}
