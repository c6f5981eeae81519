import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addCoupon, type NewCoupon } from '#api/services/coupons/coupons.ts';
import { type CartItem, getCartCall } from '#lib/contract/cart.ts';
import { applyCouponCall } from '#lib/contract/coupons.ts';
import { lineKey, lineLimit, lineStock, unitPrice } from '#lib/rules/cart.ts';
import { toPaise } from '#lib/rules/money.ts';
import { COUPON_RECHECK_MS } from '#lib/rules/timings.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';
import { lineFor } from './products.ts';
import { closeBrowser, openBrowser, type Tab, type TestBrowser } from './tab.ts';

/** What a shopper does, in one of two tabs. Actions are not awaited unless `wait` follows. */
type Action =
  | { do: 'add'; tab: number; line: number; units: number }
  | { do: 'step'; tab: number; line: number; by: 1 | -1 }
  | { do: 'type'; tab: number; line: number; quantity: number }
  | { do: 'remove'; tab: number; line: number }
  | { do: 'undo'; tab: number }
  | { do: 'coupon'; tab: number; code: string }
  | { do: 'no coupon'; tab: number }
  | { do: 'sign in'; tab: number }
  | { do: 'refresh'; tab: number }
  | { do: 'stock'; line: number; stock: number }
  | { do: 'fail'; how: Failing }
  | { do: 'wait' };

/** How the next call about the cart or its coupon fails. */
type Failing = 'refused' | 'error before' | 'error after' | 'cut before' | 'cut after' | 'slow';

const tab = fc.nat({ max: 1 });
const line = fc.nat({ max: 3 });
/** A percentage, an amount from a minimum on, and a code that does not exist. */
const code = fc.constantFrom('TEN', 'FIFTY', 'NONE');
const how = fc.constantFrom<Failing>('refused', 'error before', 'error after', 'cut before', 'cut after', 'slow');
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('add'), tab, line, units: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('step'), tab, line, by: fc.constantFrom(1 as const, -1 as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('type'), tab, line, quantity: fc.integer({ min: 0, max: 9 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove'), tab, line }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo'), tab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('coupon'), tab, code }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('no coupon'), tab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sign in'), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refresh'), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stock'), line, stock: fc.nat({ max: 6 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fail'), how }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait') }) },
) as fc.Arbitrary<Action>;

let shop: TestShop;
let browser: TestBrowser;
let tabs: [Tab, Tab];
let lines: CartItem[];
let token: string;
let watches: (() => void)[];

const coupon = (more: Partial<NewCoupon>) =>
  shop.change((tx) =>
    addCoupon(tx, {
      code: 'TEN',
      kind: 'percent',
      value: 10,
      minimum: 0,
      max_uses: null,
      max_uses_each: null,
      starts_at: null,
      ends_at: null,
      ...more,
    }),
  );

/** Shows totals in every tab, as newly opened pages do, so that coupons are checked again. */
function watchCoupons(): void {
  for (const stop of watches) stop();
  watches = tabs.map((one) => one.watchCoupon());
}

beforeAll(async () => {
  shop = await openShop();
  await shop.add({ name: 'Plain T-Shirt', category: 'T-Shirts', slug: 'tee', price: 49900, stock: { M: 50, L: 3 } });
  await shop.add({ name: 'Cap', category: 'Caps', slug: 'cap', price: 19950, stock: 50 });
  await shop.add({ name: 'Mug', category: 'Mugs', slug: 'mug', price: 9901, stock: 2 });
  await coupon({});
  await coupon({ code: 'FIFTY', kind: 'amount', value: 5000, minimum: 60_000 });
  token = await signUp(shop, '9876543210');
  browser = openBrowser(shop);
  const { setTimeout } = globalThis;
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number) => setTimeout(run, ms === COUPON_RECHECK_MS ? 4 : ms));
  tabs = [await browser.openTab(), await browser.openTab()];
  watches = [];
  const sizes: [string, string?][] = [['tee', 'M'], ['tee', 'L'], ['cap'], ['mug']];
  lines = await Promise.all(sizes.map(([slug, size]) => lineFor(shop, tabs[0], slug, size)));
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {});
});
afterAll(async () => {
  for (const stop of watches) stop();
  vi.restoreAllMocks();
  closeBrowser();
  await shop.close();
});

