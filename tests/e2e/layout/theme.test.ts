import { describe, expect, inject, onTestFinished } from 'vitest';
import { FONT_KEY } from '#lib/contract/saved-state.ts';
import { startApiProxy } from '#tests/support/browser/api-proxy.ts';
import { allProducts, saveCart } from '#tests/support/browser/customer.ts';
import { smallShop } from '#tests/support/browser/shared-shops.ts';
import { newDataDir, startShop, storeOrigin } from '#tests/support/browser/shop-server.ts';
import { desktop, phone } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useShop(startShop(newDataDir(inject('demoTemplate'))), { viewport: desktop });
const phoneTest = test.extend('pageOptions', { viewport: phone });
const freshTest = test.extend('pageOptions', { emptyCache: true });
const plainTest = test.extend('pageOptions', { javaScriptEnabled: false });

const read = async (path: string): Promise<string> => (await fetch(shop.url + path)).text();

/** Parts of the page with their colour settings and the resulting background and text colours. */
const surfaces = [
  ['body', 'backgroundColor=#0b3d2e', 'rgb(11, 61, 46)', 'rgb(255, 255, 255)'],
  ['.strip', 'topHeaderBackgroundColor=#ffcc00', 'rgb(255, 204, 0)', 'rgb(17, 17, 17)'],
  ['.site-header', 'headerBackgroundColor=#123', 'rgb(17, 34, 51)', 'rgb(255, 255, 255)'],
  ['.footer-upper h2', 'footerBackgroundColor=#fde2e4', 'rgb(253, 226, 228)', 'rgb(17, 17, 17)'],
  ['.footer-lower', 'bottomFooterBackgroundColor=#2b2d42', 'rgb(43, 45, 66)', 'rgb(255, 255, 255)'],
  ['.filters .button.primary', 'buttonBackgroundColor=#8a2b2b', 'rgb(138, 43, 43)', 'rgb(255, 255, 255)'],
] as const;

test('every theme colour applies from the next request, with readable text on it', async ({ page }) => {
  const before = await read('/shop');
  for (const [, setting] of surfaces) expect(before).not.toContain(setting.split('=')[1]);
  await shop.store('theme', 'set', ...surfaces.map(([, setting]) => setting));
  await page.goto(`${shop.url}/shop`);
  const drawn = await page.evaluate(
    (selectors) =>
      selectors.map((selector) => {
        const part = document.querySelector(selector) as Element;
        let ground = part;
        while (getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)' && ground.parentElement)
          ground = ground.parentElement;
        return [getComputedStyle(ground).backgroundColor, getComputedStyle(part).color];
      }),
    surfaces.map(([selector]) => selector),
  );
  expect(drawn).toEqual(surfaces.map(([, , ground, text]) => [ground, text]));
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  await shop.store('theme', 'set', ...surfaces.map(([, setting]) => setting.replace(/=.*/, '=')));
  expect(await read('/shop')).toContain('--page:#ffffff');
});

test('the count of the cart has an edge in a header of the colour of the buttons', async ({ page }) => {
  const colours = ['headerBackgroundColor', 'buttonBackgroundColor'];
  await shop.store('theme', 'set', ...colours.map((name) => `${name}=#d6006c`));
  const [product] = await allProducts(shop);
  await saveCart(page, shop, [present(product).slug]);
  await page.goto(`${shop.url}/cart`);
  const badge = page.locator('[data-cart-count]');
  await badge.filter({ hasText: '1' }).waitFor();
  await expect.poll(() => badge.evaluate((count) => getComputedStyle(count).boxShadow)).toContain('rgb(255, 255, 255)');
  await shop.store('theme', 'set', ...colours.map((name) => `${name}=`));
});

test('the font applies from the next request, and no other is fetched', async ({ page }) => {
  await shop.store('theme', 'set', 'fontFamily=Georgia');
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url());
  });
  await page.goto(`${shop.url}/faq`, { waitUntil: 'networkidle' });
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^"Source Serif 4"/);
  expect(fonts.map((address) => /source-serif/.test(address))).toEqual([true]);
  await shop.store('theme', 'set', 'fontFamily=');
});

describe('on a phone the font', () => {
  freshTest(
    'comes after everything else on a first visit, which shows the fallback font, and is shown from the next page',
    async ({ page }) => {
      const requested: string[] = [];
      page.on('request', (request) => requested.push(new URL(request.url()).pathname));
      const font = () => requested.findIndex((path) => path.endsWith('.woff2'));
      const families = () =>
        page.evaluate(() => [...document.fonts].map(({ family, status }) => `${family.replaceAll('"', '')} ${status}`));
      await page.goto(shop.url, { waitUntil: 'networkidle' });
      await expect.poll(font).toBeGreaterThan(0);
      // The page's own: the modules of a static site load others later.
      const { styles = '', modules = '' } = await page
        .locator('script[data-modules]')
        .evaluate((script) => ({ ...(script as HTMLElement).dataset }));
      const before = [styles, ...modules.split(' ')].map((file) => new URL(file, shop.url).pathname);
      expect(before.length).toBeGreaterThan(1);
      expect(requested.slice(0, font())).toEqual(expect.arrayContaining(before));
      await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), FONT_KEY)).toContain('/instrument-sans.');
      for (const size of [{ width: 844, height: 390 }, phone]) {
        await page.setViewportSize(size);
        expect(await families()).toEqual([expect.stringMatching(/^Fallback /)]);
      }
      await page.goto(`${shop.url}/faq`);
      await expect.poll(families).toContain('Instrument Sans loaded');
    },
  );

  plainTest('is shown at once without script', async ({ page }) => {
    const font = page.waitForRequest(/instrument-sans/);
    await page.goto(shop.url);
    await font;
  });
});

