import type { ProductPage } from '#lib/contract/catalogue.ts';
import type { PartResult } from '#lib/page/store/part.ts';

/** Loads a page of products by its number; for a number past the end, the last page. */
export async function loadPageOrLast(
  page: number,
  load: (page: number) => Promise<PartResult<ProductPage>>,
): Promise<PartResult<ProductPage>> {
  const result = await load(page);
  if (page > 1 && result.reply?.uncounted && result.reply.data.length > 0) return loadUnlessRepeated(page, load, result.reply);
  if (result.failure || page <= result.reply.last_page || result.reply.total === 0) return result;
  return load(result.reply.last_page);
}

/** A page of a list whose store does not count its pages: one that brings no new product is after the end. */
async function loadUnlessRepeated(
  page: number,
  load: (page: number) => Promise<PartResult<ProductPage>>,
  reply: ProductPage,
): Promise<PartResult<ProductPage>> {
  const before = await load(page - 1);
  const known = new Set(before.reply?.data.map(({ product_id }) => product_id));
  if (!before.reply || reply.data.some(({ product_id }) => !known.has(product_id))) return { reply };
  const last_page = page - 1;
  return { reply: { ...before.reply, last_page, total: (last_page - 1) * reply.per_page + before.reply.data.length } };
}
