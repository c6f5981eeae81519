import type { Page } from 'playwright';
import sharp from 'sharp';
import { describe, expect, onTestFinished } from 'vitest';
import { contrastRatio, toHex } from '#lib/rules/theme/contrast.ts';
import { categoryPath } from '#tests/support/browser/addresses.ts';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import { useBrowser } from '#tests/support/browser/chromium/launch.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useDemoShop();
const small = { width: 360, height: 740 };
const drawing = await useBrowser({ draws: true });

const open = async (page: Page, viewport: { width: number; height: number }) => {
  await page.setViewportSize(viewport);
  await page.goto(shop.url, { waitUntil: 'load' });
};

test('a phone shows categories in small rounds under the header, then a hero of at most 56 % of the screen', async ({
  page,
  pageErrors,
}) => {
  await open(page, small);
  const header = await page.getByRole('banner').boundingBox();
  const rounds = page.getByRole('navigation', { name: 'Shop by category' });
  const picture = await rounds.locator('.picture').first().boundingBox();
  expect(picture?.width).toBeGreaterThanOrEqual(64);
  expect(picture?.width).toBeLessThanOrEqual(72);
  expect((picture?.y ?? 0) - (header?.y ?? 0) - (header?.height ?? 0)).toBeLessThan(32);
  const hero = await page.locator('.hero .banner-picture').first().boundingBox();
  expect(hero?.height).toBeLessThanOrEqual(small.height * 0.56 + 1);
  expect((hero?.y ?? 0) + (hero?.height ?? 0)).toBeLessThan(small.height);
  // Its words are on it.
  const words = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(words?.y).toBeGreaterThan(hero?.y ?? 0);
  expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThan((hero?.y ?? 0) + (hero?.height ?? 0));
  const { height, width } = await page.evaluate(() => {
    const { scrollHeight, scrollWidth } = document.documentElement;
    return { height: scrollHeight, width: scrollWidth };
  });
  expect(width).toBe(small.width);
  expect(height).toBeLessThanOrEqual(5 * small.height);
  await rounds.getByRole('link', { name: 'Kurtas' }).click();
  await page.waitForURL(`**${categoryPath('Kurtas')}`);
  expect(pageErrors).toEqual([]);
});

test.for([
  [360, 740],
  [740, 360],
  [640, 360],
  [844, 390],
  // A phone on its side with the bars of its browser.
  [740, 300],
] as const)(
  'a hero of at most 56 %% and its button are on the first screen of %i × %i pixels',
  async ([width, height], { page }) => {
    await open(page, { width, height });
    const slide = page.locator('.hero li').first();
    const hero = await slide.boundingBox();
    expect(hero?.height).toBeLessThanOrEqual(height * 0.56 + 1);
    const bottom = Math.min(height, (hero?.y ?? 0) + (hero?.height ?? 0));
    for (const part of ['h1', 'p', 'a']) {
      const box = await slide.locator(`.words ${part}`).boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(hero?.y ?? height);
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(bottom);
    }
  },
);

test.for([
  ['a phone', small],
  ['a low screen', { width: 740, height: 360 }],
  ['a tablet', { width: 768, height: 1024 }],
  ['a wide screen', desktop],
] as const)(
  'no product is twice on the page, nothing is wider than it, and axe finds nothing, on %s',
  async ([, viewport], { page }) => {
    await open(page, viewport);
    const products = await page
      .locator('main .card a[href^="/products/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(products.length).toBeGreaterThan(8);
    expect(new Set(products).size).toBe(products.length);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    expect(await axeViolationsInThemes(page, 'home')).toEqual([]);
  },
);

/** The lowest contrast of the colour of an element's text with what is behind its box. */
async function lowestContrast(page: Page, selector: string): Promise<number> {
  const element = page.locator(selector).first();
  const colour = await element.evaluate((found) => getComputedStyle(found).color);
  const text = toHex((colour.match(/\d+/g) ?? []).map(Number) as [number, number, number]);
  await element.evaluate((found) => found.style.setProperty('visibility', 'hidden'));
  await element.scrollIntoViewIfNeeded();
  const clip = await element.boundingBox();
  if (!clip) throw new Error(`${selector} is not shown`);
  const picture = await page.screenshot({ clip });
  await element.evaluate((found) => found.style.removeProperty('visibility'));
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const seen = new Set<string>();
  for (let i = 0; i < data.length; i += info.channels) seen.add(toHex([data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0]));
  return Math.min(...[...seen].map((behind) => contrastRatio(text, behind)));
}

describe.for([
  ['the default theme', '#ffffff', '#111111', 'light'],
  ['a dark theme', '#101418', '#ffffff', 'dark'],
  ['a loud theme', '#ffe600', '#111111', 'light'],
  ['a theme of medium grey', '#808080', '#111111', 'light'],
] as const)('in %s', ([, background, text, scheme]) => {
  test.for([
    ['a phone', small],
    ['a low screen', { width: 740, height: 360 }],
    ['a tablet', { width: 768, height: 1024 }],
    ['a wide screen', desktop],
  ] as const)('the words on a black and on a white photograph are readable, on %s', async ([, viewport]) => {
    const page = await drawing.newPage({ viewport });
    onTestFinished(() => page.close());
    await page.goto(shop.url, { waitUntil: 'load' });
    for (const photograph of ['#000', '#fff']) {
      await page.evaluate(
        (css) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(css);
          document.adoptedStyleSheets = [sheet];
        },
        `:root:root{--page:${background};--on-page:${text};color-scheme:${scheme}}
          .banner-picture.banner-picture{background:${photograph}}.banner-picture :is(picture,svg){display:none}`,
      );
      for (const selector of ['.hero h1', '.hero .words p', '.promo h2', '.promo .words p'])
        expect([photograph, selector, await lowestContrast(page, selector)]).toEqual([
          photograph,
          selector,
          expect.toSatisfy((ratio: number) => ratio >= 4.5),
        ]);
    }
  });
});