describe('the logo', () => {
  const brands = (html: string) =>
    [...html.matchAll(/<a class="brand" href="\/" translate="no">(.*?)<\/a>/gs)].map(([, inside]) => inside ?? '');

  test('is a picture with the store’s name in header and footer, and the name as text when there is none', async () => {
    const media = /\/media\/([0-9a-f]+\.svg)/.exec(await read('/'))?.[1];
    expect(media).toBeDefined();
    await shop.store('theme', 'set', 'store_name=Meena & Sons', `logo=/media/${media}`);
    const withLogo = brands(await read('/faq'));
    expect(withLogo).toHaveLength(2);
    for (const brand of withLogo) {
      expect(brand).toContain(`src="${storeOrigin(shop)}/media/${media}"`);
      expect(brand).toMatch(/alt="Meena (&amp;|&#38;) Sons"/);
    }
    await shop.store('theme', 'set', 'logo=');
    const html = await read('/faq');
    expect(brands(html).map((brand) => brand.trim())).toEqual(['Meena &amp; Sons', 'Meena &amp; Sons']);
    expect(html).toContain(`© ${new Date().getFullYear()} <span translate="no">Meena &amp; Sons</span>. All rights reserved.`);
  });

  phoneTest('that cannot be loaded is replaced by the store’s name', async ({ page }) => {
    await shop.store('theme', 'set', 'logo=https://pictures.invalid/logo.png');
    await page.goto(`${shop.url}/faq`);
    await expect.poll(() => page.locator('.brand').allInnerTexts()).toEqual(['Meena & Sons', 'Meena & Sons']);
    expect(await page.locator('.brand img').count()).toBe(0);
    await shop.store('theme', 'set', 'logo=');
  });
});

const longNames = ['Sri Lakshmi Venkateswara Textiles & Handlooms', 'Handloom Emporium of the South '.repeat(5).trim()];

phoneTest.for(longNames)('the name %s takes at most two lines of the header, and wraps in the footer', async (name, { page }) => {
  await shop.store('theme', 'set', `store_name=${name}`);
  for (const width of [320, 360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${shop.url}/shop`);
    for (const scrolled of [0, 400]) {
      await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), scrolled);
      const [brand, bar] = await Promise.all(['.bar > .brand', '.bar'].map((part) => page.locator(part).boundingBox()));
      const line = await page
        .locator('.bar > .brand')
        .evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight));
      expect(brand?.height, `${width} px`).toBe(2 * line);
      expect(brand?.height).toBeLessThanOrEqual(bar?.height ?? 0);
      expect((await page.locator('.burger').boundingBox())?.width).toBe(width < 1024 ? 44 : undefined);
    }
    const footer = page.locator('.footer-lower .brand');
    // Letters may overflow their line, but a line must not overflow the box.
    expect(await footer.evaluate((element) => element.scrollHeight - element.clientHeight), `${width} px`).toBeLessThan(5);
    expect(await footer.evaluate((element) => element.clientWidth), `${width} px`).toBeGreaterThan(200);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await shop.store('theme', 'set', 'store_name=Meena & Sons');
});

test('bannerType chooses rotating or static slides, categoryLayout small rounds or a grid of categories', async () => {
  const looks = async () => {
    const html = await read('/');
    return [/class="hero slider"/.test(html), /class="row rounds"/.test(html), /class="tiles grid"/.test(html)];
  };
  expect(await looks()).toEqual([true, true, false]);
  await shop.store('theme', 'set', 'bannerType=static', 'categoryLayout=grid');
  expect(await looks()).toEqual([false, false, true]);
  await shop.store('theme', 'set', 'bannerType=', 'categoryLayout=');
  expect(await looks()).toEqual([true, true, false]);
});

describe('pages of a remote store', () => {
  test('use the default colour for an invalid one, with readable text, and call a product without sub-category Category', async () => {
    const proxy = await startApiProxy(await smallShop(), (path, reply) => {
      const { storeinfo, data } = reply as { storeinfo?: object; data?: object };
      if (storeinfo)
        return { success: true, storeinfo: { ...storeinfo, headerBackgroundColor: 'navy', footerBackgroundColor: '#12' } };
      if (path.startsWith('/single-product-details/'))
        return { success: true, data: { ...data, sub_category: { id: 1, sub_category_name: '' } } };
      return reply;
    });
    onTestFinished(proxy.stop);
    const front = await startShop(newDataDir(), { STORE_API_URL: proxy.url });
    onTestFinished(front.stop);
    const html = await (await fetch(`${front.url}/products/plain-tee`)).text();
    expect(html).toContain('--header:#ffffff;--on-header:#111111');
    expect(html).toContain('--footer:#111111;--on-footer:#ffffff');
    const trail = /<nav aria-label="Breadcrumb">(.*?)<\/nav>/s.exec(html)?.[1];
    expect(trail).toMatch(/href="\/shop\?page=1&(?:amp;|#38;)?categories=category"[^>]*>Category</);
    expect(trail).toMatch(/<span aria-current="page">Plain Tee</);
  }, 120_000);
});
