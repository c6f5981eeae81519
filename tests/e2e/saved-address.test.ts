import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buy, deliverTo } from './buying.ts';
import type { RunningShop } from './shop.ts';
import { newCustomer, putInCart, type Session, signIn } from './shopper.ts';
import { startSmallShop } from './small-shop.ts';
import { newVisitor, phone, type Visitor } from './visitor.ts';

// Where parcels go, at the checkout of a customer who has ordered before, and of one who has not.

let shop: RunningShop;
let visitor: Visitor;
let page: Page;
beforeAll(async () => {
  shop = await startSmallShop();
});
afterAll(() => shop.stop());
beforeEach(async () => {
  visitor = await newVisitor({ viewport: phone });
  page = visitor.page;
});
afterEach(() => visitor.leave());

const typed = (label: string) => page.getByLabel(label, { exact: true });
const shown = async () =>
  Object.fromEntries(
    await Promise.all(
      ['Address', 'Pincode', 'City', 'State'].map(async (label) => [label.toLowerCase(), await typed(label).inputValue()]),
    ),
  );

/** Brings a customer with something in the cart to where the address is asked for. */
async function askedForAddress(user: Session): Promise<void> {
  await putInCart(shop, user.token, 'long-wallet');
  await signIn(page, shop, user);
  await page.goto(`${shop.url}/checkout`);
  await page.getByRole('heading', { name: 'Delivery address' }).waitFor();
}

test('the first order’s address is the next one’s, and one press leads on', async () => {
  const user = await newCustomer(shop);
  await buy(shop, user, [{ slug: 'long-wallet' }]);
  await askedForAddress(user);
  await expect.poll(shown).toEqual(deliverTo);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('heading', { name: 'Review and pay' }).waitFor();
  expect(await page.locator('main').innerText()).toContain(deliverTo.address);
  expect(visitor.complaints).toEqual([]);
});

test('what is typed is not overwritten by a saved address that comes late', async () => {
  const user = await newCustomer(shop);
  await buy(shop, user, [{ slug: 'long-wallet' }]);
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/customer/get-shipping-address', async (route) => {
    await held;
    await route.continue();
  });
  await askedForAddress(user);
  await typed('Address').fill('4 Park Street');
  const answered = page.waitForResponse('**/api/customer/get-shipping-address');
  answer();
  await answered;
  await typed('First name').focus();
  expect(await shown()).toEqual({ address: '4 Park Street', pincode: '', city: '', state: '' });
});

test('a pincode fills in city and state, which a reload does not lose', async () => {
  await askedForAddress(await newCustomer(shop));
  await typed('Pincode').fill('560001');
  const place = { address: '', pincode: '560001', city: 'Bengaluru', state: 'Karnataka' };
  await expect.poll(shown).toEqual(place);
  await page.reload();
  await expect.poll(shown).toEqual(place);
});
