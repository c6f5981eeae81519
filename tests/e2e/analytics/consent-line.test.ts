import { get } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright';
import { expect, inject } from 'vitest';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import { recordLayoutShifts } from '#tests/support/browser/layout-shifts.ts';
import { newDataDir, type RunningShop, startShop } from '#tests/support/browser/shop-server.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useShop } from '#tests/support/shop-test.ts';

/** Real accounts, whose hosts are in the policy; and none. */
const accounts = { ANALYTICS_GA4: 'G-ABC123DEF4', ANALYTICS_META_PIXEL: '123456789012345', ANALYTICS_PLAUSIBLE: 'shop.example' };

const { shop: measured, test } = await useShop(startShop(newDataDir(inject('demoTemplate')), accounts));
const desktopTest = test.extend('pageOptions', { viewport: desktop });
const { shop: plain } = await useShop(startShop(newDataDir(inject('demoTemplate'))));

const line = (page: Page) => page.getByRole('region', { name: 'Privacy choice' });

interface Fetched {
  html: string;
  policy: string;
}

/** Fetches a page; the parts that differ between two shops are as if they were one. */
const fetchPage = (shop: RunningShop, path: string): Promise<Fetched> =>
  new Promise((resolve, reject) => {
    get(shop.url + path, (response) => {
      let html = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        html += chunk;
      });
      response.on('end', () => {
        html = html
          .replaceAll(shop.url, 'http://shop.example')
          .replaceAll(encodeURIComponent(shop.url), '')
          .replace(/data-built="\d+"/, '');
        const policy =
          response.headers['content-security-policy']?.toString() ??
          /http-equiv="content-security-policy" content="([^"]*)"/.exec(html)?.[1] ??
          '';
        resolve({ html, policy: policy.replaceAll(shop.url, '') });
      });
    }).on('error', reject);
  });

const productPath = async (): Promise<string> =>
  present(/href="(\/products\/[^"]+)"/.exec((await fetchPage(plain, '/shop')).html)?.[1]);

