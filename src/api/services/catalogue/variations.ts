import { sql } from 'kysely';
import type { Db } from '#api/database/open.ts';
import { readWordsRevision } from '#api/database/search/product-index.ts';
import { onSaleCondition } from './filters.ts';
import { findSubCategories, listSubCategories } from './sub-categories.ts';

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

/** The sizes of each sub-category, kept until products change; a large one takes some milliseconds to gather. */
const gathered = new WeakMap<Db, { revision: number; sizes: Map<number, string[]> }>();

/** The variations of one sub-category's products on sale, sorted; the same in another case is named once. */
async function gatherSizes(db: Db, subCategoryId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('product')
    .crossJoin('variant')
    .whereRef('variant.product_id', '=', 'product.id')
    .select('variant.product_variation')
    .distinct()
    .where(onSaleCondition)
    .where('product.sub_category_id', '=', subCategoryId)
    .where('variant.active', '=', sql.lit(1))
    .where('variant.product_variation', '<>', '')
    .execute();
  const known = new Map<string, string>();
  for (const { product_variation } of rows) {
    const folded = product_variation.toLowerCase();
    if (!known.has(folded)) known.set(folded, product_variation);
  }
  return sortSizes([...known.values()]);
}

/** The variations that products on sale come in, by sub-category (ids or names); an empty list asks for every sub-category. */
export async function listVariations(db: Db, wanted: readonly (string | number)[]): Promise<SubCategoryVariations[]> {
  const revision = await readWordsRevision(db);
  let kept = gathered.get(db);
  if (kept?.revision !== revision) {
    kept = { revision, sizes: new Map() };
    gathered.set(db, kept);
  }
  const ids = wanted.length > 0 ? await findSubCategories(db, wanted) : (await listSubCategories(db)).map(({ id }) => id);
  const listed: SubCategoryVariations[] = [];
  for (const id of ids.toSorted((a, b) => a - b)) {
    const sizes = kept.sizes.get(id) ?? (await gatherSizes(db, id));
    kept.sizes.set(id, sizes);
    if (sizes.length > 0) listed.push({ sub_category_id: id, sub_category_variation: sizes.join(', ') });
  }
  return listed;
}
