import type { Page } from 'playwright';
import { beforeAll, describe, expect } from 'vitest';
import type { Facets } from '#lib/contract/catalogue.ts';
import type { StoreInfo } from '#lib/contract/store.ts';
import { listingRequests } from '#tests/support/browser/addresses.ts';
import { apiData, apiReply } from '#tests/support/browser/customer.ts';
import { desktop, openPage, phone, type TestPage } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';
import { unfoldPrices } from './unfold.ts';

const { shop, test } = await useDemoShop();
const touchTest = test.extend('pageOptions', { viewport: phone, hasTouch: true });
const plainTest = test.extend('pageOptions', { viewport: desktop, javaScriptEnabled: false });
const visitor = await openPage({ viewport: desktop });
let categories: StoreInfo['sub_category_list'];
beforeAll(async () => {
  categories = (await apiReply<{ storeinfo: StoreInfo }>(shop, '/store-info', {})).storeinfo.sub_category_list;
});

/** The choices of a filter on the page, as "label count". */
const told = (page: TestPage['page'], name: string) =>
  page
    .locator(`#filters label:has([name=${name}])`)
    .evaluateAll((labels) =>
      labels.map(
        (label) => `${label.childNodes[1]?.textContent} ${Number.parseInt(label.querySelector('small')?.textContent ?? '', 10)}`,
      ),
    );

/** The choices of a group that lead somewhere: with products or chosen, and none where there is nothing to choose. */
function useful(choices: { label: string; count: number; isChosen: boolean }[]): string[] {
  const left = choices.filter(({ count, isChosen }) => count > 0 || isChosen);
  const isGroup = left.length > 1 || left.some(({ isChosen }) => isChosen);
  return isGroup ? left.map(({ label, count }) => `${label} ${count}`) : [];
}

/** The store's facets for the same filters. */
const known = async (filters: {
  sub_category?: string;
  in_stock?: string;
  size?: string;
  [name: string]: string | undefined;
}) => {
  const facets = await apiData<Facets>(shop, '/product-facets', filters);
  const chosen = filters.sub_category?.split(',') ?? [];
  const stock = (['in_stock', 'out_of_stock'] as const).map((name) => ({
    label: name === 'in_stock' ? 'In stock' : 'Out of stock',
    count: facets[name],
    isChosen: filters[name] === '1',
  }));
  return {
    categories: useful(
      categories.map(({ id, name }) => ({
        label: name,
        count: facets.sub_categories.find((row) => row.id === id)?.count ?? 0,
        isChosen: chosen.includes(name.toLowerCase()),
      })),
    ),
    sizes: Object.fromEntries(facets.sizes.map(({ size, count }) => [size, count])),
    stock: useful(stock),
    price: facets.price,
  };
};

async function expectTold(page: TestPage['page'], filters: Parameters<typeof known>[0]): Promise<void> {
  const facts = await known(filters);
  await expect.poll(() => told(page, 'categories')).toEqual(facts.categories);
  const stock = async () => [...(await told(page, 'in_stock')), ...(await told(page, 'out_of_stock'))];
  await expect.poll(stock).toEqual(facts.stock);
  for (const line of await told(page, 'size')) {
    const [, size = '', count] = /^(.*) (\d+)$/.exec(line) ?? [];
    expect(Number(count), line).toBe(facts.sizes[size] ?? 0);
    expect(Number(count) > 0 || filters.size?.split(',').includes(size), line).toBe(true);
  }
}

plainTest.for(['', 'categories=shirts&size=M', 'search=cotton&in_stock=1', 'min_price=1000&max_price=2000'])(
  'each choice shows its number of products, also without script: %s',
  async (query, { page }) => {
    await page.goto(`${shop.url}/shop?${query}`);
    const asked = Object.fromEntries(new URLSearchParams(query.replace('categories', 'sub_category')));
    await expectTold(page, asked);
    expect(await page.locator('#filters').innerText()).not.toMatch(/NaN|undefined/);
  },
);

test('the counts update after a choice without a page load', async () => {
  const { page } = visitor;
  await page.goto(`${shop.url}/shop`);
  await expectTold(page, {});
  await page.getByRole('checkbox', { name: 'Shirts', exact: true }).check();
  await expectTold(page, { sub_category: 'shirts' });
  await page.getByRole('checkbox', { name: 'In stock' }).check();
  await expectTold(page, { sub_category: 'shirts', in_stock: '1' });
  await page.goBack();
  await expectTold(page, { sub_category: 'shirts' });
});

test('a choice without results is left out, and a chosen one can be removed', async () => {
  const { page } = visitor;
  await page.goto(`${shop.url}/shop?categories=shirts&size=42`);
  const size = (name: string) => page.locator(`#filters [name=size][value="${name}"]`);
  expect(await size('42').isChecked()).toBe(true);
  const dresses = page.getByRole('checkbox', { name: 'Dresses', exact: true });
  expect(await dresses.count()).toBe(0);
  // No shirt has this size, so the choice disappears once it is unchecked.
  await page.locator('#filters label:has([value="42"])').click();
  await expect.poll(() => size('42').count()).toBe(0);
  await dresses.waitFor();
  expect(await page.locator('main .card').count()).toBeGreaterThan(3);
});

