import type { Page } from 'playwright';
import { beforeEach, describe, expect } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { SAVED_STATE_KEY } from '#lib/contract/saved-state.ts';
import { cart, signInByPassword } from '#lib/rules/routes/paths.ts';
import { type Account, createAccount, logIn, password, useAuthForm } from '#tests/support/browser/auth-form.ts';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import {
  addToCart,
  addToServerCart,
  apiReply,
  checkOutAsGuest,
  createCustomer,
  fillAddress,
  newMobile,
  openReview,
  requestCode,
  type Session,
  saveSession,
  storedCartLines,
} from '#tests/support/browser/customer.ts';
import { orderNumbers, serverCartLines, unitsInStock } from '#tests/support/browser/shop-records.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

// What can go wrong on the way to an order paid on delivery, each case to its end: orders, stock, and the cart in every tab.

const { shop, test } = await useSmallShop();
const WALLET = '1 × Long Wallet';
let stock: number;
beforeEach(async () => {
  stock = await unitsInStock(shop, 'long-wallet');
});

const heading = (name: string, at: Page) => at.getByRole('heading', { name, exact: true }).waitFor();
const placeButton = (at: Page) => at.getByRole('button', { name: /^(Place order|Pay ₹|Placing|Try again)/ });
const path = (at: Page) => new URL(at.url()).pathname;

/** Opens another tab of the same browser. */
async function openTab(page: Page, at: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(shop.url + at);
  return tab;
}

type Customer = Session & { mobile: string };

async function customerWithWallet(): Promise<Customer> {
  const mobile = newMobile();
  const user = await createCustomer(shop, mobile);
  await addToServerCart(shop, user.token, 'long-wallet');
  return { ...user, mobile };
}

/** Opens the review of a customer with a wallet in the cart. */
async function customerAtReview(page: Page): Promise<Customer> {
  const user = await customerWithWallet();
  await openReview(page, shop, user);
  return user;
}

/** The same with the steps in the browser's history. */
async function customerWithSteps(page: Page): Promise<Customer> {
  const user = await customerWithWallet();
  await saveSession(page, shop, user);
  await page.goto(`${shop.url}/checkout`);
  await heading('Delivery address', page);
  await fillAddress(page);
  return user;
}

/** Opens the cart in another tab, with the wallet in it. */
async function openCartTab(page: Page): Promise<Page> {
  const tab = await openTab(page, '/cart');
  await tab.getByRole('list', { name: 'Items in your cart' }).getByText('Long Wallet').first().waitFor();
  return tab;
}

/** Expects that nothing was ordered, and that the wallet is in the cart of the server and of each tab. */
async function expectNoOrder(page: Page, mobile: string, cartTab: Page): Promise<void> {
  expect(await orderNumbers(shop, mobile)).toEqual([]);
  expect(await unitsInStock(shop, 'long-wallet')).toBe(stock);
  expect(await serverCartLines(shop, mobile)).toEqual([WALLET]);
  expect(await storedCartLines(page)).toEqual([WALLET]);
  await cartTab.getByRole('list', { name: 'Items in your cart' }).getByText('Long Wallet').first().waitFor();
}

/** Expects the thanks for one order of one wallet, and an empty cart on the server and in each tab. */
async function expectOneOrder(page: Page, mobile: string, cartTab: Page, thanks = [page]): Promise<void> {
  const numbers = await Promise.all(
    thanks.map(async (tab) => {
      await tab.waitForURL('**/order-success');
      await heading('Thank you, Meera', tab);
      await tab.getByText('Your order is placed.').waitFor();
      await tab.getByText('Keep ₹1,299.00 ready and pay when it arrives.').waitFor();
      return tab
        .getByText(/^HT-[0-9A-Z]+$/)
        .first()
        .innerText();
    }),
  );
  expect(new Set(numbers)).toEqual(new Set(await orderNumbers(shop, mobile)));
  expect(await orderNumbers(shop, mobile)).toHaveLength(1);
  expect(await unitsInStock(shop, 'long-wallet')).toBe(stock - 1);
  await heading('Your cart is empty', cartTab);
  expect(await serverCartLines(shop, mobile)).toEqual([]);
  // When another tab has written over the empty cart, a tab saves it again half a second later.
  await expect.poll(() => storedCartLines(page)).toEqual([]);
}

/** Signs an account in by password and goes to its cart. */
async function signIn(tab: Page, { email }: Account): Promise<void> {
  await tab.goto(`${shop.url}${signInByPassword(cart)}`);
  const form = useAuthForm(tab);
  await form.fill({ Email: email, Password: password });
  await form.press('Sign in');
  await tab.waitForURL('**/cart');
}

/** Counts the requests that place orders, of every tab. */
function countCheckouts(page: Page): () => number {
  let sent = 0;
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/checkout')) sent += 1;
  });
  return () => sent;
}

