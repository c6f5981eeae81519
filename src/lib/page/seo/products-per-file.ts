import { getProductsCall, type Product, type ProductPage } from '#lib/contract/catalogue.ts';
import { callStoreOrThrow } from '#lib/page/store/client.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/**
 * Products per sitemap or feed file. sitemaps.org allows 50,000 URLs, but a crawler waits until all are read, and each file is cached
 * in memory.
 */
const PRODUCTS_PER_FILE = 3600;

/** A page of the listing with every variant, which feeds need; sitemaps share the call, which a static build makes once. */
const productPage = (page: number): Promise<ProductPage> =>
  callStoreOrThrow(getProductsCall, { params: { page }, body: { all_variants: true } });

const pagesPerFile = ({ per_page }: ProductPage, limit: number): number => Math.max(1, Math.floor(limit / per_page));

/** Number of files for all products; 0 for a store without products. */
export async function countProductFiles(limit = PRODUCTS_PER_FILE): Promise<number> {
  const first = await productPage(1);
  if (first.total === 0) return 0;
  const pages = pagesPerFile(first, limit);
  const counted = Math.ceil(first.last_page / pages);
  return first.more ? findLastFile(counted, pages) : counted;
}

/** The last file that has products, from one that has some: the store counts no further, and says of each page only whether it has any. */
async function findLastFile(known: number, pages: number): Promise<number> {
  const hasProducts = async (file: number) => (await productPage((file - 1) * pages + 1)).data.length > 0;
  let step = 1;
  let last = known;
  while (await hasProducts(last + step)) {
    last += step;
    step *= 2;
  }
  for (; step > 1; step /= 2) if (await hasProducts(last + step / 2)) last += step / 2;
  return last;
}

/**
 * Streams the products of one file, counted from 1, newest first, in batches; yields to the event loop between them, since a large
 * store takes seconds. Empty for a file number past the end.
 */
export async function* streamProductBatches(file: number, limit = PRODUCTS_PER_FILE): AsyncGenerator<Product[]> {
  const first = await productPage(1);
  const pages = pagesPerFile(first, limit);
  let last = first.more ? Number.POSITIVE_INFINITY : first.last_page;
  let before: number | undefined;
  for (let page = (file - 1) * pages + 1; page <= Math.min(file * pages, last); page++) {
    const { data, last_page, uncounted } = page === 1 ? first : await productPage(page);
    // Without a count, each page tells whether there may be another; a store that knows no pages sends the same one again.
    if (uncounted && data[0]?.product_id === before) return;
    if (uncounted) last = last_page;
    if (data.length === 0 && first.more) return;
    before = data[0]?.product_id;
    if (data.length > 0) yield data;
    await yieldToEventLoop();
  }
}
