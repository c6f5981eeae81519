import type { Page } from 'playwright';
import { afterAll, expect } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { loginOtpCall, otpVerifyLoginCall } from '#lib/contract/sign-in.ts';
import { openStaticShop, PUBLIC_API } from '#tests/server/static/static-shop.ts';
import { useAuthForm } from '#tests/support/browser/auth-form.ts';
import { nextCode } from '#tests/support/browser/customer.ts';
import { desktop, openPage } from '#tests/support/browser/test-page.ts';
import { pageTest } from '#tests/support/shop-test.ts';
import { startStaticServer } from '#tests/support/static-site/static-server.ts';
import { signUp } from '#tests/support/store/test-store.ts';

const test = pageTest.extend('pageOptions', { viewport: desktop });
const site = await openStaticShop();
afterAll(site.close);
const tee = await site.shop.add({ name: 'Plain Tee', category: 'Tees', slug: 'plain-tee', stock: { S: 3, M: 40 } });
await site.shop.add({ name: 'Gone Cap', category: 'Caps', slug: 'gone-cap' });
await site.shop.add({ name: 'Canvas Cap', category: 'Caps', slug: 'canvas-cap' });
await site.build('--no-compress');
const server = await startStaticServer(site.outDir);
afterAll(server.stop);

/** Opens a page whose calls to the public address of the store reach the store of the test. */
async function openSite(page: Page, { older = 0 } = {}): Promise<void> {
  await page.addInitScript((ms) => {
    const now = Date.now;
    Date.now = () => now() + ms;
  }, older);
  await page.route(`${PUBLIC_API}/**`, async (route) => {
    const request = route.request();
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: cors });
    const response = await route.fetch({ url: request.url().replace(PUBLIC_API, site.apiUrl) });
    await route.fulfill({ response, headers: { ...response.headers(), ...cors } });
  });
}

/** The listing's HTML, without what scripts mark in it. */
async function readListing(page: Page): Promise<string> {
  await page.waitForFunction(() => !document.querySelector('[data-listing]'));
  return page.evaluate(() => {
    const copy = document.querySelector('.listing')?.cloneNode(true) as Element;
    for (const element of copy.querySelectorAll('*')) {
      for (const name of ['data-seen', 'data-loading', 'data-failed']) element.removeAttribute(name);
      const sorted = [...element.attributes]
        .map(({ name, value }) => [name, value] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1));
      for (const [name] of sorted) element.removeAttribute(name);
      for (const [name, value] of sorted) element.setAttribute(name, value);
    }
    for (const element of copy.querySelectorAll('script,noscript,.turners')) element.remove();
    return copy.innerHTML.replace(/\s+/g, ' ');
  });
}

test('a listing that the browser draws has the HTML of one that was built', async ({ page }) => {
  await openSite(page);
  await page.goto(`${server.url}/shop/caps`);
  const built = await readListing(page);
  const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
  await page.goto(`${server.url}/shop?categories=caps`);
  expect(await readListing(page)).toBe(built);
  expect(await page.title()).toContain('Caps');
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(canonical);
});

test('a listing takes no choice before it is drawn, which would replace what its URL asks for', async ({ page }) => {
  await openSite(page);
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`${PUBLIC_API}/get-products*`, async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto(`${server.url}/shop?categories=tees`);
  const controls = page.locator('#filters :is(input,button),.sort select,.filter-button');
  expect(await controls.count()).toBeGreaterThan(2);
  expect(
    await controls.evaluateAll((all) => all.filter((control) => control.checkVisibility({ visibilityProperty: true }))),
  ).toEqual([]);
  answer();
  await page.getByRole('heading', { name: 'Tees', exact: true }).waitFor();
  await page.locator('#filters label:has([value=S])').click();
  await page.waitForURL('**/shop?size=S&categories=tees');
});

test('a listing whose store cannot be reached says so, and can be tried again', async ({ page }) => {
  await openSite(page);
  await page.route(`${PUBLIC_API}/product*`, (route) => route.abort());
  await page.route(`${PUBLIC_API}/get-products*`, (route) => route.abort());
  await page.goto(`${server.url}/shop?categories=tees`);
  await page.getByRole('alert').getByText(failure.products).waitFor();
  await page.unroute(`${PUBLIC_API}/product*`);
  await page.unroute(`${PUBLIC_API}/get-products*`);
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Tees', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Plain Tee' }).waitFor();
});

