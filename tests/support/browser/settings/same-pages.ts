import type { Product } from '#lib/contract/catalogue.ts';
import { apiData } from '../customer.ts';
import type { RunningShop } from '../shop-server.ts';

/** Paths of pages of all kinds, and of what programs read. */
const paths = [
  '/',
  '/shop',
  '/shop?page=2',
  '/shop?categories=shirts&size=M&in_stock=1',
  '/shop?categories=kurtas&sort_by=price_asc',
  '/categories',
  '/faq',
  '/terms-use',
  '/privacy-policy',
  '/contact-us',
  '/page-not-found',
  '/cart',
  '/checkout',
  '/signin',
  '/signup',
  '/my-account/orders',
  '/payment?id=x',
  '/order-success?id=x',
  '/sitemap.xml',
  '/sitemap-products-1.xml',
  '/feed.xml',
  '/robots.txt',
];

/** How many products have their pages compared. */
const PRODUCTS = 12;

const headersOfPages = ['content-security-policy', 'content-type', 'link', 'x-content-type-options', 'referrer-policy'];

type Addresses = Pick<RunningShop, 'url' | 'apiUrl'>;

/** Reads a page: its status, the headers that say what it may do, and its text, without the shop's addresses. */
async function readPage({ url, apiUrl }: Addresses, path: string): Promise<string> {
  const response = await fetch(url + path, { redirect: 'manual' });
  const headers = headersOfPages.map((name) => `${name}: ${response.headers.get(name)}`);
  const whole = [response.status, ...headers, await response.text()].join('\n');
  const addresses = [url, new URL(apiUrl).origin].flatMap((address) => [address, encodeURIComponent(address)]);
  const text = addresses.reduce((rest, address) => rest.replaceAll(address, ''), whole);
  return (
    text
      // What is left of the policy's sources.
      .replace(/ +(?=;)/g, '')
      // The times at which the shops were made.
      .replace(/<lastmod>[^<]*/g, '<lastmod>')
      // Properties of islands in any order, and their hashes.
      .replace(/(<astro-island uid=)"\w+"/g, '$1')
      .replace(/ props="([^"]*)"/g, (_, props: string) =>
        props
          .split(/(?=&quot;\w+&quot;:)|[\]{},]+/)
          .sort()
          .join(),
      )
  );
}

/** Characters of a difference that are shown before and after its place. */
const CONTEXT = 150;

/** Returns the places at which pages of two shops with the demo's catalogue differ. */
export async function pageDifferences(one: Addresses, other: Addresses): Promise<string[]> {
  const products = (await apiData<Product[]>(one as RunningShop, '/get-products', {})).slice(0, PRODUCTS);
  const differences: string[] = [];
  for (const path of [...paths, ...products.map(({ slug }) => `/products/${slug}`)]) {
    const [a, b] = await Promise.all([readPage(one, path), readPage(other, path)]);
    if (a === b) continue;
    const at = [...a].findIndex((letter, i) => letter !== b[i]);
    const around = (text: string): string => text.slice(Math.max(0, at - CONTEXT), at + CONTEXT);
    differences.push(`${path} at ${at}:\n${around(a)}\n${around(b)}`);
  }
  return differences;
}
