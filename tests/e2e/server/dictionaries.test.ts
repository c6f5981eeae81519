import type { Page } from 'playwright';
import { expect } from 'vitest';
import { accountSections } from '#components/account/account-sections.ts';
import { openPage } from '#tests/support/browser/test-page.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useDemoShop({ emptyCache: true });
const accountPages = Object.keys(accountSections).map((section) => `/my-account/${section}`);

interface Visit {
  /** Bytes of headers and body that arrived, by the browser's network events. */
  bytes: number;
  status: number | undefined;
  coding: string | undefined;
}

/** Opens a page and returns a function that visits others in it. */
async function followVisits(page: Page): Promise<{ visit: (path: string) => Promise<Visit>; text: () => Promise<string> }> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const visit = async (path: string): Promise<Visit> => {
    const arrived = Promise.withResolvers<Omit<Visit, 'status'>>();
    let requestId: string | undefined;
    const statuses = new Map<string, number>();
    let coding: string | undefined;
    const onResponse = (event: { requestId: string; type: string; response: { headers: Record<string, string> } }) => {
      if (event.type !== 'Document') return;
      requestId = event.requestId;
      coding = new Headers(Object.entries(event.response.headers)).get('content-encoding') ?? undefined;
    };
    const onFinished = (event: { requestId: string; encodedDataLength: number }) => {
      if (event.requestId === requestId) arrived.resolve({ bytes: event.encodedDataLength, coding });
    };
    // The response itself has the status of the cached one.
    const onStatus = (event: { requestId: string; statusCode: number }) => {
      statuses.set(event.requestId, event.statusCode);
    };
    network.on('Network.responseReceivedExtraInfo', onStatus);
    network.on('Network.responseReceived', onResponse);
    network.on('Network.loadingFinished', onFinished);
    await page.goto(shop.url + path, { waitUntil: 'load' });
    const result = await arrived.promise;
    await expect.poll(() => statuses.has(requestId as string)).toBe(true);
    network.off('Network.responseReceivedExtraInfo', onStatus);
    network.off('Network.responseReceived', onResponse);
    network.off('Network.loadingFinished', onFinished);
    return { ...result, status: statuses.get(requestId as string) };
  };
  return { visit, text: () => page.locator('h1').first().innerText() };
}

const productPaths = async (): Promise<string[]> => {
  const html = await (await fetch(`${shop.url}/shop`)).text();
  return [...new Set([...html.matchAll(/href="(\/products\/[^"?]+)"/g)].map(([, path = '']) => path))];
};

test('a second product takes at most 3,500 bytes with its headers, any page after a page of products at most 6,700', async ({
  page,
}) => {
  const [first, second, third] = (await productPaths()) as [string, string, string];
  const { visit } = await followVisits(page);
  const pages = ['/', '/shop', first, '/categories', '/faq', '/cart', '/checkout', '/signin', ...accountPages];
  expect((await visit('/')).coding).toBe('br');
  const visits: (Visit & { path: string; from: string })[] = [];
  let from = '/';
  const go = async (path: string): Promise<void> => {
    visits.push({ ...(await visit(path)), path, from });
    from = path;
  };
  // Each page follows each other one. Pages that were visited before are asked for in another form of their address.
  for (const [i, start] of pages.entries())
    for (const end of pages.slice(i + 1)) {
      await go(`${end}?from=${i}`);
      await go(`${start}?from=${i}${end}`);
    }
  for (const path of [second, third, first]) await go(`${path}?chain`);
  const isProduct = (path: string): boolean => path.startsWith('/products/');
  const tooLarge = visits.filter((page) => page.bytes > (isProduct(page.from) && isProduct(page.path) ? 3500 : 6700));
  expect([visits.filter(({ coding }) => coding !== 'dcz'), tooLarge]).toEqual([[], []]);
}, 180_000);

test('the first page of products after a page without products takes at most 6.3 KB with its headers', async () => {
  const [product] = (await productPaths()) as [string];
  const pairs = ['/faq', '/terms-use', '/categories'].flatMap((from) => ['/', '/shop', product].map((to) => ({ from, to })));
  const visits = [];
  for (const { from, to } of pairs) {
    const opened = await openPage({ emptyCache: true });
    const { visit } = await followVisits(opened.page);
    await visit(from);
    visits.push({ from, to, ...(await visit(to)) });
  }
  expect(visits.filter(({ coding, bytes }) => coding !== 'dcz' || bytes > 6451)).toEqual([]);
});

test('a page that was visited before is asked for again and answered 304; the next one still comes with a dictionary', async ({
  page,
}) => {
  const [product] = (await productPaths()) as [string];
  const { visit, text } = await followVisits(page);
  await visit('/faq');
  await visit('/shop');
  const again = await visit('/faq');
  expect([again.status, again.bytes < 600]).toEqual([304, true]);
  expect(await text()).toBe('FAQ');
  expect((await visit(product)).coding).toMatch(/^dc[bz]$/);
});
