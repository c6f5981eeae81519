import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useOrders } from '#tests/support/browser/orders-page.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import type { RunningShop } from '#tests/support/browser/shop-server.ts';
import { desktop, openPage } from '#tests/support/browser/test-page.ts';

let shop: RunningShop;
beforeAll(async () => {
  shop = await startSmallShop();
  await shop.store('theme', 'set', 'backgroundColor=#101820', 'headerBackgroundColor=#101820');
});
afterAll(() => shop.stop());

/** Controls, and the header and footer of a page. */
const CHROME =
  'button, input:not([type=radio]), select, footer.site-footer, .strip, .tools, .links, .wish, .filters, .delivery-check, nav';

/** Returns the controls that would be printed, and the background colour. */
const printed = (page: Page) =>
  page.evaluate((chrome) => {
    const shown = [...document.querySelectorAll(chrome)].filter((part) => part.checkVisibility() && part.clientHeight > 1);
    return {
      chrome: shown.map((part) => part.className || part.localName),
      ground: getComputedStyle(document.body.parentElement as Element).backgroundColor,
    };
  }, CHROME);

const paper = { chrome: [], ground: 'rgb(255, 255, 255)' };

test.for(['/products/plain-tee', '/terms-use', '/faq', '/shop'])(
  '%s prints black on white under the store’s name, without controls',
  async (path) => {
    const { page } = await openPage({ viewport: desktop });
    await page.emulateMedia({ media: 'print' });
    await page.goto(shop.url + path, { waitUntil: 'load' });
    expect(await printed(page)).toEqual(paper);
    expect(await page.getByRole('banner').getByText('Small Shop').isVisible()).toBe(true);
    expect(await page.locator('h1').isVisible()).toBe(true);
  },
);

test('the FAQ prints all its answers', async () => {
  await shop.store('theme', 'set', `faq=${JSON.stringify([{ question: 'When?', answer: 'Within a week.' }])}`);
  const { page } = await openPage({ viewport: desktop });
  await page.goto(`${shop.url}/faq`);
  const answer = page.getByText('Within a week.');
  // A box in closed details may have a size, so its height says nothing.
  const isShown = () => answer.evaluate((element) => element.checkVisibility());
  await expect.poll(isShown).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(isShown).toBe(true);
});

test('an order’s details print alone and completely', async () => {
  const { page } = await openPage({ viewport: { width: 794, height: 400 } });
  const orders = useOrders(page, shop);
  const { order } = await orders.atDetails();
  await page.emulateMedia({ media: 'print' });
  expect(await printed(page)).toEqual(paper);
  expect(await page.locator('main').isVisible()).toBe(false);
  const details = orders.panel().locator('.order-details');
  expect(await details.evaluate((part) => part.scrollHeight - part.clientHeight)).toBe(0);
  expect(await details.innerText()).toContain(order.order_number);
});
