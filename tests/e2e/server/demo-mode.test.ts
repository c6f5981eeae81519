import { rmSync } from 'node:fs';
import { expect, inject, onTestFinished } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { createAccount, password } from '#tests/support/browser/auth-form.ts';
import { apiReply } from '#tests/support/browser/customer.ts';
import { newDataDir, type RunningShop, startShop } from '#tests/support/browser/shop-server.ts';
import { pageTest as test } from '#tests/support/shop-test.ts';

const texting = { SMS_AUTH_KEY: 'key', SMS_URL: 'http://127.0.0.1:9/', SMS_TEMPLATE_OTP: 'T1' };

/** Stops a shop and keeps its data until the end of the test. */
async function stopped(shop: RunningShop): Promise<string> {
  expect(await shop.terminate()).toBe(0);
  onTestFinished(() => rmSync(shop.dataDir, { recursive: true, force: true }));
  return shop.dataDir;
}

test('customers of a demo are signed out when the shop becomes real, in the browser too', async ({ page, entry }) => {
  const demo = await startShop(newDataDir(inject('demoTemplate')), { DEMO_MODE: '1' });
  const account = await createAccount(demo);
  await page.goto(`${demo.url}/signin?way=password`);
  await entry.fill({ Email: account.email, Password: password });
  await entry.press('Sign in');
  await page.waitForURL(`${demo.url}/`);
  const dataDir = await stopped(demo);

  const { port } = new URL(demo.url);
  const real = await startShop(dataDir, { ...texting, PORT: port });
  onTestFinished(real.stop);
  await page.goto(`${real.url}/my-account/orders`);
  await page.waitForURL(/\/signin/);
  await entry.fill({ Email: account.email, Password: password });
  await entry.press('Sign in');
  await entry.notice().getByText(failure.login, { exact: true }).waitFor();
  const code = await apiReply<{ data: object }>(real, '/login/otp', { mobile: account.phone });
  expect(code.data).not.toHaveProperty('otp');
}, 120_000);

test('a shop with real customers does not start in demo mode, and says why', async () => {
  const real = await startShop(newDataDir(inject('smallTemplate')), texting);
  await createAccount(real);
  const dataDir = await stopped(real);
  await expect(startShop(dataDir, { DEMO_MODE: '1' })).rejects.toThrow(
    /^This shop has real customers, and demo mode would let anyone into their accounts\. Start it without demo mode/m,
  );
}, 120_000);
