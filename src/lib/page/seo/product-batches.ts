import { getProductsCall, type Product, type ProductPage } from '#lib/contract/catalogue.ts';
import { callStoreOrThrow } from '#lib/page/store/client.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/**
 * Products of one site map or feed at most. A site map may hold 50,000 addresses (sitemaps.org); but a crawler waits until all are read,
 * and each file is kept in memory.
 */
const PRODUCTS_PER_FILE = 3600;

const productPage = (page: number): Promise<ProductPage> => callStoreOrThrow(getProductsCall, { params: { page }, body: {} });

/** How many of the store's pages go into one file. */
const pagesPerFile = ({ per_page }: ProductPage, limit: number): number => Math.max(1, Math.floor(limit / per_page));

/** How many files the shop's products fill; none for a shop without products. */
export async function countProductFiles(limit = PRODUCTS_PER_FILE): Promise<number> {
  const first = await productPage(1);
  return first.total > 0 ? Math.ceil(first.last_page / pagesPerFile(first, limit)) : 0;
}

/**
 * The products of one file, counted from 1, newest first, some at a time: a large shop's take seconds to read, in which shoppers are
 * served. None for a file that is not there.
 */
export async function* streamProductBatches(file: number, limit = PRODUCTS_PER_FILE): AsyncGenerator<Product[]> {
  const first = await productPage(1);
  const pages = pagesPerFile(first, limit);
  const last = Math.min(file * pages, first.last_page);
  for (let page = (file - 1) * pages + 1; page <= last; page++) {
    const { data } = page === 1 ? first : await productPage(page);
    if (data.length > 0) yield data;
    await yieldToEventLoop();
  }
}
