import { getProducts, type Product, type ProductPage } from '../contract/catalogue.ts';
import { needStore } from './store.ts';

/** Products of one site map at most. One may hold 50,000 addresses (sitemaps.org), but reading so many would keep a crawler waiting. */
const PRODUCTS_PER_MAP = 3600;

const productPage = (page: number): Promise<ProductPage> => needStore(getProducts, { params: { page }, body: {} });

async function readPages(first: number, last: number): Promise<Product[]> {
  const products: Product[] = [];
  for (let page = first; page <= last; page++) {
    const found = await productPage(page);
    products.push(...found.data);
    if (page >= found.last_page) break;
  }
  return products;
}

/** How many of the store's pages fill one site map. */
const pagesPerMap = ({ per_page }: ProductPage, limit: number): number => Math.max(1, Math.floor(limit / per_page));

/** How many site maps the shop's products fill; none for a shop without products. */
export async function productMaps(limit = PRODUCTS_PER_MAP): Promise<number> {
  const first = await productPage(1);
  return first.total > 0 ? Math.ceil(first.last_page / pagesPerMap(first, limit)) : 0;
}

/** The products of one site map, counted from 1, newest first; none of a map that is not there. */
export async function productsOfMap(map: number, limit = PRODUCTS_PER_MAP): Promise<Product[]> {
  const first = await productPage(1);
  const pages = pagesPerMap(first, limit);
  const from = (map - 1) * pages + 1;
  return from <= first.last_page ? readPages(from, map * pages) : [];
}

/** Every product of the shop, newest first. */
export const everyProduct = (): Promise<Product[]> => readPages(1, Number.POSITIVE_INFINITY);