test('the empty price fields suggest the lowest and the highest price', async () => {
  const { page } = visitor;
  await page.goto(`${shop.url}/shop?categories=belts`);
  const { price } = await known({ sub_category: 'belts' });
  const hint = (label: string) => page.getByLabel(label).getAttribute('placeholder');
  expect(await hint('From ₹')).toBe(Math.floor(Number(price?.min)).toLocaleString('en-IN'));
  expect(await hint('To ₹')).toBe(Math.ceil(Number(price?.max)).toLocaleString('en-IN'));
});

test('unfinished input stays when the list changes', async () => {
  const { page } = visitor;
  await page.goto(`${shop.url}/shop`);
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(listingRequests, async (route) => {
    await held;
    await route.continue();
  });
  await unfoldPrices(page);
  await page.getByLabel('From ₹').fill('1000');
  await page.keyboard.press('Tab');
  await page.keyboard.type('15');
  answer();
  await page.getByRole('list', { name: 'Active filters' }).getByText('From ₹1,000').waitFor();
  await page.keyboard.type('00');
  expect(await page.getByLabel('To ₹').inputValue()).toBe('1500');
  await page.unroute(listingRequests);
});

describe('the filter sheet on a phone', () => {
  touchTest(
    'shows the number of results on its button, and applies nothing before it is pressed',
    async ({ page, pageErrors }) => {
      await page.goto(`${shop.url}/shop`, { waitUntil: 'load' });
      await page.getByRole('button', { name: 'Filters' }).click();
      const sheet = page.getByRole('form', { name: 'Filters' });
      const total = async (filters: object) => (await apiReply<{ total: number }>(shop, '/get-products?page=1', filters)).total;
      await sheet.getByRole('button', { name: `Show ${await total({})} products` }).waitFor();
      await sheet.getByRole('checkbox', { name: 'Kurtas', exact: true }).check();
      await sheet.getByRole('button', { name: `Show ${await total({ sub_category: 'kurtas' })} products` }).waitFor();
      await expectTold(page, { sub_category: 'kurtas' });
      await sheet.getByRole('checkbox', { name: 'In stock' }).check();
      const left = await total({ sub_category: 'kurtas', in_stock: '1' });
      const show = sheet.getByRole('button', { name: `Show ${left} products` });
      await show.waitFor();
      expect(page.url()).toBe(`${shop.url}/shop`);
      expect(await page.locator('main .count').innerText()).toBe(`${await total({})} products`);
      const box = present(await show.boundingBox());
      expect(box.y + box.height).toBeLessThanOrEqual(phone.height);
      await show.click();
      await expect.poll(() => page.locator('main .count').innerText()).toBe(`${left} products`);
      await sheet.waitFor({ state: 'hidden' });
      expect(pageErrors).toEqual([]);
    },
  );

  test('has a button that stays in view while the list is scrolled', async ({ page }) => {
    await page.goto(`${shop.url}/shop`, { waitUntil: 'load' });
    await page.evaluate(() => scrollTo(0, 2000));
    const button = page.getByRole('button', { name: 'Filters' });
    await expect.poll(async () => (await button.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(40);
    expect((await button.boundingBox())?.y).toBeLessThan(140);
    // Fails when another element covers the button.
    await button.click();
    await page.getByRole('form', { name: 'Filters' }).waitFor();
  });
});

test('the pages logged no errors', () => {
  expect(visitor.pageErrors).toEqual([]);
});

describe('the sheet of a phone', () => {
  const button = (page: TestPage['page']) => page.locator('.filters-foot button');
  const openSheet = async (page: Page) => {
    await page.goto(`${shop.url}/shop?categories=shirts`);
    await page.locator('.filter-button').click();
    await unfoldPrices(page);
    await expect.poll(() => button(page).innerText()).toMatch(/^Show \d+ products?$/);
    return page;
  };

  test('counts while a price is typed, and “Show” says what then comes', async ({ page }) => {
    await openSheet(page);
    const before = await button(page).innerText();
    await page.getByLabel('To ₹').pressSequentially('1500', { delay: 30 });
    await expect.poll(() => button(page).innerText()).toMatch(/^Show \d+ products?$/);
    const promised = await button(page).innerText();
    expect(promised).not.toBe(before);
    await expectTold(page, { sub_category: 'shirts', max_price: '1500' });
    expect(await page.getByLabel('To ₹').evaluate((field) => field === document.activeElement)).toBe(true);
    await button(page).click();
    await page.waitForURL(/max_price=1500/);
    await expect.poll(() => page.locator('.count').innerText()).toBe(promised.replace('Show ', ''));
  });

  test('says that it counts from the moment of a change until the count has come, and shows no number after it has failed', async ({
    page,
  }) => {
    await openSheet(page);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(listingRequests, async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await page.getByLabel('To ₹').pressSequentially('1');
    expect(await button(page).innerText()).toBe('Counting…');
    await page.getByLabel('To ₹').pressSequentially('599');
    const asked = page.waitForRequest(listingRequests);
    await page.getByRole('checkbox', { name: 'In stock' }).check();
    await asked;
    expect(await button(page).innerText()).toBe('Counting…');
    release();
    await expect.poll(() => button(page).innerText()).toMatch(/^Show \d+ products?$/);
    await page.unroute(listingRequests);
    await page.route(listingRequests, (route) => route.abort());
    await page.getByLabel('To ₹').fill('2000');
    await expect.poll(() => button(page).innerText()).toBe('Show products');
  });
});
