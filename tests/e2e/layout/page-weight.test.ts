import { brotliCompressSync, constants } from 'node:zlib';
import type { Request } from 'playwright';
import { expect } from 'vitest';
import { setting } from '#tests/support/browser/setting.ts';
import type { TestPage } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

/**
 * One round trip of a new connection carries ten segments of 1,460 bytes, headers included. With a remote store the policy names its
 * origin; a static host has headers of its own.
 */
const maxFirstResponse = { node: 14_400, servers: 14_400, remote: 14_600, static: Number.POSITIVE_INFINITY }[setting];

/** Scripts before the first interaction, with Brotli at its highest level, in bytes. A static page also asks the store for prices. */
const MAX_SCRIPT = setting === 'static' ? 11_800 : 8192;

const { shop, test } = await useDemoShop({ emptyCache: true });

const weigh = (text: string): number =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } })
    .length;

interface Weight {
  /** Size of the document on the wire with its headers, once the server has compressed it at the highest level. */
  firstResponse: number;
  /** Compressed size of all scripts before any interaction, inline ones included. */
  script: number;
  /** Size of each font file. */
  fonts: number[];
}

async function weighPage({ page, pageErrors }: TestPage, path: string): Promise<Weight> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const documents = new Set<string>();
  let firstResponse = Number.POSITIVE_INFINITY;
  network.on('Network.responseReceived', ({ type, requestId }) => {
    if (type === 'Document') documents.add(requestId);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (documents.has(requestId)) firstResponse = encodedDataLength;
  });
  const scripts: Promise<string>[] = [];
  const fonts: Promise<number>[] = [];
  const received = async (request: Request): Promise<Buffer> => present(await (await request.response())?.body());
  page.on('request', (request) => {
    const type = request.resourceType();
    if (type === 'script') scripts.push(received(request).then(String));
    if (type === 'font') fonts.push(received(request).then(({ length }) => length));
  });
  const response = await page.goto(shop.url + path, { waitUntil: 'networkidle' });
  const html = (await response?.text()) as string;
  // Waits for scripts that the page may prefetch when idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  page.removeAllListeners('request');
  const script = [...(await Promise.all(scripts)), ...inlineScripts(html)].reduce((sum, text) => sum + weigh(text), 0);
  // The server compresses a page strongly once it was asked for again and the machine is idle.
  await expect
    .poll(
      async () => {
        await network.send('Network.clearBrowserCache');
        await page.goto(shop.url + path);
        return firstResponse;
      },
      { timeout: 20_000, interval: 1000 },
    )
    .toBeLessThanOrEqual(maxFirstResponse);
  expect(pageErrors).toEqual([]);
  return { firstResponse, script, fonts: await Promise.all(fonts) };
}

const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\b(?:src|application\/ld\+json))[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');

const pages: [name: string, path: () => string | Promise<string>][] = [
  ['the home page', () => '/'],
  ['the shop', () => '/shop'],
  ['a search', () => '/shop?search=shirt'],
  ['the categories', () => '/categories'],
  ['a product', async () => present(/href="(\/products\/[^"]+)"/.exec(await (await fetch(`${shop.url}/shop`)).text())?.[1])],
];

test.for(pages)(
  '%s comes in one round trip, with at most 8 KB of script before the first interaction and one font',
  async ([, path], { visitor }) => {
    const { firstResponse, script, fonts } = await weighPage(visitor, await path());
    expect(script).toBeLessThanOrEqual(MAX_SCRIPT);
    expect(firstResponse).toBeGreaterThan(2000);
    expect(fonts).toEqual([expect.toSatisfy((bytes: number) => bytes <= 20_000)]);
  },
);
