import { getProducts, type Product } from '../contract/catalogue.ts';
import { needStore } from './store.ts';

/** So many pages of products are read for one site map: some thousand addresses, far below the 50,000 that one may hold. */
const PAGES_PER_MAP = 150;

const productPage = (page: number) => needStore(getProducts, { params: { page }, body: {} });

async function readPages(first: number, last: number): Promise<Product[]> {
  const products: Product[] = [];
  for (let page = first; page <= last; page++) {
    const found = await productPage(page);
    products.push(...found.data);
    if (page >= found.last_page) break;
  }
  return products;
}

/** How many site maps the shop's products fill; at least one. */
export async function productMaps(): Promise<number> {
  const { last_page } = await productPage(1);
  return Math.max(1, Math.ceil(last_page / PAGES_PER_MAP));
}

/** The products of one site map, counted from 1, newest first. */
export const productsOfMap = (map: number): Promise<Product[]> => readPages((map - 1) * PAGES_PER_MAP + 1, map * PAGES_PER_MAP);

/** Every product of the shop, newest first. */
export const everyProduct = (): Promise<Product[]> => readPages(1, Number.POSITIVE_INFINITY);
