import { getProducts, type Product } from '../contract/catalogue.ts';
import { needStore } from './store.ts';

/** A site map holds at most 50,000 addresses. */
const MOST = 49_000;

/** Every product of the shop, read page by page. */
export async function everyProduct(): Promise<Product[]> {
  const products: Product[] = [];
  for (let page = 1, last = 1; page <= last && products.length < MOST; page++) {
    const found = await needStore(getProducts, { params: { page }, body: {} });
    products.push(...found.data);
    last = found.last_page;
  }
  return products.slice(0, MOST);
}
