import { getProductsCall, newArrivalsCall, type Product } from '#lib/contract/catalogue.ts';
import { homePageSectionsCall, type StoreInfo } from '#lib/contract/store.ts';
import { categoryFilter } from '#lib/page/listing/load-results.ts';
import { callStoreOrThrow } from '#lib/page/store/client.ts';
import { listWrittenPages } from '#lib/rules/routes/text-pages.ts';
import { findLatestChange, type SitemapEntry, toCategoryEntry } from './sitemap-xml.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

const firstPage = async (sub_category = ''): Promise<Product[]> =>
  (await callStoreOrThrow(getProductsCall, { params: { page: 1 }, body: { sub_category } })).data;

async function homeProducts(): Promise<Product[]> {
  const [{ data: sections }, { data: newest }] = await Promise.all([
    callStoreOrThrow(homePageSectionsCall),
    callStoreOrThrow(newArrivalsCall),
  ]);
  return [...newest, ...sections.flatMap((section) => (section.type === 'products' ? section.products : []))];
}

/**
 * Lists every indexable page except products. A listing's date is that of its newest product; categories without products are left
 * out.
 */
export async function loadSitemapPages(store: StoreInfo): Promise<SitemapEntry[]> {
  const { sub_category_list } = store;
  const [home, shop] = await Promise.all([homeProducts(), firstPage()]);
  const listings: SitemapEntry[] = [];
  for (const category of sub_category_list) {
    const products = await firstPage(categoryFilter(category, sub_category_list));
    if (products.length > 0) listings.push(toCategoryEntry(category, products));
    await yieldToEventLoop();
  }
  return [
    { path: '/', lastModified: findLatestChange(home) },
    { path: '/shop', lastModified: findLatestChange(shop) },
    { path: '/categories' },
    ...listings,
    ...listWrittenPages(store).map(({ path }) => ({ path })),
  ];
}