/** Holds the first request that places an order, `after` the store has written it or before. Returns a promise of the request. */
async function holdFirstCheckout(page: Page, when: 'before' | 'after', end: 'cut' | 'hold') {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Set before any click: Chromium does not hold a request that starts while interception is being switched on.
  await page.route(
    '**/api/checkout',
    async (route) => {
      try {
        if (when === 'after') await route.fetch();
        if (end === 'cut') await route.abort('connectionreset');
        resolve();
      } catch (error) {
        reject(error as Error);
      }
    },
    { times: 1 },
  );
  return { held: promise };
}

test('a guest orders once, and neither Back, Forward, a reload nor the checkout’s URL leads to a second order', async ({
  page,
  pageErrors,
}) => {
  const mobile = newMobile();
  await addToCart(page, shop, 'long-wallet');
  const cartTab = await openCartTab(page);
  await page.goto(`${shop.url}/checkout`);
  await checkOutAsGuest(page, mobile);
  await placeButton(page).click();
  await expectOneOrder(page, mobile, cartTab);

  await page.goBack();
  expect(path(page)).not.toBe('/checkout');
  await page.goForward();
  await page.reload();
  await expectOneOrder(page, mobile, cartTab);
  await page.goto(`${shop.url}/checkout`);
  await page.getByText('There is nothing to check out yet.').waitFor();
  expect(await orderNumbers(shop, mobile)).toHaveLength(1);
  expect(pageErrors).toEqual([]);
});

test('a double click on Place order sends one request', async ({ page }) => {
  const { mobile } = await customerAtReview(page);
  const cartTab = await openCartTab(page);
  const checkouts = countCheckouts(page);
  await placeButton(page).dblclick();
  await expectOneOrder(page, mobile, cartTab);
  expect(checkouts()).toBe(1);
});

describe('two tabs at the review of one cart', () => {
  test('that are pressed in the same moment place one order and both say thanks', async ({ page }) => {
    const { mobile } = await customerAtReview(page);
    const other = await openTab(page, '/checkout#review');
    await heading('Review and pay', other);
    await placeButton(other).waitFor();
    const cartTab = await openCartTab(page);
    // By a message to both tabs once both listen: after a click in one tab, its order leads the other to the thanks.
    for (const tab of [page, other])
      await placeButton(tab).evaluate((button: HTMLButtonElement) => {
        new BroadcastChannel('test-press').onmessage = () => button.click();
      });
    await cartTab.evaluate(() => new BroadcastChannel('test-press').postMessage(''));
    await expectOneOrder(page, mobile, cartTab, [page, other]);
  });

  test('say thanks also when the other tab saves its earlier state while the thanks load', async ({ page }) => {
    const { mobile } = await customerAtReview(page);
    const cartTab = await openCartTab(page);
    const before = await cartTab.evaluate((key) => localStorage.getItem(key) ?? '{}', SAVED_STATE_KEY);
    await page.route(/\/order-success/, async (route) => {
      await cartTab.evaluate(
        ([key = '', text = '']) => {
          localStorage.setItem(key, text);
        },
        [SAVED_STATE_KEY, before],
      );
      await route.continue();
    });
    await placeButton(page).click();
    await expectOneOrder(page, mobile, cartTab);
    await page.unrouteAll();
    await page.reload();
    await heading('Thank you, Meera', page);
  });

  test('of which the second retries while the first waits for its reply place one order', async ({ page }) => {
    const { mobile } = await customerAtReview(page);
    const other = await openTab(page, '/checkout#review');
    await heading('Review and pay', other);
    await placeButton(other).and(other.locator(':enabled')).waitFor();
    const cartTab = await openCartTab(page);
    const { held } = await holdFirstCheckout(page, 'after', 'hold');
    await placeButton(page).click();
    await held;
    await other.getByRole('button', { name: 'Try again' }).click();
    await expectOneOrder(page, mobile, cartTab, [page, other]);
  });

  test('show the thanks in both when one of them orders', async ({ page }) => {
    const { mobile } = await customerAtReview(page);
    const other = await openTab(page, '/checkout#review');
    await heading('Review and pay', other);
    const cartTab = await openCartTab(page);
    await placeButton(page).click();
    await expectOneOrder(page, mobile, cartTab, [page, other]);
  });
});

describe.for(['before', 'after'] as const)('%s the order is written', (when) => {
  test('a reload places it once and says thanks', async ({ page }) => {
    const { mobile } = await customerAtReview(page);
    const cartTab = await openCartTab(page);
    const { held } = await holdFirstCheckout(page, when, 'hold');
    await placeButton(page).click();
    await held;
    await page.reload();
    await expectOneOrder(page, mobile, cartTab);
  });

  test('a cut connection is said, keeps the cart, and Try again places it once', async ({ page }) => {
    const { mobile } = await customerAtReview(page);
    const cartTab = await openCartTab(page);
    const { held } = await holdFirstCheckout(page, when, 'cut');
    await placeButton(page).click();
    await held;
    const notice = page.locator('main').getByRole('alert');
    await notice.getByText(failure.checkoutWrong).waitFor();
    await notice.getByText('Trying again will not place a second order.').waitFor();
    if (when === 'before') await expectNoOrder(page, mobile, cartTab);
    else expect(await orderNumbers(shop, mobile)).toHaveLength(1);
    // By keyboard: a tap at the place of the one before, within half a second, does not count.
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await expectOneOrder(page, mobile, cartTab);
  });
});