test('a listing whose module failed to load is drawn after a reload, which is done once', async ({ page }) => {
  await openSite(page);
  let requests = 0;
  let lost = 1;
  await page.route('**/_astro/draw-listing.*.js', async (route) => {
    requests += 1;
    await (requests <= lost ? route.abort() : route.continue());
  });
  await page.goto(`${server.url}/shop`);
  await page.getByRole('checkbox', { name: 'Caps', exact: true }).check();
  await page.getByRole('heading', { name: 'Caps', exact: true }).waitFor();
  expect(requests).toBe(2);
  lost = Number.POSITIVE_INFINITY;
  await page.goto(`${server.url}/shop?categories=tees`);
  await page.getByRole('link', { name: 'Try again' }).waitFor();
  expect(requests).toBe(4);
});

test('prices, stock and products that have changed since the build are shown, and the cart has today’s price', async ({
  page,
}) => {
  await site.shop.change(async (tx) => {
    await tx.updateTable('variant').set({ price: 12_300, mrp: 12_300 }).where('product_id', '=', tee.id).execute();
    await tx.updateTable('product').set({ price: 12_300, mrp: 12_300 }).where('id', '=', tee.id).execute();
    await tx.updateTable('product').set({ active: 0 }).where('slug', '=', 'gone-cap').execute();
  });
  await openSite(page, { older: 3_600_000 });
  await page.goto(`${server.url}/shop`);
  await page.locator('.card', { hasText: 'Plain Tee' }).getByText('₹123.00').waitFor();
  await expect.poll(() => page.locator('.card', { hasText: 'Gone Cap' }).count()).toBe(0);
  await page.goto(`${server.url}/products/gone-cap`);
  await page.waitForURL('**/not-found');

  const { page: fresh } = await openPage({ viewport: desktop });
  await openSite(fresh);
  await fresh.goto(`${server.url}/products/plain-tee`);
  await fresh.getByRole('radio', { name: 'M', exact: true }).check();
  await fresh.getByRole('button', { name: 'Add to cart' }).click();
  await fresh.getByRole('dialog').getByText('₹123.00').first().waitFor();
});

test('a product that is new since the build is shown at its address, and can be bought', async ({ page }) => {
  await site.shop.add({ name: 'New Belt', category: 'Belts', slug: 'new-belt' });
  await openSite(page);
  await page.goto(`${server.url}/products/new-belt/`);
  await page.getByRole('heading', { name: 'New Belt' }).waitFor();
  const address = `${server.url}/products/new-belt`;
  expect(page.url()).toBe(address);
  expect(await page.locator('.share a').getAttribute('href')).toBe(
    `https://wa.me/?text=${encodeURIComponent(`New Belt ${address}`)}`,
  );
  expect(await page.getByRole('link', { name: 'Ask about this product' }).getAttribute('href')).toBe(
    '/faq?about=new-belt#contact',
  );
  await page.getByRole('region', { name: 'Delivery' }).getByText('Free shipping on every order').waitFor();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('dialog', { name: /^Your cart/ }).waitFor();

  await page.goto(`${server.url}/products/never-made`);
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
});

test('a code works in the tab that asked for it, after a reload, while others use up codes of the number', async ({ page }) => {
  const mobile = '9876501234';
  await signUp(site.shop, mobile);
  await openSite(page);
  const form = useAuthForm(page);
  await page.goto(`${server.url}/signin`);
  await form.fill({ 'Mobile number': mobile });
  const sent = nextCode(page, '/login/otp');
  await form.press('Send code');
  const otp = await sent;
  await page.reload();
  await site.shop.succeed(loginOtpCall, { body: { mobile } });
  const wrong = otp === '000000' ? '000001' : '000000';
  for (let i = 0; i < 3; i++) await site.shop.fail(otpVerifyLoginCall, { body: { mobile, otp: wrong } });
  await form.fill({ '6-digit code': otp });
  await page.waitForURL(`${server.url}/`);
});