/** Takes what analytics add to a page out of it. */
const withoutAnalytics = (html: string): string =>
  html
    .replace(/ data-item="[^"]*"/, '')
    .replace('<a href="#privacy-choice">Privacy choice</a>', '')
    .replace(' <meta name="referrer" content="strict-origin">', '')
    .replace(/<style>(?:(?!<\/style>).)*<\/style>\s*<section class="consent".*?<\/section>/s, '')
    .replace(/<script type="module" src="\/_astro\/ConsentLine\.[^>]*><\/script>/, '')
    .replace(/ ?\/_astro\/ConsentLine\.[^" ]*/, '')
    .replace(/<meta http-equiv="content-security-policy"[^>]*>/, '');

const paths = ['/', '/shop', '/cart', '/checkout', '/signin', '/faq', '/my-account/orders'];

test('pages are the same to the byte but for a few attributes and a link, and without analytics they have none of these', async () => {
  for (const path of [...paths, await productPath()]) {
    const [page, other] = await Promise.all([fetchPage(measured, path), fetchPage(plain, path)]);
    expect(withoutAnalytics(page.html).replace(/> +</g, '><'), path).toBe(withoutAnalytics(other.html).replace(/> +</g, '><'));
    expect(page.html, path).toContain('class="consent"');
    expect(other.html, path).not.toMatch(/analytics|data-item|privacy-choice|name="referrer"/i);
  }
});

test('before an answer a page is heavier by at most 1 KB', async () => {
  const sizeOf = (text: string): number => brotliCompressSync(text).length;
  for (const path of ['/', '/shop', '/cart', await productPath()]) {
    const { html } = await fetchPage(measured, path);
    const script = present(/\/_astro\/ConsentLine[^" ]+\.js/.exec(html)?.[0]);
    const code = await (await fetch(measured.url + script)).text();
    expect(sizeOf(html) - sizeOf(withoutAnalytics(html)) + sizeOf(code), path).toBeLessThanOrEqual(1024);
  }
});

test('the policy opens the hosts of the providers, only where visits are measured', async () => {
  const sourcesOf = (policy: string, directive: string) => new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.split(' ') ?? [];
  for (const path of ['/', '/checkout', '/order-success']) {
    const { policy } = await fetchPage(measured, path);
    expect(sourcesOf(policy, 'script-src'), path).toEqual(
      expect.arrayContaining(["'self'", 'https://*.googletagmanager.com', 'https://connect.facebook.net']),
    );
    expect(sourcesOf(policy, 'connect-src').filter((source) => source.startsWith('https:'))).toEqual([
      'https://*.google-analytics.com',
      'https://*.analytics.google.com',
      'https://*.googletagmanager.com',
      'https://www.facebook.com',
      'https://plausible.io',
    ]);
    expect(sourcesOf(policy, 'connect-src')).toContain("'self'");
    expect(sourcesOf(policy, 'img-src').filter((source) => source.startsWith('https:'))).toEqual([
      'https://*.google-analytics.com',
      'https://*.googletagmanager.com',
      'https://www.facebook.com',
    ]);
  }
  for (const path of ['/signin', '/reset-password', '/payment', '/my-account/orders', '/order-failure'])
    expect((await fetchPage(measured, path)).policy, path).not.toMatch(/google|facebook|plausible/);
});

const sizes = [{ width: 360, height: 740 }, { width: 740, height: 360 }, { width: 768, height: 1024 }, desktop];

test.for(sizes)('the line moves nothing and covers no bar of the page: $width × $height', async (viewport, { page }) => {
  await page.setViewportSize(viewport);
  const shifts = await recordLayoutShifts(page);
  for (const path of ['/', '/faq', await productPath()]) {
    await page.goto(measured.url + path);
    await line(page).waitFor();
    expect(await shifts(), path).toEqual([]);
    const box = present(await line(page).boundingBox());
    expect(box.height).toBeLessThanOrEqual(140);
    const bar = page.locator('.buy-bar');
    if (await bar.count()) {
      const { y, height } = present(await bar.boundingBox());
      expect(y + height <= box.y || y >= box.y + box.height - 1, path).toBe(true);
    }
    // The end of the page is above it.
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    const footer = present(await page.locator('.site-footer').boundingBox());
    const end = present(await line(page).boundingBox());
    expect(footer.y + footer.height).toBeLessThanOrEqual(end.y + 1);
  }
});

desktopTest(
  'both answers look alike, are reached by keyboard, and the focus returns to the link that opens the line',
  async ({ page, pageErrors }) => {
    await page.goto(`${measured.url}/faq`);
    await line(page).waitFor();
    const looks = await line(page)
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.map(
          (button) => `${button.className} ${getComputedStyle(button).backgroundColor} ${getComputedStyle(button).font}`,
        ),
      );
    expect(looks).toHaveLength(2);
    expect(looks[0]).toBe(looks[1]);
    await page.getByRole('link', { name: 'Privacy choice' }).focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Refuse');
    await page.keyboard.press('Enter');
    await line(page).waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Privacy choice');
    await page.keyboard.press('Enter');
    await line(page).getByText('You have refused this.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Refuse');
    expect(pageErrors).toEqual([]);
  },
);

test('no page with the line violates the rules of accessibility, in any theme', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(measured.url + (await productPath()));
  await line(page).waitFor();
  expect(await axeViolationsInThemes(page, 'the line')).toEqual([]);
});

test('in the middle of a purchase nothing is asked, but the link works', async ({ page }) => {
  await page.goto(`${measured.url}/cart`);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(await line(page).count()).toBe(0);
  await page.getByRole('link', { name: 'Privacy choice' }).click();
  await line(page).getByText('May Google Analytics, Meta and Plausible measure visits').waitFor();
});
