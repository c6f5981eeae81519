import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { demoShop } from '#tests/support/browser/shared-shops.ts';
import { openPage } from '#tests/support/browser/test-page.ts';

/** Limits in bytes, with Brotli at its highest level. */
const MAX_SCRIPT = 10_000;
const MAX_HTML_AND_CSS = 20_000;

const shop = await demoShop();

const weigh = (text: string): number =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } })
    .length;

/** Returns the compressed size of a page before any interaction: all scripts, inline ones included, and the HTML with its styles. */
async function weighPage(path: string): Promise<{ script: number; markup: number }> {
  const { page, pageErrors } = await openPage({ emptyCache: true });
  const scripts: string[] = [];
  const styles: string[] = [];
  page.on('response', async (response) => {
    const type = response.request().resourceType();
    if (type === 'script') scripts.push(await response.text());
    if (type === 'stylesheet') styles.push(await response.text());
  });
  const response = await page.goto(shop.url + path, { waitUntil: 'networkidle' });
  const html = (await response?.text()) as string;
  // Waits for scripts that the page may prefetch when idle.
  await page.waitForTimeout(1500);
  const inline = [...html.matchAll(/<script(?![^>]*\b(?:src|application\/ld\+json))[^>]*>([\s\S]*?)<\/script>/g)].map(
    (match) => match[1] ?? '',
  );
  expect(pageErrors).toEqual([]);
  return {
    script: [...scripts, ...inline].reduce((sum, script) => sum + weigh(script), 0),
    markup: weigh(html) + styles.reduce((sum, style) => sum + weigh(style), 0),
  };
}

const pages: [name: string, path: () => string | Promise<string>][] = [
  ['the home page', () => '/'],
  ['the shop', () => '/shop'],
  ['a search', () => '/shop?search=shirt'],
  ['the categories', () => '/categories'],
  ['a product', async () => /href="(\/products\/[^"]+)"/.exec(await (await fetch(`${shop.url}/shop`)).text())?.[1] as string],
];

test.for(pages)(
  '%s is light: at most 10 KB of script before the first interaction, at most 20 KB of HTML and CSS',
  async ([, path]) => {
    const { script, markup } = await weighPage(await path());
    expect(script).toBeLessThanOrEqual(MAX_SCRIPT);
    expect(markup).toBeLessThanOrEqual(MAX_HTML_AND_CSS);
    expect(markup).toBeGreaterThan(2000);
  },
);
