import { expect } from 'vitest';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { desktop, openPage, phone } from '#tests/support/browser/test-page.ts';
import { useShop } from '#tests/support/shop-test.ts';

const names = { hindi: 'बनारसी रेशमी साड़ी, लाल और सुनहरी', tamil: 'காஞ்சிபுரம் பட்டுப் புடவை, நீலம்', english: 'Banarasi Silk Sari, Red' };

const { shop, test } = await useShop(
  startSmallShop(Object.entries(names).map(([handle, title]) => ({ handle, title, price: '999', stock: '5' }))),
);

test.for([
  ['hindi', 'hi', 1.35],
  ['tamil', 'ta', 1.35],
  ['english', null, 1.25],
] as const)(
  'the heading of a product named in %s has the language %s and lines of %s',
  async ([slug, language, lines], { page }) => {
    await page.goto(`${shop.url}/products/${slug}`);
    const heading = page.getByRole('heading', { level: 1 });
    expect(await heading.innerText()).toBe(names[slug]);
    expect(await heading.getAttribute('lang')).toBe(language);
    const { lineHeight, fontSize, letterSpacing } = await heading.evaluate((element) => {
      const { lineHeight, fontSize, letterSpacing } = getComputedStyle(element);
      return { lineHeight, fontSize, letterSpacing };
    });
    expect(Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)).toBeCloseTo(lines, 2);
    if (language) expect(Number.parseFloat(letterSpacing) || 0).toBe(0);
    await page.goto(`${shop.url}/shop`);
    expect(await page.getByRole('heading', { level: 3, name: names[slug] }).getAttribute('lang')).toBe(language);
  },
);

test('titles are set closer in the shop’s font only: not on the first page of a phone, which has another', async () => {
  const spacing = async (viewport: { width: number; height: number }) => {
    const { page } = await openPage({ viewport, emptyCache: true });
    const read = async () => {
      await page.goto(`${shop.url}/products/english`, { waitUntil: 'networkidle' });
      return page.evaluate(() =>
        ['h1', '.bar > .brand'].map((selector) => {
          const { letterSpacing } = getComputedStyle(document.querySelector(selector) as Element);
          return (Number.parseFloat(letterSpacing) || 0) < 0;
        }),
      );
    };
    const first = await read();
    await page
      .waitForFunction(() => Object.values(localStorage).some((value) => String(value).includes('woff2')), undefined, {
        timeout: 5000,
      })
      .catch(() => undefined);
    return [first, await read()];
  };
  expect(await spacing(phone)).toEqual([
    [false, false],
    [true, true],
  ]);
  expect((await spacing(desktop))[0]).toEqual([true, true]);
});

test('the two lines of a newest product in the search panel cut no letters of Hindi and Tamil below', async () => {
  const { page } = await openPage({ viewport: desktop });
  await page.goto(`${shop.url}/faq`);
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).first().click();
  const name = page.locator('.search-newest a').first();
  await name.waitFor();
  const lines = await name.evaluate((element) => {
    const { lineHeight, fontSize } = getComputedStyle(element);
    return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize);
  });
  expect(lines).toBeGreaterThanOrEqual(1.5);
});
