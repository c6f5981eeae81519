import { brotliCompressSync } from 'node:zlib';
import { beforeAll, expect, inject } from 'vitest';
import { write } from '#api/database/transaction.ts';
import { sendRaw, sessionCookie } from '#tests/support/admin/http.ts';
import { pagesOf } from '#tests/support/admin/page-examples.ts';
import { addSignedInStaff, signInStaff } from '#tests/support/admin/staff.ts';
import { axeViolations } from '#tests/support/browser/axe.ts';
import { apiReply, createCustomer } from '#tests/support/browser/customer.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { newDataDir, openRecords, startShop } from '#tests/support/browser/shop-server.ts';
import { openPage } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useShop } from '#tests/support/shop-test.ts';

/** HTML, styles and scripts of a page with Brotli, in bytes; scripts alone. */
const [MAX_PAGE, MAX_SCRIPT] = [40 * 1024, 12 * 1024];

const MIN_TARGET = 44;

/** In tables and sentences of a wide screen, a link is as high as its line. */
const inText = 'p a, li a, td a, dd a, label input, h1 a, h2 a';

const { shop, test } = await useShop(startShop(newDataDir(inject('smallTemplate'))), { javaScriptEnabled: false });
let token: string;
let world: { orderNumber: string; messageId: string };

beforeAll(async () => {
  const session = await createCustomer(shop);
  const [order] = await placeOrder(shop, session, [{ slug: 'long-wallet', quantity: 2 }]);
  await placeOrder(shop, session, [{ slug: 'plain-tee', size: 'S' }], { payment_method: 'prepaid' });
  const { firstname, lastname, email, phone_number } = session.customer;
  const message = { firstname, lastname, email, phone_number, subject: 'Where', message: 'Where is my order?' };
  await apiReply(shop, '/contact', message);
  world = { orderNumber: present(order).order_number, messageId: '1' };
  const db = await openRecords(shop);
  token = await write(db, (tx) => addSignedInStaff(tx, 'owner')).finally(() => db.destroy());
}, 120_000);

const pages = pagesOf({ orderNumber: '{order}', messageId: '{message}' }).filter(
  ({ path }) => !/\.(?:js|webmanifest)$/.test(path) && !path.includes('/print/'),
);
const pathOf = (path: string): string => path.replace('{order}', world.orderNumber).replace('{message}', world.messageId);

const weigh = (text: string): number => brotliCompressSync(text).length;

test('without script no page shows what waits for its script', async ({ ownerPage: page }) => {
  for (const { path } of pages) {
    await page.goto(shop.url + pathOf(path));
    expect(await page.locator('[hidden]:visible').allTextContents(), path).toEqual([]);
  }
});

test.each(pages)('$pattern is light', async ({ path }) => {
  const { body } = await sendRaw(shop.url, { path: pathOf(path), headers: sessionCookie(token) });
  const files = [...body.matchAll(/<(?:script|link)[^>]*\b(?:src|href)="(\/_astro\/[^"]+\.(?:js|css))"/g)].map(
    ([, file = '']) => file,
  );
  let [script, all] = [0, weigh(body)];
  for (const [, inline = ''] of body.matchAll(/<script[^>]*>([^<]+)<\/script>/g)) script += weigh(inline);
  for (const file of new Set(files)) {
    const bytes = weigh((await sendRaw(shop.url, { path: file })).body);
    all += bytes;
    if (file.endsWith('.js')) script += bytes;
  }
  expect(all).toBeLessThanOrEqual(MAX_PAGE);
  expect(script).toBeLessThanOrEqual(MAX_SCRIPT);
});

const narrow = { viewport: { width: 320, height: 740 } };

const narrowTest = test.extend('pageOptions', narrow);

narrowTest.for(pages)(
  '$pattern works on the narrowest phone, in the light and in the dark',
  async ({ path }, { ownerPage: page, pageErrors }) => {
    const response = await page.goto(shop.url + pathOf(path));
    expect(await axeViolations(page, 'as it opens')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    const low = await page.evaluate(
      ([min, exempt]) =>
        [...document.querySelectorAll('a, button, input:not([type=hidden]), select, textarea, summary')]
          .filter((target) => !target.matches(exempt) && target.checkVisibility())
          .filter((target) => {
            const area = target.closest('label') ?? target;
            const { width, height, left } = area.getBoundingClientRect();
            return left >= 0 && width > 1 && height > 1 && height < min - 0.5;
          })
          .map((target) => `${target.outerHTML.slice(0, 120)} ${Math.round(target.getBoundingClientRect().height)}`),
      [MIN_TARGET, inText] as const,
    );
    expect(low).toEqual([]);
    await page.setViewportSize({ width: 768, height: 1024 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(768);
    const { page: dark } = await openPage({ ...narrow, colorScheme: 'dark' });
    await signInStaff(dark, shop);
    await dark.goto(shop.url + pathOf(path));
    expect(await axeViolations(dark, 'in the dark')).toEqual([]);
    if (response?.ok()) expect(pageErrors).toEqual([]);
  },
);

test('no page of the shop names a file or an address of the admin', async () => {
  const scripts = new Set<string>();
  for (const path of ['/', '/shop', '/products/plain-tee', '/cart', '/checkout', '/signin']) {
    const { body } = await sendRaw(shop.url, { path });
    expect(body).not.toMatch(/\/admin\b|admin-|a-button/);
    for (const [file] of body.matchAll(/\/_astro\/[\w.-]+\.(?:js|css)/g)) scripts.add(file);
  }
  for (const file of scripts) expect((await sendRaw(shop.url, { path: file })).body).not.toMatch(/["'`/]admin\//);
});
