import type { ProductColumns } from './product-columns.ts';

/** Lists the spellings of sizes in each category, by its id. */
export function listSpellingsByCategory({
  categories,
  categoryIds,
  variantStart,
  variants,
  sizes: { spellings },
}: ProductColumns): Map<number, string[]> {
  const isUsed = new Uint8Array(categoryIds.length * spellings.length);
  for (let row = 0; row < categories.length; row++) {
    const first = (categories[row] as number) * spellings.length;
    const end = variantStart[row + 1] as number;
    for (let i = variantStart[row] as number; i < end; i++) isUsed[first + ((variants[i] as number) >>> 1)] = 1;
  }
  const listUsed = (category: number): string[] =>
    spellings.flatMap(({ text }, code) => (isUsed[category * spellings.length + code] === 1 ? [text] : []));
  return new Map(categoryIds.map((id, category) => [id, listUsed(category)]));
}
