import { rmSync } from 'node:fs';
import { afterEach, expect, inject } from 'vitest';
import { newDataDir, type RunningShop, startShop } from '#tests/support/browser/shop-server.ts';
import { present } from '#tests/support/present.ts';
import { pageTest as test } from '#tests/support/shop-test.ts';

const running: RunningShop[] = [];
const open = async (dataDir: string, environment: Record<string, string> = {}): Promise<RunningShop> => {
  const shop = await startShop(dataDir, environment);
  running.push(shop);
  return shop;
};

afterEach(async () => {
  for (const shop of running.splice(0)) await shop.stop();
});

test('a first start without data opens the demo shop', async () => {
  const shop = await open(newDataDir());
  const home = await (await fetch(shop.url)).text();
  expect(home).toContain('Tana &amp; Bana');
  expect(home).toMatch(/href="\/products\//);
  // Draws the demo's pictures.
}, 120_000);

test('a demo shop started by default refuses proxied requests, and one started on request accepts them', async () => {
  const throughProxy = async ({ url }: RunningShop): Promise<number[]> => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const code = { method: 'POST', headers: { ...headers, 'content-type': 'application/json', 'x-app-key': 'demo-key' } };
    const asked = [fetch(url, { headers }), fetch(`${url}/api/login/otp`, { ...code, body: '{"mobile":"9876543210"}' })];
    return (await Promise.all(asked)).map(({ status }) => status);
  };
  expect(await throughProxy(await open(newDataDir(inject('demoTemplate')), { DEMO_MODE: '' }))).toEqual([403, 403]);
  const asked = await open(newDataDir(inject('demoTemplate')), { DEMO_MODE: '1', TRUST_PROXY: '1' });
  expect((await throughProxy(asked)).includes(403)).toBe(false);
});

test('a shop with a public address does not show codes', async () => {
  const shop = await open(newDataDir(inject('demoTemplate')), { PUBLIC_SITE_URL: 'https://shop.example' });
  const headers = { 'content-type': 'application/json', 'x-app-key': 'demo-key' };
  const answer = await fetch(`${shop.url}/api/otp/send`, { method: 'POST', headers, body: '{"mobile":"9876543210"}' });
  expect([answer.status, await answer.json()]).toMatchObject([503, { success: false }]);
  expect(await (await fetch(shop.url)).text()).not.toContain('Demo shop');
  // A first request that is no page logs no advice about the program's own code.
  expect(shop.output()).not.toContain('fetch.ts');
});

test('production with DEMO_MODE=1 opens the demo shop', async () => {
  const shop = await open(newDataDir(), { NODE_ENV: 'production', DEMO_MODE: '1' });
  expect(shop.output()).toContain('Demo shop: one-time codes are shown on screen and no real payments are made.');
  expect(await (await fetch(shop.url)).text()).toContain('Tana &amp; Bana');
}, 180_000);

test('a port that is in use is reported with a solution', async () => {
  const dataDir = newDataDir(inject('demoTemplate'));
  const shop = await open(dataDir);
  const port = new URL(shop.url).port;
  const second = newDataDir(inject('demoTemplate'));
  await expect(startShop(second, { PORT: port })).rejects.toThrow(`Port ${port} is already in use`);
  rmSync(second, { recursive: true, force: true });
});

test('an unreachable database is reported with the setting to check', async () => {
  const dataDir = newDataDir();
  const sentence =
    /^The database cannot be read \(.*ECONNREFUSED.*\)\. Check that DATABASE_URL is right and the database server is running$/m;
  await expect(startShop(dataDir, { DATABASE_URL: 'postgres://127.0.0.1:9/shop' })).rejects.toThrow(sentence);
  rmSync(dataDir, { recursive: true, force: true });
});

test('the server shuts down cleanly on a signal', async () => {
  const shop = await open(newDataDir(inject('demoTemplate')));
  await fetch(shop.url);
  expect(await shop.terminate()).toBe(0);
});

test('a changed theme applies from the next request of a running shop', async () => {
  const shop = await open(newDataDir(inject('demoTemplate')));
  expect(await (await fetch(shop.url)).text()).not.toContain('#8a2b2b');
  await shop.store('theme', 'set', 'store_name=Meena Stores', 'buttonBackgroundColor=#8a2b2b');
  const after = await (await fetch(shop.url)).text();
  expect(after).toContain('#8a2b2b');
  expect(after).toContain('Meena Stores');
});

test('when the store is unreachable, a page shows an error without a redirect loop', async () => {
  const shop = await open(newDataDir(), { STORE_API_URL: 'http://127.0.0.1:9/api' });
  const response = await fetch(`${shop.url}/shop`, { redirect: 'manual' });
  expect(response.status).toBe(500);
  expect(await response.text()).toContain('Your cart is safe');
  expect(response.headers.get('cache-control') ?? '').not.toContain('public');
});

test('an unknown address redirects to Page Not Found, which answers 404', async () => {
  const shop = await open(newDataDir(inject('demoTemplate')));
  const unknown = await fetch(`${shop.url}/nowhere/at/all`, { redirect: 'manual' });
  expect([unknown.status, new URL(unknown.headers.get('location') as string, shop.url).pathname]).toEqual([302, '/404']);
  const product = await fetch(`${shop.url}/products/never-made`, { redirect: 'manual' });
  expect([product.status, new URL(product.headers.get('location') as string, shop.url).pathname]).toEqual([302, '/not-found']);
  for (const path of ['/404', '/not-found']) {
    const page = await fetch(shop.url + path);
    expect([page.status, /Page Not Found/.test(await page.text())]).toEqual([404, true]);
  }
});

test('the content security policy allows only hashed inline scripts and styles, on every page', async ({ page, pageErrors }) => {
  const shop = await open(newDataDir(inject('demoTemplate')));
  for (const path of ['/', '/shop', '/categories', '/cart', '/checkout', '/faq', '/terms-use', '/privacy-policy', '/not-found']) {
    const response = await page.goto(shop.url + path, { waitUntil: 'networkidle' });
    const policy = present(response?.headers()['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'sha256-/);
    expect(policy).not.toContain('unsafe-inline');
  }
  expect(pageErrors.filter((complaint) => !complaint.includes('404'))).toEqual([]);
}, 180_000);
