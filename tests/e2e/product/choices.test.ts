import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { beforeAll, describe, expect } from 'vitest';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import { storedCartLines } from '#tests/support/browser/customer.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { desktop, phone } from '#tests/support/browser/test-page.ts';
import { holdScripts } from '#tests/support/hands/before-hydration.ts';
import { present } from '#tests/support/present.ts';
import { useShop } from '#tests/support/shop-test.ts';

const products = [
  'Handle,Title,Type,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price,Variant Compare At Price,Variant Inventory Qty,Image Src,Variant Image',
  'kurta,Block-printed kurta,Kurtas,Colour,Navy,Size,S,1299,1999,5,navy.png,navy.png',
  'kurta,,,,Navy,,M,1299,1999,5,floral.png,navy.png',
  'kurta,,,,Floral,,S,1599,1999,5,,floral.png',
  'kurta,,,,Floral,,M,1599,1999,0,,floral.png',
  'dupatta,Silk dupatta,Kurtas,Colour,Navy,,,999,1999,5,navy.png,navy.png',
  'dupatta,,,,Floral,,,1299,1999,5,floral.png,floral.png',
];
const guides = ['Guide,Categories,Page,Size,Chest (in),Fit', 'Kurtas,Kurtas,/faq,S,36,Slim', 'Kurtas,,,M,38,Slim'];

const { shop, test } = await useShop(startSmallShop());
const freshTest = test.extend('pageOptions', { emptyCache: true });
const plainTest = test.extend('pageOptions', { viewport: phone, javaScriptEnabled: false });
const freshDesktopTest = test.extend('pageOptions', { viewport: desktop, emptyCache: true });
const desktopTest = test.extend('pageOptions', { viewport: desktop });
beforeAll(async () => {
  for (const [name, background] of [
    ['navy', '#1d2a4d'],
    ['floral', '#cc0088'],
  ] as const)
    await sharp({ create: { width: 300, height: 400, channels: 3, background } })
      .png()
      .toFile(join(shop.dataDir, `${name}.png`));
  const file = (name: string, rows: string[]) => {
    writeFileSync(join(shop.dataDir, name), rows.join('\n'));
    return join(shop.dataDir, name);
  };
  await shop.store('import', file('choices.csv', products), '--pictures', shop.dataDir);
  await shop.store('guides', file('guides.csv', guides));
});

const touchTest = test.extend('pageOptions', { hasTouch: true, isMobile: true });
const sheetOf = (page: Page) => page.getByRole('dialog', { name: /^Choose a/ });
const guideOf = (page: Page) => page.getByRole('dialog', { name: 'Size guide' });
const addButton = (page: Page) => page.getByRole('button', { name: 'Add to cart' });

freshTest.for([
  ['a phone', phone],
  ['a phone held sideways', { width: 740, height: 360 }],
  ['a desktop', desktop],
] as const)(
  'the size guide opens from the row of the sizes on %s, before hydration, and Escape leads back',
  async ([, viewport], { page, pageErrors }) => {
    await page.setViewportSize(viewport);
    const release = await holdScripts(page);
    await page.goto(`${shop.url}/products/kurta`, { waitUntil: 'commit' });
    const opener = page.getByRole('group', { name: 'Size' }).getByRole('button', { name: 'Size guide' });
    await opener.click();
    await guideOf(page).getByRole('row', { name: 'M 96.5 cm 38 in Slim' }).waitFor();
    release();
    const box = await guideOf(page).boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    expect(await axeViolationsInThemes(page, 'the size guide')).toEqual([]);
    await page.keyboard.press('Escape');
    await guideOf(page).waitFor({ state: 'hidden' });
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(pageErrors).toEqual([]);
  },
);

test.for([{ width: 768, height: 1024 }, desktop])(
  'a choice that is missing is said in one line above the button at $width × $height, and moves nothing',
  async (viewport, { page }) => {
    await page.setViewportSize(viewport);
    await page.goto(`${shop.url}/products/kurta`, { waitUntil: 'networkidle' });
    await page.getByRole('radio', { name: 'Navy' }).check();
    const places = () =>
      page.locator('.sizes, .buy-bar').evaluateAll((parts) => parts.map((part) => JSON.stringify(part.getBoundingClientRect())));
    const before = await places();
    await addButton(page).click();
    const error = page.getByRole('alert').filter({ hasText: 'Please choose a size first' });
    const lines = await error.evaluate(
      (said) => said.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(said).lineHeight),
    );
    expect(lines).toBeCloseTo(1, 1);
    expect(await places()).toEqual(before);
    const sizes = page.getByRole('group', { name: 'Size', description: 'Please choose a size first' });
    const [chips, said, button] = await Promise.all(
      [sizes, error, addButton(page)].map(async (part) => present(await part.boundingBox())),
    );
    expect(present(said).y).toBeGreaterThanOrEqual(present(chips).y + present(chips).height);
    expect(present(said).y + present(said).height).toBeLessThanOrEqual(present(button).y);
  },
);