const isCartCall = ({ url }: Request): boolean => /customer\/(add-to-cart|remove-to-cart|cart)|apply-coupon/.test(url);
const error = (status: number) => Response.json({ success: false, message: 'Not now' }, { status });

/** Lets the next call about the cart or its coupon fail; the store answers all others. */
function useNetwork(failing: Failing[]): void {
  browser.network.answer = async (request) => {
    const how = isCartCall(request) ? failing.shift() : undefined;
    if (how === 'slow') await pause(4);
    if (how === 'refused') return error(422);
    if (how === 'error before') return error(500);
    if (how === 'cut before') throw new TypeError('Failed to fetch');
    const answer = await shop.store.fetch(request);
    if (how === 'error after') return error(503);
    if (how === 'cut after') throw new TypeError('Failed to fetch');
    return answer;
  };
}

const setStock = (index: number, stock: number) => {
  const { product_id, selected_variant } = lines[index] as CartItem;
  return shop.change((tx) =>
    tx
      .updateTable('variant')
      .set({ stock })
      .where('product_id', '=', product_id)
      .where('product_variation', '=', selected_variant?.product_variation ?? '')
      .execute(),
  );
};

/** Starts a sequence: a guest with an empty cart, and a customer whose cart on the server is empty. */
async function begin(delay: number): Promise<void> {
  browser.channel.delay = 0;
  useNetwork([]);
  // Equal times: the other tab has received this very reset, and nothing of the sequence before comes after it.
  const isReset = () => {
    const logs = tabs.map((one) => one.$cart.get().log);
    return (
      logs.every(({ until }) => until === logs[0]?.until) &&
      tabs.every((one) => shown(one).length + Number(one.isSignedIn()) === 0 && !one.$checkout.get().discount)
    );
  };
  do {
    tabs[0].leaveSignedOut();
    for (let waits = 0; waits < 20 && !isReset(); waits++) await pause(2);
  } while (!isReset());
  await shop.change((tx) => tx.deleteFrom('cart_line').execute());
  await Promise.all([50, 3, 50, 2].map((stock, index) => setStock(index, stock)));
  for (const one of tabs) one.drainToasts();
  watchCoupons();
  browser.channel.delay = delay;
}

async function until(isDone: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 10_000;
  while (!(await isDone())) {
    if (Date.now() > end) throw new Error(`Not within ten seconds: ${what}. ${JSON.stringify(tabs.map(shown))}`);
    await pause(1);
  }
}

const shown = ({ $cart }: Tab): string[] => $cart.get().cartItems.map((item) => `${item.quantity} × ${lineKey(item)}`);
const isEqual = (one: readonly string[], other: readonly string[]) => [...one].sort().join() === [...other].sort().join();

/** The rules that a cart keeps at every moment. */
function checkRules({ $cart, $cartPaise, $cartUnits, $checkout, $totals, isSignedIn }: Tab): void {
  const { cartItems } = $cart.get();
  expect(new Set(cartItems.map(lineKey)).size).toBe(cartItems.length);
  for (const item of cartItems) {
    expect(Number.isInteger(item.quantity)).toBe(true);
    expect(item.quantity).toBeGreaterThanOrEqual(1);
    if (item.status !== false) expect(item.quantity).toBeLessThanOrEqual(Math.max(1, lineLimit(lineStock(item))));
  }
  expect($cartUnits.get()).toBe(cartItems.reduce((sum, { quantity }) => sum + quantity, 0));
  expect($cartPaise.get()).toBe(cartItems.reduce((sum, item) => sum + toPaise(unitPrice(item)) * item.quantity, 0));
  const { items, discount, total } = $totals.get();
  expect(items).toBe($cartPaise.get());
  expect(discount).toBeLessThanOrEqual(items);
  expect(total).toBe(items - discount);
  if (!isSignedIn()) expect($checkout.get().discount).toBeNull();
}

