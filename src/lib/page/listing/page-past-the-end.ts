import type { ProductPage } from '#lib/contract/catalogue.ts';
import type { PartResult } from '#lib/page/store/part.ts';

/** Loads a page of products by its number; for a number past the end, the last page. */
export async function loadPageOrLast(
  page: number,
  load: (page: number) => Promise<PartResult<ProductPage>>,
): Promise<PartResult<ProductPage>> {
  const result = await load(page);
  if (result.failure) return result;
  if (result.reply.uncounted && page > 1 && result.reply.data.length > 0) return firstIfRepeated(result.reply, load);
  if (page <= result.reply.last_page || result.reply.total === 0) return result;
  return load(result.reply.last_page);
}

/** A later page of a list whose store does not count its pages; the first and only one if the store sends that again. */
async function firstIfRepeated(
  reply: ProductPage,
  load: (page: number) => Promise<PartResult<ProductPage>>,
): Promise<PartResult<ProductPage>> {
  const first = await load(1);
  const known = new Set(first.reply?.data.map(({ product_id }) => product_id));
  if (!first.reply || reply.data.some(({ product_id }) => !known.has(product_id))) return { reply };
  return { reply: { ...first.reply, last_page: 1, total: first.reply.data.length } };
}

/** How many products a list has; undefined before the last page of a store that does not count them. */
export const knownTotal = (found: ProductPage | undefined): number | undefined =>
  found?.uncounted && found.last_page > found.current_page ? undefined : found?.total;
