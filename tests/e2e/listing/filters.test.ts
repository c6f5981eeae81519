import type { Locator, Page } from 'playwright';
import { beforeEach, expect } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { listingRequests } from '#tests/support/browser/addresses.ts';
import { setting } from '#tests/support/browser/setting.ts';
import { desktop, openPage } from '#tests/support/browser/test-page.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';
import { unfoldPrices } from './unfold.ts';

const { shop, test } = await useDemoShop();
const visitor = await openPage({ viewport: desktop });
let loads = 0;
visitor.page.on('request', (request) => {
  if (request.isNavigationRequest()) loads += 1;
});
beforeEach(async () => {
  await visitor.page.goto(`${shop.url}/shop`, { waitUntil: 'load' });
  loads = 0;
});

const count = () => visitor.page.locator('main .count').innerText();
const scrolled = () => visitor.page.evaluate(() => Math.round(scrollY));
const checkbox = (name: string) => visitor.page.getByRole('checkbox', { name, exact: true });

test('a filter changes the list without a page load or scrolling, and keeps the focus', async () => {
  const { page } = visitor;
  await page.evaluate(() => scrollTo(0, 200));
  await checkbox('Shirts').check();
  await expect.poll(() => page.url()).toContain('categories=shirts');
  await expect.poll(count).toMatch(/^1\d products$/);
  expect(await scrolled()).toBe(200);
  await expect.poll(() => checkbox('Shirts').evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.getByRole('heading', { name: 'Shirts' }).isVisible()).toBe(true);
  expect(loads).toBe(0);
});

test('a new sort order scrolls to the top', async () => {
  const { page } = visitor;
  await page.evaluate(() => scrollTo(0, 200));
  await page.getByLabel('Sort by').selectOption('price_asc');
  await expect.poll(() => page.url()).toContain('sort_by=price_asc');
  await expect.poll(scrolled).toBe(0);
  expect(loads).toBe(0);
});

test('back and forward restore the filters and the scroll position', async () => {
  const { page } = visitor;
  const all = await count();
  await page.evaluate(() => scrollTo(0, 200));
  await checkbox('Kurtas').check();
  await expect.poll(count).not.toBe(all);
  const kurtas = await count();
  await page.evaluate(() => scrollTo(0, 0));
  await page.goBack();
  await expect.poll(count).toBe(all);
  await expect.poll(scrolled).toBe(200);
  expect(await checkbox('Kurtas').isChecked()).toBe(false);
  await page.goForward();
  await expect.poll(count).toBe(kurtas);
  expect(await checkbox('Kurtas').isChecked()).toBe(true);
  expect(loads).toBe(0);
});

test('a failed load of the filters is reported, and can be retried', async () => {
  const { page } = visitor;
  await page.route(listingRequests, (route) => route.abort());
  await checkbox('Kurtas').check();
  await page.getByRole('alert').getByText(failure.products).waitFor();
  expect(await page.locator('#results').innerText()).toBe('Kurtas');
  expect(await page.locator('.count').innerText()).toBe('');
  await page.unroute(listingRequests);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect.poll(count).toMatch(/products$/);
  expect(await page.getByRole('heading', { name: 'Kurtas', exact: true }).isVisible()).toBe(true);
  expect(await page.locator('main .card').count()).toBeGreaterThan(2);
  expect(loads).toBe(0);
});

test('another page of the list starts with its first product, and its heading is focused', async () => {
  const { page } = visitor;
  const first = await page.locator('main .card h3').first().innerText();
  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await expect.poll(() => page.locator('main .card h3').first().innerText()).not.toBe(first);
  const heading = page.getByRole('heading', { name: 'All products' });
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  const top = async () => (await heading.boundingBox())?.y ?? -1;
  await expect.poll(top).toBeGreaterThan(60);
  expect(await top()).toBeLessThan(200);
  const next = await page.locator('main .card h3').first().innerText();
  await page.goBack();
  await expect.poll(() => page.locator('main .card h3').first().innerText()).toBe(first);
  await expect.poll(scrolled).toBeGreaterThan(1500);
  await page.goForward();
  await expect.poll(() => page.locator('main .card h3').first().innerText()).toBe(next);
  expect(loads).toBe(0);
});

