import sharp from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Product } from '#lib/contract/catalogue.ts';
import { jsonLdOf, structuredDataProblems } from '#tests/structured-data.ts';
import { categoryPath } from '#tests/support/browser/addresses.ts';
import { allProducts } from '#tests/support/browser/customer.ts';
import { setting } from '#tests/support/browser/setting.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { storeOrigin } from '#tests/support/browser/shop-server.ts';
import { openPage } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';
import { xmlProblems } from '#tests/xml-schemas.ts';

const { shop } = await useDemoShop();
let products: Product[];
beforeAll(async () => {
  products = await allProducts(shop);
});

/** Reads a page's HTML. A static site draws listings with parameters in the browser, as the robots of search engines do. */
async function read(path: string): Promise<string> {
  if (setting !== 'static' || !path.startsWith('/shop?')) return (await fetch(new URL(path, shop.url))).text();
  const { page } = await openPage();
  await page.goto(shop.url + path);
  return page.content();
}

/** Where the shop's pictures are: with its store. */
const mediaOrigin = (): string => storeOrigin(shop) || shop.url;

const unescaped = (text: string): string =>
  text.replace(/&#(\d+);|&(amp|quot|apos|lt|gt);/g, (_, code, name) =>
    code ? String.fromCodePoint(Number(code)) : { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' }[name as 'amp'],
  );

/** Reads a page's head by meta name or link relation; undefined when it is missing. */
function headOf(html: string) {
  const tag = (pattern: string): string | undefined => {
    const value = new RegExp(`<(?:meta|link) ${pattern}="([^"]*)"`).exec(html)?.[1];
    return value === undefined ? undefined : unescaped(value);
  };
  return {
    title: unescaped(present(/<title>([^<]*)<\/title>/.exec(html)?.[1])),
    description: tag('name="description" content'),
    canonical: tag('rel="canonical" href'),
    robots: tag('name="robots" content') ?? '',
    previous: tag('rel="prev" href'),
    next: tag('rel="next" href'),
    property: (name: string) => tag(`property="${name}" content`),
  };
}

const locations = (xml: string): string[] => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => unescaped(present(loc)));

/** Returns the first matching product of the demo shop, or fails. */
function productThat(is: (product: Product) => boolean): string {
  const product = products.find(is);
  if (!product) throw new Error('The demo shop has no such product');
  return `/products/${product.slug}`;
}
const reduced = ({ mrp, final_price }: Product): boolean => mrp !== final_price;

const kinds: [kind: string, path: () => string, types: string[]][] = [
  ['the home page', () => '/', ['Organization', 'WebSite']],
  ['the shop', () => '/shop', ['BreadcrumbList']],
  ['a category', () => categoryPath('shirts'), ['BreadcrumbList']],
  ['the categories', () => '/categories', ['BreadcrumbList']],
  ['a product with sizes', () => productThat(({ variants }) => variants.length > 1), ['ProductGroup', 'BreadcrumbList']],
  ['a product without sizes', () => productThat(({ variants }) => variants.length === 0), ['Product', 'BreadcrumbList']],
  ['a reduced product', () => productThat((one) => reduced(one) && one.variants.length === 0), ['Product', 'BreadcrumbList']],
  ['a product at its full price', () => productThat((one) => !reduced(one)), ['BreadcrumbList']],
  ['a product with a sold-out size', () => productThat((one) => one.variants.some(({ stock }) => stock <= 0)), ['ProductGroup']],
  ['the FAQ', () => '/faq', ['BreadcrumbList', 'FAQPage']],
  ['the terms', () => '/terms-use', ['BreadcrumbList']],
  ['the privacy policy', () => '/privacy-policy', ['BreadcrumbList']],
];

describe.for(kinds)('%s', ([, path, types]) => {
  test('has structured data valid for Google and schema.org', async () => {
    const html = await read(path());
    expect(await structuredDataProblems(html)).toEqual([]);
    expect(jsonLdOf(html).map((data) => data['@type'])).toEqual(expect.arrayContaining(types));
  });

  test('can be indexed: one canonical address, and a title and description of suitable length', async () => {
    const { title, description = '', canonical, robots, property } = headOf(await read(path()));
    expect([canonical, property('og:url')]).toEqual([shop.url + path(), shop.url + path()]);
    expect(robots).not.toContain('noindex');
    expect([property('og:title'), property('og:description')]).toEqual([title, description]);
    expect([title.length >= 3, title.length <= 70]).toEqual([true, true]);
    expect([description.length >= 25, description.length <= 160]).toEqual([true, true]);
  });
});

