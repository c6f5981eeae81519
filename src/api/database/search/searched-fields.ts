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