test('back from a product restores the page of the list and the scroll position', async () => {
  const { page } = visitor;
  // A font that comes in time for one of the two visits only would break names differently, and move what is below.
  await page.route('**/*.woff2', (route) => route.abort());
  await page.goto(`${shop.url}/shop`, { waitUntil: 'load' });
  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await page.waitForURL('**/shop?page=2');
  await expect.poll(() => page.locator('.paging [aria-current=page]').innerText()).toMatch(/2$/);
  const product = page.locator('main .card h3 a').nth(14);
  const name = await product.innerText();
  // Measured at the click, which may scroll.
  await page.evaluate(() => addEventListener('click', () => sessionStorage.setItem('place', String(Math.round(scrollY)))));
  await product.click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  const place = Number(await page.evaluate(() => sessionStorage.getItem('place')));
  expect(place).toBeGreaterThan(300);
  await page.goBack();
  await page.locator('main .card h3 a').nth(14).getByText(name, { exact: true }).waitFor();
  // The browser restores the position before a static page has drawn its listing: among cards whose names may have a line more or less.
  const tolerance = setting === 'static' ? 24 : 3;
  await expect.poll(scrolled).toSatisfy((y: number) => Math.abs(y - place) < tolerance, `within ${tolerance} px of ${place}`);
  await page.unroute('**/*.woff2');
});

test('of two quick choices the last one wins, whichever response arrives first', async () => {
  const { page } = visitor;
  let answerFirst = (): void => {};
  const held = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  await page.route(/\/shop\?categories=kurtas$/, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await checkbox('Kurtas').check();
  await expect.poll(() => page.locator('.results').getAttribute('aria-busy')).toBe('true');
  await checkbox('Dresses').check();
  await page
    .getByRole('heading', { name: 'Kurtas, Dresses' })
    .or(page.getByRole('heading', { name: 'Dresses, Kurtas' }))
    .waitFor();
  answerFirst();
  await expect.poll(() => page.locator('.results').getAttribute('aria-busy')).toBe(null);
  expect(await count()).toMatch(/^2\d products$/);
  expect(new URL(page.url()).searchParams.getAll('categories').toSorted()).toEqual(['dresses', 'kurtas']);
  await page.unroute(/\/shop\?categories=kurtas$/);
});

test('removing a filter while a new sort order loads keeps the order', async () => {
  const { page } = visitor;
  await page.goto(`${shop.url}/shop?categories=kurtas,dresses&in_stock=1`, { waitUntil: 'load' });
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/sort_by=price_asc$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel('Sort by').selectOption('price_asc');
  await expect.poll(() => page.locator('.results').getAttribute('aria-busy')).toBe('true');
  await page.getByRole('link', { name: 'Kurtas (remove)' }).click();
  answer();
  await expect.poll(() => new URL(page.url()).search).toBe('?categories=dresses&in_stock=1&sort_by=price_asc');
  await page.getByRole('heading', { name: 'Dresses' }).waitFor();
  await page.unroute(/sort_by=price_asc$/);
});

test('a filter is removed although the sort order before it could not be loaded', async () => {
  const { page } = visitor;
  await page.goto(`${shop.url}/shop?categories=kurtas,dresses&in_stock=1`, { waitUntil: 'load' });
  const { promise: held, resolve: fail } = Promise.withResolvers<void>();
  let isFailing = true;
  await page.route(listingRequests, async (route) => {
    if (!isFailing) return route.continue();
    await held;
    await route.abort();
  });
  await page.getByLabel('Sort by').selectOption('price_asc');
  await expect.poll(() => page.locator('.results').getAttribute('aria-busy')).toBe('true');
  await page.getByRole('link', { name: 'Kurtas (remove)' }).click();
  isFailing = false;
  fail();
  await expect.poll(() => new URL(page.url()).search).toBe('?categories=dresses&in_stock=1');
  await page.getByRole('heading', { name: 'Dresses' }).waitFor();
  await page.unroute(listingRequests);
});

test('the focus stays on an element that the new list has too, or else moves to its heading', async () => {
  const { page } = visitor;
  await page.goto(`${shop.url}/shop?categories=kurtas,dresses&in_stock=1`, { waitUntil: 'load' });
  const focus = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  const chip = page.getByRole('link', { name: 'Kurtas (remove)' });
  await page.getByLabel('Sort by').selectOption('price_asc');
  await chip.focus();
  await expect.poll(() => chip.getAttribute('href')).toContain('sort_by=price_asc');
  expect(await focus()).toBe('Kurtas (remove)');
  await page.keyboard.press('Enter');
  await expect.poll(focus).toBe('Dresses');
});

test('a spinner shows while the next list loads', async () => {
  const { page } = visitor;
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(listingRequests, async (route) => {
    await held;
    await route.continue();
  });
  await checkbox('Kurtas').check();
  const spinner = () =>
    page.locator('.found').evaluate((found) => {
      const { content, animationName, opacity } = getComputedStyle(found, '::before');
      return content === 'none' ? 'none' : `${animationName} ${opacity}`;
    });
  await expect.poll(spinner).toBe('spin, appear 1');
  answer();
  await expect.poll(spinner).toBe('none');
  await page.unroute(listingRequests);
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

/** Chooses kurtas, loses the connection, chooses shirts too, and returns the alert that says so. */
async function failOffline(page: Page): Promise<Locator> {
  const all = await count();
  await checkbox('Kurtas').check();
  await expect.poll(count).not.toBe(all);
  await page.context().setOffline(true);
  await checkbox('Shirts').check();
  const alert = page.getByRole('alert');
  await alert.getByText('You seem to be offline. Check your connection and try again.').waitFor();
  return alert;
}

test('a lost connection is reported, and the list loads once it is back', async () => {
  const { page } = visitor;
  // A static site loads the code that draws a listing with the first change; a module that fails then needs a page load.
  const all = await count();
  await checkbox('Shirts').check();
  await expect.poll(count).not.toBe(all);
  await page.context().setOffline(true);
  await checkbox('Shirts').uncheck();
  await checkbox('Kurtas').check();
  const alert = page.getByRole('alert');
  await alert.getByText('You seem to be offline. Check your connection and try again.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Kurtas', exact: true }).waitFor();
  await alert.waitFor({ state: 'detached' });
  expect(loads).toBe(0);
});

test('after a failed filter the heading says what was asked, without a count', async () => {
  const { page } = visitor;
  const heading = page.locator('#results');
  await failOffline(page);
  for (const [box, asked] of [
    [undefined, /^(Shirts, Kurtas|Kurtas, Shirts)$/],
    ['Kurtas', 'Shirts'],
    ['Shirts', 'All products'],
  ] as const) {
    if (box) await checkbox(box).uncheck();
    await expect.poll(() => heading.innerText()).toMatch(asked);
    expect(await page.locator('.count').innerText()).toBe('');
  }
  await page.context().setOffline(false);
});

test('a failed filter of a search keeps what was searched in the heading', async () => {
  const { page } = visitor;
  await page.goto(`${shop.url}/shop?search=tee`);
  await page.context().setOffline(true);
  await page.locator('#sort').selectOption('price_asc');
  await page.getByRole('alert').waitFor();
  expect(await page.locator('#results').innerText()).toBe('Results for “tee”');
  await page.context().setOffline(false);
});

test('the list loads although the first request after the connection is back fails', async () => {
  const { page } = visitor;
  await failOffline(page);
  let failed = 0;
  await page.route(listingRequests, (route) => (failed++ === 0 ? route.abort('internetdisconnected') : route.continue()));
  await page.context().setOffline(false);
  await expect.poll(count).toMatch(/products$/);
  expect([failed > 1, loads]).toEqual([true, 0]);
  await page.unroute(listingRequests);
});

test('the list loads although its last request failed after the browser had noticed the connection', async () => {
  const { page } = visitor;
  const alert = await failOffline(page);
  // `navigator.onLine` changes before the event "online".
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: true, configurable: true }));
  await checkbox('Kurtas').uncheck();
  await alert.getByText('You seem to be offline').waitFor({ state: 'detached' });
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Shirts', exact: true }).waitFor();
  expect(loads).toBe(0);
});

