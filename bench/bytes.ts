import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright';
import { findProductWithSizes } from '#bench/measure/product.ts';
import type { Row } from '#bench/measure/rows.ts';
import { withDemoShop } from '#bench/measure/shop.ts';
import { warmUp } from '#bench/measure/warm-up.ts';
import { chromiumArguments, findChromium } from '../tests/support/browser/chromium/find-chromium.ts';

/** What one round trip of a new connection carries, and the most that responses may have, with headers. */
const ROUND_TRIP = 14_600;
const MAX_FIRST = 14_400;
const MAX_NEXT_PRODUCT = 3000;
const MAX_NEXT_PAGE = 6000;

/** Time for the server to compress a page again, in milliseconds. */
const COMPRESSION_MS = 1500;

/** Opens pages one after the other in a new profile; returns the bytes of each document on the wire, with headers. */
async function weighVisit(browser: Browser, urls: readonly string[]): Promise<number[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const documents = new Set<string>();
  const sizes: number[] = [];
  network.on('Network.responseReceived', ({ type, requestId }) => {
    if (type === 'Document') documents.add(requestId);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (documents.has(requestId)) sizes.push(encodedDataLength);
  });
  for (const url of urls) await page.goto(url, { waitUntil: 'networkidle' });
  await context.close();
  return sizes;
}

/** Prints the bytes of first responses, and of pages after another page, as a browser receives them. */
export async function benchBytes(): Promise<Row[]> {
  const rows: Row[] = [];
  await withDemoShop({}, async (shop) => {
    const product = await findProductWithSizes(shop);
    const listing = await (await fetch(`${shop.url}/shop`)).text();
    const other = [...listing.matchAll(/href="(\/products\/[^"]+)"/g)].find(([, path]) => path !== product)?.[1] ?? '';
    const paths = { home: '/', shop: '/shop', product, categories: '/categories', other };
    for (const path of Object.values(paths)) await warmUp(shop.url + path);
    const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArguments });
    try {
      const last = async (...names: (keyof typeof paths)[]): Promise<number[]> =>
        (
          await weighVisit(
            browser,
            names.map((name) => shop.url + paths[name]),
          )
        ).slice(names.length - 1);
      /** The second of two visits: the server compresses strongly what was requested before. */
      const second = async (...names: (keyof typeof paths)[]): Promise<number[]> => {
        await last(...names);
        await sleep(COMPRESSION_MS);
        return last(...names);
      };
      for (const name of ['home', 'shop', 'product', 'categories'] as const)
        rows.push({
          name: `${name}: first response, bytes`,
          measured: await last(name),
          limit: [ROUND_TRIP],
          goal: { of: 'median', atMost: MAX_FIRST },
        });
      rows.push({
        name: 'product after product, bytes',
        measured: await second('product', 'other'),
        goal: { of: 'median', atMost: MAX_NEXT_PRODUCT },
      });
      rows.push({
        name: 'listing after product, bytes',
        measured: await second('product', 'shop'),
        goal: { of: 'median', atMost: MAX_NEXT_PAGE },
      });
    } finally {
      await browser.close();
    }
  });
  for (const { name, measured } of rows) console.log(`${name.padEnd(34)} ${measured.join(' ')}`);
  return rows;
}