/** Whether a tab's discount is what the server gives for its coupon and cart. */
async function isCouponTrue({ $cart, $checkout }: Tab): Promise<boolean> {
  const { discount } = $checkout.get();
  if (!discount || $cart.get().cartItems.length === 0) return true;
  const reply = await shop.call(applyCouponCall, { token, body: { coupon_code: discount.coupon_code } });
  return reply.success && JSON.stringify(reply.data.coupon) === JSON.stringify(discount);
}

const session = () => ({
  token,
  customer: { firstname: 'Asha', lastname: 'Rao', email: 'asha@example.com', phone_number: '9876543210', alt_phone_number: '' },
});

type Undo = () => void;

async function perform(done: Action, failing: Failing[], undos: Undo[][]): Promise<unknown> {
  if (done.do === 'wait') return pause(2);
  if (done.do === 'fail') return void failing.push(done.how);
  if (done.do === 'stock') return setStock(done.line, done.stock);
  const one = tabs[done.tab] as Tab;
  if (done.do === 'undo') return undos[done.tab]?.pop()?.();
  if (done.do === 'coupon') return one.applyCoupon(done.code);
  if (done.do === 'no coupon') return one.removeCoupon();
  if (done.do === 'sign in') return one.isSignedIn() ? undefined : one.completeSignIn(session() as never);
  if (done.do === 'refresh') return one.refreshCart();
  const line = lines[done.line] as CartItem;
  const key = lineKey(line);
  if (done.do === 'add') return one.addToCart({ ...line, quantity: done.units });
  if (done.do === 'step') return done.by > 0 ? one.increaseQuantity(key) : one.decreaseQuantity(key);
  if (done.do === 'type') return one.setQuantity(key, done.quantity);
  return one.removeCartItem(key);
}

async function run({ delay, actions }: { delay: number; actions: Action[] }): Promise<void> {
  await begin(delay);
  const failing: Failing[] = [];
  useNetwork(failing);
  const pending: Promise<unknown>[] = [];
  const undos: Undo[][] = [[], []];
  for (const done of actions) {
    const performed = perform(done, failing, undos);
    if (done.do === 'wait' || done.do === 'stock') await performed;
    else pending.push(performed);
    for (const [index, one] of tabs.entries()) {
      checkRules(one);
      for (const { action } of one.drainToasts()) if (action) undos[index]?.push(action.run);
    }
  }
  // Quiet: the network works, every call has ended, every message has arrived.
  failing.length = 0;
  await Promise.all(pending);
  await pause(delay * 2);
  if (tabs.every((one) => one.isSignedIn())) {
    // The next page merges what could not be merged.
    await Promise.all(tabs.map((one) => one.$cart.get().merged || one.refreshCart()));
    browser.window.dispatchEvent(new Event('online'));
  }
  watchCoupons();
  const expected = async () => {
    if (!tabs[0].isSignedIn()) return shown(tabs[1]);
    const { data } = await shop.succeed(getCartCall, { token });
    return data.cart.map((item) => `${item.quantity} × ${lineKey(item)}`);
  };
  await until(
    async () => {
      const truth = await expected();
      return tabs.every((one) => isEqual(shown(one), truth)) && isEqual(savedLines(), truth);
    },
    `both tabs and the saved state show what the server has. ${JSON.stringify([await expected(), savedLines()])}`,
  );
  const areCouponsTrue = async () => (await Promise.all(tabs.map(isCouponTrue))).every(Boolean);
  await until(areCouponsTrue, 'the discount of both tabs is what the server gives');
  for (const one of tabs) checkRules(one);
}

const savedLines = (): string[] =>
  ((browser.saved()['cart'] as { cartItems?: CartItem[] } | undefined)?.cartItems ?? []).map(
    (item) => `${item.quantity} × ${lineKey(item)}`,
  );

test('a cart in two tabs keeps its rules through any sequence of actions and failures, and ends as the server’s', async () => {
  const sequence = fc.record({ delay: fc.constantFrom(0, 0, 6), actions: fc.array(action, { minLength: 4, maxLength: 14 }) });
  await fc.assert(fc.asyncProperty(sequence, run), { numRuns: 150, seed: 11, endOnFailure: true });
});
