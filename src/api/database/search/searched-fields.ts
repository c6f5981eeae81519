import { sql } from 'kysely';
import type { IndexedFields } from './index-interface.ts';
import { stripTags, tokeniseForIndex } from './tokenise.ts';

/** Indexed length of a description, in characters. */
const MAX_DESCRIPTION = 20_000;

/** The texts of a product that search looks in; `category` is the name of its sub-category. */
interface SearchedProduct {
  name: string;
  brand: string | null;
  category: string;
  keywords: string;
  description: string;
}

/** Tokenises the texts of a product for the full-text index. */
export const tokeniseFields = ({ name, brand, category, keywords, description }: SearchedProduct): IndexedFields => ({
  name: tokeniseForIndex(name),
  brand: tokeniseForIndex(brand ?? ''),
  category: tokeniseForIndex(category),
  keywords: tokeniseForIndex(keywords),
  description: tokeniseForIndex(stripTags(description.slice(0, MAX_DESCRIPTION))),
});

/** How much a match counts in each field when results are ranked. FTS5: weights of name, brand, category, keywords and description. */
export const sqliteFieldWeights = sql.raw('3.0, 1.5, 2.0, 0.8, 0.2');

/** The same for tsvector: rank of the weights D to A, which are description, keywords, category and brand, name. */
export const postgresFieldWeights = sql.raw(`'{0.07, 0.27, 0.6, 1.0}'`);
