import type { Page } from 'playwright';
import { beforeAll, expect } from 'vitest';
import { axeViolations } from '#tests/support/browser/axe.ts';
import { setStatus, useOrders } from '#tests/support/browser/orders-page.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { useShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useShop(startSmallShop(), { viewport: desktop });
const narrowTest = test.extend('pageOptions', { viewport: { width: 794, height: 400 } });
beforeAll(async () => {
  await shop.store('theme', 'set', 'backgroundColor=#101820', 'headerBackgroundColor=#101820');
});

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
  async (path, { page }) => {
    await page.emulateMedia({ media: 'print' });
    await page.goto(shop.url + path, { waitUntil: 'load' });
    expect(await printed(page)).toEqual(paper);
    expect(await page.getByRole('banner').getByText('Small Shop').isVisible()).toBe(true);
    expect(await page.locator('h1').isVisible()).toBe(true);
  },
);

test('the FAQ prints all its answers', async ({ page }) => {
  await shop.store('theme', 'set', `faq=${JSON.stringify([{ question: 'When?', answer: 'Within a week.' }])}`);
  await page.goto(`${shop.url}/faq`);
  const answer = page.getByText('Within a week.');
  // A box in closed details may have a size, so its height says nothing.
  const isShown = () => answer.evaluate((element) => element.checkVisibility());
  await expect.poll(isShown).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(isShown).toBe(true);
});

narrowTest('an order’s details print alone and completely', async ({ page }) => {
  const orders = useOrders(page, shop);
  const { order } = await orders.atDetails();
  await page.emulateMedia({ media: 'print' });
  expect(await printed(page)).toEqual(paper);
  expect(await page.locator('main').isVisible()).toBe(false);
  const details = orders.panel().locator('.order-details');
  expect(await details.evaluate((part) => part.scrollHeight - part.clientHeight)).toBe(0);
  expect(await details.innerText()).toContain(order.order_number);
});

/** Pages of a document printed on A4. */
async function countPrintedPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test('a customer opens the invoice of a dispatched order, which prints on one sheet of A4', async ({ page }) => {
  await shop.store('theme', 'set', 'legal.gstin=29ABCDE1234F1ZW', 'legal.legal_name=Small Shop LLP', 'legal.address=4 Mill Road');
  await shop.store('tax', 'set', 'gst_rate=5', 'hsn=6109');
  const orders = useOrders(page, shop);
  const { order } = await orders.atDetails();
  expect(
    await orders
      .panel()
      .getByRole('link', { name: /^Invoice/ })
      .count(),
  ).toBe(0);
  await shop.store(
    'order',
    order.order_number,
    '--status',
    'dispatched',
    '--courier',
    'Delhivery',
    '--tracking',
    '1490812345678',
  );
  await page.reload();
  await orders.openFirst();
  await orders.panel().getByText('Delhivery, tracking number 1490812345678').waitFor();
  const [invoice] = await Promise.all([
    page.waitForEvent('popup'),
    orders
      .panel()
      .getByRole('link', { name: /^Invoice \d\d-\d\d\// })
      .click(),
  ]);
  await invoice.getByRole('heading', { name: 'Tax invoice' }).waitFor();
  // A new window has the size that the browser context started with.
  await invoice.setViewportSize(desktop);
  const text = await invoice.locator('body').innerText();
  for (const part of [order.order_number, 'Small Shop LLP', '29ABCDE1234F1ZW', 'Kerala (32)', '6109', 'IGST', 'Rupees '])
    expect(text).toContain(part);
  expect(await countPrintedPages(invoice)).toBe(1);
  expect(await axeViolations(invoice, 'the invoice')).toEqual([]);
  const { headers } = await fetch(invoice.url(), { headers: { referer: shop.url } });
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');
  await invoice.setViewportSize({ width: 360, height: 740 });
  expect(await invoice.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const items = invoice.getByRole('region', { name: 'Items' });
  expect(await items.evaluate((part) => part.scrollWidth - part.clientWidth), 'no column is beyond the edge').toBe(0);
  expect(await axeViolations(invoice, 'the invoice on a phone')).toEqual([]);
  // The print button is allowed by the page's policy, and does not print itself.
  await invoice.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await invoice.getByRole('button', { name: 'Print' }).click();
  await expect.poll(() => invoice.locator('body').getAttribute('data-printed')).toBe('');
  await invoice.emulateMedia({ media: 'print' });
  expect(await invoice.getByRole('button').count()).toBe(0);
});

test('the details of an order have a button that prints them on one sheet of A4', async ({ page }) => {
  const orders = useOrders(page, shop);
  const { order } = await orders.atDetails();
  await setStatus(shop, order, 'order is delivered');
  await page.reload();
  await orders.openFirst();
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await orders.press('Print order', orders.panel());
  await expect.poll(() => page.locator('body').getAttribute('data-printed')).toBe('');
  expect(await countPrintedPages(page)).toBe(1);
});