test('a sold-out product is marked as sold out for search engines', async () => {
  const own = await startSmallShop([{ handle: 'last-one', title: 'Last One', type: 'Wallet', price: '10.00', stock: '0' }]);
  onTestFinished(own.stop);
  const [data] = jsonLdOf(await (await fetch(`${own.url}/products/last-one`)).text());
  expect(data).toMatchObject({ '@type': 'Product', offers: { availability: 'https://schema.org/OutOfStock', price: '10.00' } });
}, 120_000);

describe('the sitemaps', () => {
  const maps = async (): Promise<string[]> => locations(await read('/sitemap.xml'));

  test('are valid, and robots.txt names them', async () => {
    expect(await read('/robots.txt')).toContain(`Sitemap: ${shop.url}/sitemap.xml\n`);
    expect(await xmlProblems('site-map-index', await read('/sitemap.xml'))).toEqual([]);
    expect(await maps()).toEqual([`${shop.url}/sitemap-pages.xml`, `${shop.url}/sitemap-products-1.xml`]);
    for (const map of await maps()) expect(await xmlProblems('site-map', await read(map))).toEqual([]);
  });

  test('list every product with its pictures and the time of its last change', async () => {
    const map = await read('/sitemap-products-1.xml');
    expect(new Set(locations(map))).toEqual(new Set(products.map(({ slug }) => `${shop.url}/products/${slug}`)));
    const moments = [...map.matchAll(/<\/loc><lastmod>([^<]*)<\/lastmod>/g)].map(([, moment]) => moment);
    expect(moments).toEqual(products.map(({ created_at, updated_at }) => updated_at ?? created_at));
    const pictures = products.flatMap(({ product_images }) => product_images.split(',').map((one) => one.split('#')[0]));
    for (const picture of pictures.slice(0, 50)) expect(map).toContain(`<image:loc>${mediaOrigin()}${picture}</image:loc>`);
  });

  /** Number of products checked per kind, as all use one template. */
  const EACH = 4;

  test('list pages that exist, are canonical, and differ in title and description', async () => {
    const [pages = '', products = ''] = await Promise.all((await maps()).map(read));
    const addresses = [...locations(pages), ...locations(products).filter((_, i) => i % EACH === 0)];
    const seen = new Map<string, string>();
    const wrong: string[] = [];
    for (const address of addresses) {
      const response = await fetch(address, { redirect: 'manual' });
      const { title, description = '', canonical, robots } = headOf(await response.text());
      if (response.status !== 200 || canonical !== address || robots.includes('noindex')) wrong.push(address);
      for (const text of [`title ${title}`, `description ${description}`]) {
        if (seen.has(text)) wrong.push(`${address} and ${seen.get(text)} have the same ${text}`);
        seen.set(text, address);
      }
    }
    expect(wrong).toEqual([]);
    expect(addresses.length).toBeGreaterThan(50);
  });

  test('of a shop without products list no empty sitemap', async () => {
    const bare = await startSmallShop([]);
    onTestFinished(bare.stop);
    const index = await (await fetch(`${bare.url}/sitemap.xml`)).text();
    const pages = await (await fetch(`${bare.url}/sitemap-pages.xml`)).text();
    const none = await fetch(`${bare.url}/sitemap-products-1.xml`);
    const feed = await (await fetch(`${bare.url}/feed.xml`)).text();
    expect([await xmlProblems('site-map-index', index), await xmlProblems('site-map', pages)]).toEqual([[], []]);
    expect(locations(index)).toEqual([`${bare.url}/sitemap-pages.xml`]);
    expect(locations(pages)).toEqual(['/', '/shop', '/categories'].map((path) => bare.url + path));
    expect(none.status).toBe(404);
    expect(await xmlProblems('product-feed', feed)).toEqual([]);
  }, 120_000);
});

