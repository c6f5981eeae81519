import { rmSync } from 'node:fs';
import { expect, inject, onTestFinished, test } from 'vitest';
import { buildIfNeeded } from '#server/build.ts';
import { makePages } from '#tests/server/builds/write-pages.ts';
import { newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { present } from '#tests/support/present.ts';

/** Builds for another application key in the folder of `npm run build`; returns the build's folder. */
async function build(applicationKey: string): Promise<string> {
  const env = { ...process.env, PUBLIC_STORE_APP_KEY: applicationKey };
  const folder = await buildIfNeeded(() => undefined, { env, make: makePages(applicationKey) });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a running shop keeps every page and script while others build from the same folder', async () => {
  const shop = await startShop(newDataDir(inject('demoTemplate')), { PUBLIC_SITE_URL: 'http://a.example' });
  onTestFinished(shop.stop);
  // Only the home page has been loaded, so all others are read from the build afterwards.
  const home = await (await fetch(shop.url)).text();
  expect(home).toContain('<link rel="canonical" href="http://a.example/"');
  const folders = [await build('one'), await build('two'), await build('three')];
  expect(new Set(folders).size).toBe(3);

  const product = present(/\/products\/[\w-]+/.exec(home)?.[0]);
  const scripts = new Set<string>();
  for (const path of [
    '/',
    '/shop',
    '/faq',
    product,
    '/checkout',
    '/signin',
    '/signup',
    '/cart',
    '/categories',
    '/my-account/orders',
  ]) {
    const answer = await fetch(shop.url + path);
    expect([path, answer.status]).toEqual([path, 200]);
    for (const [script] of (await answer.text()).matchAll(/\/_astro\/[\w.-]+\.js/g)) scripts.add(script);
  }
  expect(scripts.size).toBeGreaterThan(10);
  for (const script of scripts) expect([script, (await fetch(shop.url + script)).status]).toEqual([script, 200]);
}, 120_000);

test('shops with different public addresses share one build', async () => {
  const starts = ['http://a.example', 'https://b.example'].map((PUBLIC_SITE_URL) =>
    startShop(newDataDir(inject('demoTemplate')), { PUBLIC_SITE_URL }),
  );
  const shops = await Promise.all(starts);
  for (const shop of shops) onTestFinished(shop.stop);
  const pages = await Promise.all(shops.map(async ({ url }) => (await fetch(url)).text()));
  const scripts = pages.map((page) => [...page.matchAll(/\/_astro\/[\w.-]+\.js/g)].map(([script]) => script));
  expect(scripts[0]).toEqual(scripts[1]);
  expect(pages[0]).toContain('href="http://a.example/"');
  expect(pages[1]).toContain('href="https://b.example/"');
});