describe('a session that has expired when the order is placed', () => {
  /** Ends the customer's session on the server, and presses Place order. */
  async function placeWithoutSession(page: Page, token: string, cartTab: Page): Promise<void> {
    // A call of the other tab that met the ended session would leave the review before the press.
    await cartTab.waitForLoadState('networkidle');
    await apiReply(shop, '/customer/logout', {}, token);
    await placeButton(page).click();
    await heading('Your mobile number', page);
    await page.locator('[data-sonner-toast]').filter({ hasText: failure.sessionExpired }).waitFor();
  }

  test('orders nothing and keeps the cart in every tab; the order is placed once the number is verified again', async ({
    page,
  }) => {
    const { mobile, token } = await customerWithSteps(page);
    const cartTab = await openCartTab(page);
    await placeWithoutSession(page, token, cartTab);
    await expectNoOrder(page, mobile, cartTab);
    expect(await axeViolationsInThemes(page, 'the checkout after the session')).toEqual([]);
    await page.getByLabel('Mobile number').fill(mobile);
    await page.getByLabel('6-digit code').fill(await requestCode(page, 'Send code'));
    await expectOneOrder(page, mobile, cartTab);
  });

  test('orders nothing for another customer who signs in in a second tab, and asks for their address', async ({ page }) => {
    const { mobile, token } = await customerWithSteps(page);
    const cartTab = await openCartTab(page);
    const account = await createAccount(shop);
    await placeWithoutSession(page, token, cartTab);
    const other = await page.context().newPage();
    await signIn(other, account);

    await heading('Delivery address', page);
    await page.getByText(new RegExp(`For Asha Rao\\s*\\+91 ${account.phone}`)).waitFor();
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('');
    for (const number of [mobile, account.phone]) expect(await orderNumbers(shop, number)).toEqual([]);
    expect(await unitsInStock(shop, 'long-wallet')).toBe(stock);
    for (const tab of [cartTab, other])
      await tab.getByRole('list', { name: 'Items in your cart' }).getByText('Long Wallet').first().waitFor();
    await expect.poll(() => serverCartLines(shop, account.phone)).toEqual([WALLET]);
    expect(await storedCartLines(page)).toEqual([WALLET]);
  });
});

test('another account that signs in in a second tab after a logout gets its own checkout here', async ({ page }) => {
  // The sign-out arrives before the cleared storage, and a slow phone goes back in the history only after the steps have gone.
  await page.addInitScript(() => {
    addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true });
    const go = history.go.bind(history);
    history.go = (entries) => {
      history.go = go;
      setTimeout(() => go(entries), 300);
    };
  });
  const { mobile } = await customerWithSteps(page);
  const account = await createAccount(shop);
  const { token } = await logIn(shop, account);
  await addToServerCart(shop, token, 'long-wallet', '', 2);
  const other = await openTab(page, '/faq');
  await other.getByRole('button', { name: 'Menu', exact: true }).click();
  await other.getByRole('navigation', { name: 'Menu' }).getByRole('button', { name: 'Logout' }).click();
  await other.getByRole('dialog', { name: 'Confirm Logout' }).getByRole('button', { name: 'Logout' }).click();
  await page.getByText('There is nothing to check out yet.').waitFor();
  await other.waitForURL('**/signin');
  await signIn(other, account);

  const proceed = page.getByRole('button', { name: 'Continue', exact: true });
  const addressStep = page.getByRole('heading', { name: 'Delivery address', exact: true });
  await proceed.or(addressStep).first().waitFor();
  if (await proceed.isVisible()) await proceed.click();
  await addressStep.waitFor();
  await page.getByText(new RegExp(`For Asha Rao\\s*\\+91 ${account.phone}`)).waitFor();
  expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('');
  await fillAddress(page);
  await placeButton(page).click();
  await heading('Thank you, Asha', page);
  expect(await orderNumbers(shop, mobile)).toEqual([]);
  expect(await orderNumbers(shop, account.phone)).toHaveLength(1);
  expect(await unitsInStock(shop, 'long-wallet')).toBe(stock - 2);
  expect(await serverCartLines(shop, mobile)).toEqual([WALLET]);
  expect(await serverCartLines(shop, account.phone)).toEqual([]);
  await heading('Your cart is empty', other);
});
