import type { ProductPage } from '#lib/contract/catalogue.ts';
import { t } from '#lib/contract/text/t.ts';
import type { PartResult } from '#lib/page/store/part.ts';
import { formatNumber } from '#lib/rules/text.ts';

/** Loads a page of products by its number. After the last page it has no products, whatever the store sends. */
export async function loadListedPage(
  page: number,
  load: (page: number) => Promise<PartResult<ProductPage>>,
): Promise<PartResult<ProductPage>> {
  const result = await load(page);
  if (result.failure) return result;
  const { reply } = result;
  if (reply.uncounted && page > 1 && reply.data.length > 0) return firstIfRepeated(reply, load);
  return page > reply.last_page ? { reply: { ...reply, data: [] } } : result;
}

/** Says where a list with products ends on a page after its last one; undefined on its pages. */
export function describeEnd({ current_page, last_page, total, more }: ProductPage): string | undefined {
  if (total === 0 || current_page <= last_page) return undefined;
  return more
    ? t('This list ends after {count} products. Choose filters to see others.', { count: formatNumber(total) })
    : t('This list ends on page {page}.', { page: last_page });
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
