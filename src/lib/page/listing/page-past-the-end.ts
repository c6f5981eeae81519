import type { ProductPage } from '#lib/contract/catalogue.ts';
import type { PartResult } from '#lib/page/store/part.ts';

/** Loads a page of products by its number; for a number past the end, the last page. */
export async function loadPageOrLast(
  page: number,
  load: (page: number) => Promise<PartResult<ProductPage>>,
): Promise<PartResult<ProductPage>> {
  const result = await load(page);
  if (result.failure || page <= result.reply.last_page || result.reply.total === 0) return result;
  return load(result.reply.last_page);
}