test('the product feed is valid and offers each size of each product at its price', async () => {
  const feed = await read('/feed.xml');
  expect(await xmlProblems('product-feed', feed)).toEqual([]);
  const asked = [...feed.matchAll(/<g:id>([^<]*)<.*?<g:price>(\S*) INR<\/g:price>(?:<g:sale_price>(\S*) INR<)?/g)];
  const sizes = products.flatMap(({ product_id, final_price, variants }) =>
    variants.length > 0
      ? variants.map((variant) => [`${product_id}-${variant.id}`, variant.final_price])
      : [[String(product_id), final_price]],
  );
  expect(asked.map(([, id, price, sale]) => [id, sale ?? price])).toEqual(sizes);
});

test.for(kinds.filter(([kind]) => /home|shop|category|a product with sizes/.test(kind)))(
  'a link preview of %s has a picture in a format that all programs support',
  async ([, path]) => {
    const { property } = headOf(await read(path()));
    const address = present(property('og:image'));
    expect(address.startsWith(`${mediaOrigin()}/media/`)).toBe(true);
    const response = await fetch(address, { headers: { referer: shop.url } });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([format, String(width), String(height)]).toEqual(['jpeg', property('og:image:width'), property('og:image:height')]);
    expect(width).toBeGreaterThanOrEqual(1200);
    expect(property('og:image:alt')).toBeTruthy();
  },
);

describe('a listing', () => {
  test('with several pages links the previous and the next, each with its own canonical address', async () => {
    const first = headOf(await read('/shop'));
    const second = headOf(await read('/shop?page=2'));
    expect([first.canonical, first.previous, first.next]).toEqual([`${shop.url}/shop`, undefined, `${shop.url}/shop?page=2`]);
    expect([second.canonical, second.previous]).toEqual([`${shop.url}/shop?page=2`, `${shop.url}/shop`]);
    expect([second.title, second.description]).not.toEqual([first.title, first.description]);
    expect(second.description).toContain('page 2');
    const last = headOf(await read('/shop?page=99999'));
    expect([last.next, last.canonical]).toEqual([undefined, undefined]);
  });

  test.for(['/shop?categories=SHIRTS', '/shop?categories=shirts&page=1&utm_source=x', '/shop?page=1&categories=shirts'])(
    '%s has one canonical address',
    async (path) => {
      expect(headOf(await read(path)).canonical).toBe(shop.url + categoryPath('shirts'));
    },
  );
});

test.for([
  '/cart',
  '/checkout',
  '/signin',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/stop-alert',
  '/pay',
  '/payment',
  '/order-success',
  '/order-failure',
  '/my-account/orders',
  '/my-account/account',
  '/404',
  '/not-found',
  '/shop?search=shirt',
  '/shop?categories=shirts&size=M',
  '/shop?categories=shirts,caps',
  '/shop?sort_by=price_asc',
  '/shop?in_stock=1',
  '/shop?min_price=100',
  '/shop?categories=no-such-category',
])('%s is excluded from the index', async (path) => {
  const { canonical, robots } = headOf(await read(path));
  expect([canonical, robots]).toEqual([undefined, 'noindex']);
});

test.for(['/sitemap.xml', '/sitemap-pages.xml', '/sitemap-products-1.xml', '/feed.xml'])(
  '%s is the same document whatever its query',
  async (path) => {
    const plain = await fetch(shop.url + path);
    const again = await fetch(`${shop.url}${path}?again=1`, { redirect: 'manual' });
    expect([again.status, again.headers.get('etag')]).toEqual([200, plain.headers.get('etag')]);
  },
);

test.for(['/sitemap-products-2.xml', '/sitemap-products-0.xml', '/sitemap-products-x.xml', '/feed-1.xml', '/feed-2.xml'])(
  '%s, which does not exist, is Page Not Found',
  async (path) => {
    expect((await fetch(shop.url + path)).status).toBe(404);
  },
);

test('robots may read pages and pictures, but not the API', async () => {
  const response = await fetch(`${shop.url}/robots.txt`);
  expect(response.headers.get('content-type')).toContain('text/plain');
  expect(await response.text()).toBe(`User-agent: *\nDisallow: /api/\n\nSitemap: ${shop.url}/sitemap.xml\n`);
});