test('an empty list names the filters to remove', async () => {
  const { page } = visitor;
  await page.goto(`${shop.url}/shop?categories=shirts&size=M&max_price=10`);
  await page.getByText('Remove one of these to see more:').waitFor();
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('link');
  expect((await chips.allInnerTexts()).map((text) => text.split('\n')[0]?.replace(' (remove)', '').trim())).toEqual([
    'Shirts',
    'Size M',
    'Up to ₹10',
  ]);
  await chips.filter({ hasText: 'Up to' }).click();
  await expect.poll(() => page.locator('main .card').count()).toBeGreaterThan(2);
});

test('swapped prices are put in order in the fields and in the address, also in a focused field', async () => {
  const { page } = visitor;
  const [from, to] = [page.getByLabel('From ₹'), page.getByLabel('To ₹')];
  await unfoldPrices(page);
  const fields = async () => [await from.inputValue(), await to.inputValue()];
  await from.fill('2000');
  await to.fill('1000');
  await page.keyboard.press('Enter');
  await expect.poll(fields).toEqual(['1000', '2000']);
  await expect.poll(() => to.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(new URL(page.url()).search).toBe('?min_price=1000&max_price=2000');
  const found = await count();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.results').getAttribute('aria-busy')).toBe(null);
  expect([await count(), ...(await fields())]).toEqual([found, '1000', '2000']);
});

test('a price being typed stays when a listing arrives', async () => {
  const { page } = visitor;
  const to = page.getByLabel('To ₹');
  await unfoldPrices(page);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/max_price=3000/, async (route) => {
    await held;
    await route.continue();
  });
  await to.fill('3000');
  await page.keyboard.press('Enter');
  await to.fill('30');
  release();
  await expect.poll(() => page.getByRole('link', { name: /3,000/ }).count()).toBeGreaterThan(0);
  expect(await to.inputValue()).toBe('30');
  await page.unroute(/max_price=3000/);
});
