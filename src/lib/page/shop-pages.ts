import { getNewArrivals, getProducts, type Product } from '#lib/contract/catalogue.ts';
import { getHomeSections, type StoreInfo } from '#lib/contract/store.ts';
import { giveWay } from './give-way.ts';
import { categoryEntry, latestChange, type MapEntry } from './site-map.ts';
import { needStore } from './store.ts';

const firstPage = async (sub_category = ''): Promise<Product[]> =>
  (await needStore(getProducts, { params: { page: 1 }, body: { sub_category } })).data;

/** What the home page shows of the catalogue. */
async function homeProducts(): Promise<Product[]> {
  const [{ data: sections }, { data: newest }] = await Promise.all([needStore(getHomeSections), needStore(getNewArrivals)]);
  return [...newest, ...sections.flatMap((section) => (section.type === 'products' ? section.products : []))];
}

/**
 * Every page of the shop that is worth finding, but for its products. A listing is as new as the newest of the products it shows; when
 * the owner last wrote the others is not known. A category without products is no page worth finding.
 */
export async function shopPages({ sub_category_list, faq = [], terms, privacy }: StoreInfo): Promise<MapEntry[]> {
  const [home, shop] = await Promise.all([homeProducts(), firstPage()]);
  const listings: MapEntry[] = [];
  for (const category of sub_category_list) {
    const products = await firstPage(String(category.id));
    if (products.length > 0) listings.push(categoryEntry(category, products));
    await giveWay();
  }
  return [
    { path: '/', changed: latestChange(home) },
    { path: '/shop', changed: latestChange(shop) },
    { path: '/categories' },
    ...listings,
    ...(faq.length > 0 ? [{ path: '/faq' }] : []),
    ...(terms ? [{ path: '/terms-use' }] : []),
    ...(privacy ? [{ path: '/privacy-policy' }] : []),
  ];
}