describe('the sheet of a product with two options', () => {
  touchTest(
    'asks for what is missing, shows the chosen colour and its price, and adds what was chosen',
    async ({ page, pageErrors }) => {
      await page.goto(`${shop.url}/products/kurta`, { waitUntil: 'networkidle' });
      await addButton(page).tap();
      const sheet = page.getByRole('dialog', { name: 'Choose a colour and size' });
      await sheet.getByText('From ₹1,299.00').waitFor();
      await addButton(page).last().click();
      const error = sheet.getByRole('alert').filter({ hasText: 'Please choose a colour first' });
      const [legend, said] = await Promise.all(
        [sheet.locator('legend').first(), error].map(async (part) => present(await part.boundingBox())),
      );
      expect(present(said).y).toBeGreaterThanOrEqual(present(legend).y + present(legend).height);
      await sheet.getByRole('radio', { name: 'Floral' }).check();
      await sheet.getByRole('group', { name: 'Colour: Floral' }).waitFor();
      expect(await sheet.getByText('₹1,599.00').isVisible()).toBe(true);
      expect(await sheet.locator('.thumbnail img').getAttribute('src')).toContain('/media/');
      await sheet
        .getByRole('radio', { name: 'M Sold out' })
        .or(sheet.getByRole('radio', { name: 'M Unavailable' }))
        .waitFor();
      expect(await axeViolationsInThemes(page, 'the sheet of choices')).toEqual([]);
      await sheet.getByRole('radio', { name: 'S', exact: true }).check();
      await addButton(page).last().click();
      await page.getByRole('dialog', { name: /^Your cart/ }).waitFor();
      expect(await storedCartLines(page)).toEqual(['1 × Block-printed kurta Floral / S']);
      expect(pageErrors).toEqual([]);
    },
  );

  test('has the size guide, which Escape closes before the sheet', async ({ page }) => {
    await page.goto(`${shop.url}/products/kurta`, { waitUntil: 'networkidle' });
    await page.getByRole('radio', { name: 'Navy' }).check();
    await addButton(page).click();
    const sheet = sheetOf(page);
    expect(await sheet.getByRole('radio', { name: 'Navy' }).isChecked()).toBe(true);
    await sheet.getByRole('button', { name: 'Size guide' }).click();
    await guideOf(page).getByRole('row', { name: 'S 91.4 cm 36 in Slim' }).waitFor();
    await page.keyboard.press('Escape');
    await guideOf(page).waitFor({ state: 'hidden' });
    expect(await sheet.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect(await addButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test.for([
    { width: 740, height: 360 },
    { width: 320, height: 400 },
  ])('fits a screen of $width × $height', async (viewport, { page }) => {
    await page.setViewportSize(viewport);
    await page.goto(`${shop.url}/products/kurta`, { waitUntil: 'networkidle' });
    await addButton(page).click();
    const sheet = sheetOf(page);
    for (const name of ['Navy', 'S']) await sheet.getByRole('radio', { name, exact: true }).check();
    await addButton(page).last().click();
    await page.getByRole('dialog', { name: /^Your cart/ }).waitFor();
    expect(await storedCartLines(page)).toEqual(['1 × Block-printed kurta Navy / S']);
  });
});

touchTest('a product with one option is added by two taps', async ({ page }) => {
  await page.goto(`${shop.url}/products/dupatta`, { waitUntil: 'networkidle' });
  await addButton(page).tap();
  await page.getByRole('dialog', { name: 'Choose a colour' }).getByRole('button', { name: 'Floral ₹1,299.00' }).tap();
  await page.getByRole('dialog', { name: /^Your cart/ }).waitFor();
  expect(await storedCartLines(page)).toEqual(['1 × Silk dupatta Floral']);
});

describe('swatches', () => {
  plainTest('show a known colour as a dot and another as its picture, without script', async ({ page }) => {
    await page.goto(`${shop.url}/products/kurta`);
    const colours = page.getByRole('group', { name: 'Colour' });
    expect(await colours.locator('label').filter({ hasText: 'Navy' }).locator('circle').getAttribute('fill')).toBe('#1d2a4d');
    expect(await colours.locator('label').filter({ hasText: 'Floral' }).locator('image').getAttribute('href')).toMatch(
      /\/media\//,
    );
    await colours.getByRole('radio', { name: 'Floral' }).check();
  });

  freshDesktopTest('are chosen by keyboard, before hydration too, and the legend says which', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto(`${shop.url}/products/kurta`, { waitUntil: 'commit' });
    await page.getByRole('radio', { name: 'Navy' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    release();
    await page.getByRole('group', { name: 'Colour: Floral' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('group', { name: 'Colour: Navy' }).waitFor();
  });

  desktopTest('keep their colour in forced colours, in which the chosen one is marked', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(`${shop.url}/products/kurta`, { waitUntil: 'networkidle' });
    await page.getByRole('radio', { name: 'Navy' }).check();
    const chips = page.getByRole('group', { name: /^Colour/ }).locator('label');
    const looks = await chips.evaluateAll((labels) => labels.map((label) => getComputedStyle(label).backgroundColor));
    expect(new Set(looks).size).toBe(2);
    expect(
      await page
        .locator('.size circle')
        .first()
        .evaluate((dot) => getComputedStyle(dot).fill),
    ).toBe('rgb(29, 42, 77)');
  });
});
