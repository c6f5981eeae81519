import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';
import { closeBrowser, openBrowser, type TestBrowser } from './tab.ts';

let shop: TestShop;
let browser: TestBrowser;

beforeEach(async () => {
  shop = await openShop();
  browser = openBrowser(shop);
});
afterEach(async () => {
  closeBrowser();
  vi.restoreAllMocks();
  await shop.close();
});

const kochi = { pincode: '682001', place: 'Kochi, Kerala' };

test('a pincode that was found is saved, restored on the next page and sent to other tabs', async () => {
  const other = await browser.openTab();
  const tab = await browser.openTab();
  await tab.checkDelivery('682 001');
  expect(tab.$delivery.get()).toMatchObject({ pincode: '682001', place: expect.stringContaining('Kerala') as string });
  expect(browser.saved()).toMatchObject({ delivery: tab.$delivery.get() });
  await expect.poll(() => other.$delivery.get()).toEqual(tab.$delivery.get());
  expect((await browser.openTab()).$delivery.get()).toEqual(tab.$delivery.get());
});

test('a pincode that is invalid or unknown is reported, and the one found before is kept', async () => {
  const tab = await browser.openTab();
  await tab.checkDelivery('682001');
  const found = tab.$delivery.get();
  for (const [pincode, error] of [
    ['68200', fieldErrors.pincodeInvalid],
    ['000000', 'We cannot find this pincode. Check its 6 digits.'],
  ] as const) {
    await tab.checkDelivery(pincode);
    expect(tab.$deliveryCheck.get()).toEqual({ error, loading: false });
    expect(tab.$delivery.get()).toEqual(found);
  }
});

test.for([{ pincode: '68200' }, { pincode: 682001 }, { pincode: '682001', place: 7 }, 'Kochi'])(
  'a saved pincode that is damaged is dropped: %s',
  async (delivery) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    browser.storage.kept.set('haat', JSON.stringify({ v: 1, delivery }));
    expect((await browser.openTab()).$delivery.get()).toEqual({ pincode: '', place: '' });
  },
);

test('signing out forgets the pincode', async () => {
  browser.storage.kept.set('haat', JSON.stringify({ v: 1, delivery: kochi }));
  const tab = await browser.openTab();
  expect(tab.$delivery.get()).toEqual(kochi);
  await tab.signOut();
  expect(tab.$delivery.get().pincode).toBe('');
  expect(browser.saved()['delivery']).toBeUndefined();
});
