import { sql } from 'kysely';
import type { Db } from '../database/open.ts';
import { findSubCategories } from './sub-categories.ts';

const letterSizes = ['XXS', 'XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL', '6XL'];
const doubled: Record<string, string> = { XXL: '2XL', XXXL: '3XL', XXXXL: '4XL' };

/** Where a size stands: letters from small to large, then numbers from low to high, then words by the alphabet. */
function sizeRank(size: string): number {
  const upper = size.trim().toUpperCase();
  const letter = letterSizes.indexOf(doubled[upper] ?? upper);
  if (letter >= 0) return letter;
  const number = Number.parseFloat(upper.replace(/^(UK|US|EU|IND)\s*/, ''));
  return Number.isNaN(number) ? 1_000_000 : 1000 + number;
}

/** Sorts sizes the way a rail is hung. */
export const sortSizes = (sizes: string[]): string[] =>
  [...sizes].sort((a, b) => sizeRank(a) - sizeRank(b) || a.localeCompare(b, 'en', { numeric: true }));

export interface SubCategoryVariations {
  sub_category_id: number;
  /** Joined by commas; the same size in another case is named once. */
  sub_category_variation: string;
}

/** The variations that products on sale come in, by sub-category (ids or names); an empty list asks for every sub-category. */
export async function listVariations(db: Db, wanted: readonly (string | number)[]): Promise<SubCategoryVariations[]> {
  const ids = await findSubCategories(db, wanted);
  if (wanted.length > 0 && ids.length === 0) return [];
  let query = db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['product.sub_category_id', 'variant.product_variation'])
    .where('product.active', '=', 1)
    .where('variant.active', '=', 1)
    .where('variant.product_variation', '<>', '')
    .groupBy(['product.sub_category_id', sql`variant.product_variation COLLATE NOCASE`])
    .orderBy('product.sub_category_id');
  if (wanted.length > 0) query = query.where('product.sub_category_id', 'in', ids);
  const sizes = new Map<number, string[]>();
  for (const row of await query.execute()) {
    sizes.set(row.sub_category_id, [...(sizes.get(row.sub_category_id) ?? []), row.product_variation]);
  }
  return [...sizes].map(([id, list]) => ({ sub_category_id: id, sub_category_variation: sortSizes(list).join(', ') }));
}
