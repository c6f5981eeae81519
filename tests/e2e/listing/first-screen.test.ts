import { expect, onTestFinished } from 'vitest';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { present } from '#tests/support/present.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const viewport = { width: 360, height: 740 };
const { shop, test } = await useDemoShop({ viewport });

const listings: [path: string, heading: string][] = [
  ['/shop', 'All products'],
  ['/shop?categories=kurtas', 'Kurtas'],
  ['/shop?search=denim', 'Results for “denim”'],
  ['/shop?categories=shirts&size=M&in_stock=1&max_price=5000', 'Shirts'],
  ['/shop?categories=shirts,kurtas&size=M', 'Shirts, Kurtas'],
];

test.for(listings)(
  '%s has its subject and count as its heading, and its first product by y = 250',
  async ([path, heading], { page }) => {
    await page.goto(shop.url + path);
    expect(await page.locator('h1').allInnerTexts()).toEqual([heading]);
    expect(await page.locator('.banner [aria-current=page]').innerText()).toBe('Shop');
    const [head, count, first] = await Promise.all(
      ['h1', '.count', 'main .card'].map(async (selector) => present(await page.locator(selector).first().boundingBox())),
    );
    expect(await page.locator('.count').innerText()).toMatch(/^\d+ products?$/);
    expect(count?.x).toBeGreaterThan((head?.x ?? 0) + (head?.width ?? 0));
    expect(Math.abs((count?.y ?? 0) - (head?.y ?? 0))).toBeLessThan(20);
    expect(first?.y).toBeLessThanOrEqual(250);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  },
);

test('the chips are in one line with the filters and the order, which stays under the header', async ({ page }) => {
  await page.goto(`${shop.url}/shop?categories=shirts,kurtas&size=M,L&in_stock=1`);
  await page.evaluate(() => scrollTo(0, 900));
  const header = present(await page.locator('.site-header').boundingBox());
  const places = await page
    .locator('.filter-button, #sort, .chips a')
    .evaluateAll((controls) => controls.map((control) => Math.round(control.getBoundingClientRect().y)));
  expect(places).toHaveLength(8);
  expect(new Set(places).size).toBe(1);
  await expect.poll(async () => (await page.locator('#sort').boundingBox())?.y).toBeLessThan(header.y + header.height + 20);
  const last = page.getByRole('link', { name: 'Clear all' }).first();
  await last.scrollIntoViewIfNeeded();
  await last.click();
  await page.waitForURL(`${shop.url}/shop`);
});

test('what the heading says is no chip and no filter', async ({ page }) => {
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('link');
  const button = page.locator('.filter-button');
  for (const path of ['/shop?search=denim', '/shop?categories=shirts']) {
    await page.goto(shop.url + path);
    expect([await chips.count(), await button.innerText()]).toEqual([0, 'Filters']);
  }
  await page.goto(`${shop.url}/shop?categories=shirts&size=M`);
  expect([await chips.count(), await button.innerText()]).toEqual([1, 'Filters (1)']);
  await page.goto(`${shop.url}/shop?search=shirt&categories=shirts`);
  expect(await chips.allInnerTexts()).toEqual([expect.stringContaining('Shirts')]);
});

test('the second press of Tab reaches a link to the products', async ({ page }) => {
  await page.goto(`${shop.url}/shop`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the products');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/shop#products');
  await page.keyboard.press('Tab');
  const card = page.locator('main .card').first();
  expect(await card.evaluate((first) => first.contains(document.activeElement))).toBe(true);
});

const LONG =
  'Handwoven Pure Cotton Ikat Straight-Fit Kurta with Mandarin Collar, Three-Quarter Sleeves and Side Slits, Indigo Blue 42';
const names = [
  LONG,
  'Cap',
  'हाथ से बुना सूती कुर्ता, नीला, मैंडरिन कॉलर और तीन-चौथाई आस्तीन',
  'கைத்தறி பருத்தி சட்டை, நீலம், முழு கை, தினசரி பயன்பாட்டிற்கு',
  'x'.repeat(120),
  'Shirt',
];

test('names and prices of a row stand on one line beside cards with a brand and with other colours', async ({ page }) => {
  const design = { type: 'Kurtas', option: 'Colour', group: 'Long', price: '899.00', stock: '3' };
  const small = await startSmallShop([
    { ...design, handle: 'long-blue', title: 'Long Kurta, Blue', size: 'Blue', brand: 'Loom' },
    { handle: 'cup', title: 'Clay Cup', type: 'Kitchen', price: '149.00', stock: '3' },
    { ...design, handle: 'long-red', title: 'Long Kurta, Red', size: 'Red' },
    { handle: 'tray', title: 'Brass Tray', type: 'Kitchen', price: '1499.00', mrp: '1999.00', stock: '3', brand: 'Kiln' },
    { handle: 'mat', title: 'Jute Mat', type: 'Kitchen', price: '699.00', stock: '3', brand: 'Small Shop' },
  ]);
  onTestFinished(small.stop);
  await page.goto(`${small.url}/shop`);
  expect(await page.locator('main .card-designs').count()).toBe(2);
  const places = await page
    .locator('main .card')
    .evaluateAll((all) =>
      all.map((card) => ['h3', '.prices'].map((part) => card.querySelector(part)?.getBoundingClientRect().y)),
    );
  expect(places[0]).toEqual(places[1]);
  expect(places[2]).toEqual(places[3]);
  // The shop's own brand is not said, and takes no place.
  await page.goto(`${small.url}/shop?search=jute`);
  const [picture, name] = await Promise.all(
    ['.picture', 'h3'].map(async (part) => present(await page.locator(`main .card ${part}`).first().boundingBox())),
  );
  expect((name?.y ?? 0) - (picture?.y ?? 0) - (picture?.height ?? 0)).toBeLessThan(20);
});

test('long names, also in Hindi and Tamil, take two lines, and the prices of a row stand on one line', async ({ page }) => {
  const small = await startSmallShop(
    names.map((title, i) => ({
      handle: `long-${i}`,
      title,
      type: 'Kurtas',
      price: '899.00',
      mrp: '1299.00',
      stock: i === 1 ? '0' : '3',
    })),
  );
  onTestFinished(small.stop);
  await page.goto(`${small.url}/shop`);
  const cards = await page.locator('main .card').evaluateAll((all) =>
    all.map((card) => {
      const heading = card.querySelector('h3') as HTMLElement;
      const box = (selector: string) => (card.querySelector(selector) as HTMLElement).getBoundingClientRect();
      const [heart, note, off] = [box('.wish'), box('.card-note'), box('.off')];
      return {
        name: heading.textContent,
        lines: Math.round(heading.clientHeight / Number.parseFloat(getComputedStyle(heading).lineHeight)),
        price: Math.round(box('.prices').y),
        priceLines: Math.round(box('.prices').height / Number.parseFloat(getComputedStyle(heading).fontSize)),
        isClear: note.right <= heart.left && note.bottom < off.top,
      };
    }),
  );
  expect(cards.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  for (const { name, lines, priceLines, isClear } of cards)
    expect([name, lines <= 2, priceLines, isClear]).toEqual([name, true, 2, true]);
  for (let i = 0; i < cards.length; i += 2) expect(cards[i]?.price).toBe(cards[i + 1]?.price);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
}, 120_000);
