import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { newDataDir, type RunningShop, startShop } from './shop.ts';
import { desktop, newVisitor, type Visitor } from './visitor.ts';

let shop: RunningShop;
let visitor: Visitor;
let loads = 0;
beforeAll(async () => {
  shop = await startShop(newDataDir(inject('demoTemplate')));
  visitor = await newVisitor({ viewport: desktop });
  visitor.page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
});
afterAll(async () => {
  await visitor.leave();
  await shop.stop();
});
beforeEach(async () => {
  await visitor.page.goto(`${shop.url}/shop`, { waitUntil: 'load' });
  loads = 0;
});

const count = () => visitor.page.locator('main .count').innerText();
const scrolled = () => visitor.page.evaluate(() => Math.round(scrollY));
const tick = (name: string) => visitor.page.getByRole('checkbox', { name, exact: true });

test('a ticked filter changes the list without a page load, without scrolling, and keeps the focus', async () => {
  const { page } = visitor;
  await page.evaluate(() => scrollTo(0, 200));
  await tick('Shirts').check();
  await expect.poll(() => page.url()).toContain('categories=shirts');
  await expect.poll(count).toMatch(/^1\d products$/);
  expect(await scrolled()).toBe(200);
  expect(await tick('Shirts').evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.getByRole('heading', { name: 'Shirts' }).isVisible()).toBe(true);
  expect(loads).toBe(0);
});

test('another order, which is no link and no checkbox, scrolls to the top', async () => {
  const { page } = visitor;
  await page.evaluate(() => scrollTo(0, 200));
  await page.getByLabel('Sort by').selectOption('price_asc');
  await expect.poll(() => page.url()).toContain('sort_by=price_asc');
  await expect.poll(scrolled).toBe(0);
  expect(loads).toBe(0);
});

test('back and forward bring back the choices and the place', async () => {
  const { page } = visitor;
  const all = await count();
  await page.evaluate(() => scrollTo(0, 200));
  await tick('Caps').check();
  await expect.poll(count).not.toBe(all);
  const caps = await count();
  await page.evaluate(() => scrollTo(0, 0));
  await page.goBack();
  await expect.poll(count).toBe(all);
  await expect.poll(scrolled).toBe(200);
  expect(await tick('Caps').isChecked()).toBe(false);
  await page.goForward();
  await expect.poll(count).toBe(caps);
  expect(await tick('Caps').isChecked()).toBe(true);
  expect(loads).toBe(0);
});

test('choices that cannot be loaded are said to be so, and can be tried again', async () => {
  const { page } = visitor;
  await page.route(/\/shop\?/, (route) => route.abort());
  await tick('Caps').check();
  await page.getByRole('alert').getByText('These products could not be loaded.').waitFor();
  await page.unroute(/\/shop\?/);
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Caps', exact: true }).waitFor();
  expect(await page.locator('main .card').count()).toBeGreaterThan(2);
  expect(loads).toBe(0);
});
