import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addCoupon, type NewCoupon } from '#api/services/coupons/edit-coupons.ts';
import { type CartItem, getCartCall } from '#lib/contract/cart.ts';
import { type Product, singleProductDetailsCall, type Variant } from '#lib/contract/catalogue.ts';
import { applyCouponCall } from '#lib/contract/coupons.ts';
import { isOrderable, lineKey, lineLimit, lineStock, unitPrice } from '#lib/rules/cart/cart.ts';
import { toPaise } from '#lib/rules/money.ts';
import { lineFor } from '#tests/lib/state/products.ts';
import { closeBrowser, openBrowser, type Tab, type TestBrowser } from '#tests/lib/state/tab.ts';
import { createVirtualChannel, startVirtualClock, type VirtualClock } from '#tests/lib/state/virtual-time.ts';
import { percentCoupon } from '#tests/support/store/coupons.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';
import { testSeed } from '#tests/support/test-seed.ts';

/** Longer than a reset is ahead of the clock, in milliseconds. */
const LONG_MS = 60;
const LONGEST_LATENCY_MS = 150;
/** How long tabs may take to receive a sign-out before a sequence, in milliseconds: the reset is still ahead of the clock. */
const RESET_WAIT_MS = 20;

/** What a shopper does, in one of two tabs. Actions are not awaited unless `wait` follows. */
type Action =
  | { do: 'add'; tab: number; line: number; units: number }
  | { do: 'step'; tab: number; line: number; by: 1 | -1 }
  | { do: 'type'; tab: number; line: number; quantity: number }
  | { do: 'remove'; tab: number; line: number }
  | { do: 'variant'; tab: number; size: 'M' | 'L' }
  | { do: 'undo'; tab: number }
  | { do: 'coupon'; tab: number; code: string }
  | { do: 'no coupon'; tab: number }
  | { do: 'sign in'; tab: number }
  | { do: 'sign out'; tab: number }
  | { do: 'refresh'; tab: number }
  | { do: 'stock'; line: number; stock: number }
  | { do: 'fail'; how: Failing }
  | { do: 'wait'; ms: number };

/** How the next call about the cart or its coupon fails. */
type Failing = 'refused' | 'error before' | 'error after' | 'cut before' | 'cut after' | 'slow';

const ms = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(LONG_MS, LONGEST_LATENCY_MS) },
);
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
  { weight: 4, arbitrary: fc.record({ do: fc.constant('variant'), tab, size: fc.constantFrom('M' as const, 'L' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo'), tab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('coupon'), tab, code }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('no coupon'), tab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sign in'), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sign out'), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refresh'), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stock'), line, stock: fc.nat({ max: 6 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fail'), how }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait'), ms }) },
) as fc.Arbitrary<Action>;

let shop: TestShop;
let browser: TestBrowser;
let tabs: [Tab, Tab];
let lines: CartItem[];
let tee: Product;
let token: string;
let watches: (() => void)[];
let clock: VirtualClock;
/** How long requests, replies and messages take, in milliseconds, one after the other and from the start again. */
let latencies: readonly number[] = [0];
let sent = 0;

const latency = (): number => latencies[sent++ % latencies.length] ?? 0;

const coupon = (more: Partial<NewCoupon>) => shop.change((tx) => addCoupon(tx, percentCoupon('TEN', more)));

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
  clock = startVirtualClock();
  vi.stubGlobal('BroadcastChannel', createVirtualChannel(clock, latency));
  tabs = [await browser.openTab(), await browser.openTab()];
  watches = [];
  const sizes: [string, string?][] = [['tee', 'M'], ['tee', 'L'], ['cap'], ['mug']];
  lines = await Promise.all(sizes.map(([slug, size]) => lineFor(shop, tabs[0], slug, size)));
  tee = (await shop.succeed(singleProductDetailsCall, { params: { slug: 'tee' } })).data;
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {});
});
afterAll(async () => {
  for (const stop of watches) stop();
  vi.restoreAllMocks();
  closeBrowser();
  vi.useRealTimers();
  await shop.close();
});

const isCartCall = ({ url }: Request): boolean => /customer\/(add-to-cart|remove-to-cart|cart)|apply-coupon/.test(url);
const error = (status: number) => Response.json({ success: false, message: 'Not now' }, { status });

/** Lets the next call about the cart or its coupon fail; the store answers all others. */
function useNetwork(failing: Failing[]): void {
  browser.network.answer = async (request) => {
    const how = isCartCall(request) ? failing.shift() : undefined;
    await clock.pause(latency() + (how === 'slow' ? 40 : 0));
    if (how === 'refused') return error(422);
    if (how === 'error before') return error(500);
    if (how === 'cut before') throw new TypeError('Failed to fetch');
    const answer = await clock.hold(() => shop.store.fetch(request));
    await clock.pause(latency());
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
async function begin(sequence: readonly number[]): Promise<void> {
  let random = 1;
  vi.spyOn(Math, 'random').mockImplementation(() => {
    random = (random * 16_807) % 2_147_483_647;
    return random / 2_147_483_647;
  });
  latencies = [0];
  useNetwork([]);
  tabs[0].leaveSignedOut();
  await clock.advance(RESET_WAIT_MS);
  for (const one of tabs) {
    expect([shown(one), one.isSignedIn(), one.$checkout.get().discount]).toEqual([[], false, null]);
    one.drainToasts();
  }
  await shop.change((tx) => tx.deleteFrom('cart_line').execute());
  await Promise.all([50, 3, 50, 2].map((stock, index) => setStock(index, stock)));
  watchCoupons();
  latencies = sequence;
  sent = 0;
}

const shown = ({ $cart }: Tab): string[] => $cart.get().cartItems.map((item) => `${item.quantity} × ${lineKey(item)}`);

/** The rules that a cart keeps at every moment. */
function checkRules({ $cart, $cartPaise, $cartUnits, $checkout, $totals, isSignedIn }: Tab): void {
  const { cartItems } = $cart.get();
  expect(new Set(cartItems.map(lineKey)).size).toBe(cartItems.length);
  for (const item of cartItems) {
    expect(Number.isInteger(item.quantity)).toBe(true);
    expect(item.quantity).toBeGreaterThanOrEqual(1);
    if (item.status !== false) expect(item.quantity).toBeLessThanOrEqual(Math.max(1, lineLimit(lineStock(item))));
  }
  expect($cartUnits.get()).toBe(cartItems.filter(isOrderable).reduce((sum, { quantity }) => sum + quantity, 0));
  expect($cartPaise.get()).toBe(
    cartItems.filter(isOrderable).reduce((sum, item) => sum + toPaise(unitPrice(item)) * item.quantity, 0),
  );
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

/** Changes the T-shirt in the cart to a size, from the other one. */
function changeTee(one: Tab, size: 'M' | 'L'): Promise<boolean> {
  const key = lineKey(lines[size === 'M' ? 1 : 0] as CartItem);
  const wanted = tee.variants.find(({ product_variation }) => product_variation === size);
  return one.changeVariant(key, tee, wanted as Variant);
}

type Undo = () => void;

async function perform(done: Action, failing: Failing[], undos: Undo[][]): Promise<unknown> {
  if (done.do === 'wait') return clock.advance(done.ms);
  if (done.do === 'fail') return void failing.push(done.how);
  if (done.do === 'stock') return setStock(done.line, done.stock);
  const one = tabs[done.tab] as Tab;
  if (done.do === 'undo') return undos[done.tab]?.pop()?.();
  if (done.do === 'coupon') return one.applyCoupon(done.code);
  if (done.do === 'no coupon') return one.removeCoupon();
  if (done.do === 'sign out') return one.leaveSignedOut();
  if (done.do === 'sign in') return one.isSignedIn() ? undefined : signIn(one);
  if (done.do === 'refresh') return one.refreshCart();
  if (done.do === 'variant') return changeTee(one, done.size);
  const line = lines[done.line] as CartItem;
  const key = lineKey(line);
  if (done.do === 'add') return one.addToCart({ ...line, quantity: done.units });
  if (done.do === 'step') return done.by > 0 ? one.increaseQuantity(key) : one.decreaseQuantity(key);
  if (done.do === 'type') return one.setQuantity(key, done.quantity);
  return one.removeCartItem(key);
}

async function run({ latencies, actions }: { latencies: number[]; actions: Action[] }): Promise<void> {
  await begin(latencies);
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
  await clock.runAll();
  await Promise.all(pending);
  const isSignedIn = tabs[0].isSignedIn();
  expect([tabs[1].isSignedIn(), isSavedSignedIn()]).toEqual([isSignedIn, isSignedIn]);
  if (isSignedIn) {
    // The next page merges what could not be merged.
    for (const one of tabs) if (!one.$cart.get().merged) void one.refreshCart();
    browser.window.dispatchEvent(new Event('online'));
  }
  watchCoupons();
  await clock.runAll();
  const truth = await serverLines();
  for (const lines of [shown(tabs[0]), shown(tabs[1]), savedLines()]) expect(lines.sort()).toEqual(truth.sort());
  expect(await Promise.all(tabs.map(isCouponTrue))).toEqual([true, true]);
  for (const one of tabs) checkRules(one);
}

/** The lines of the customer's cart on the server; while no one is signed in, those of the other tab. */
async function serverLines(): Promise<string[]> {
  if (!tabs[0].isSignedIn()) return shown(tabs[1]);
  const { data } = await shop.succeed(getCartCall, { token });
  return data.cart.map((item) => `${item.quantity} × ${lineKey(item)}`);
}

/** A change made before its tab hears of a sign-out, which no other change follows. */
const lateChange = {
  latencies: [LONGEST_LATENCY_MS],
  actions: [
    { do: 'sign out', tab: 0 },
    { do: 'wait', ms: LONG_MS },
    { do: 'add', tab: 1, line: 0, units: 1 },
  ] satisfies Action[],
};

/** A line that one tab removes while the other, which signs in, sets its quantity. */
const overlappingCalls = {
  latencies: [LONG_MS, 1],
  actions: [
    { do: 'add', tab: 1, line: 0, units: 1 },
    { do: 'refresh', tab: 1 },
    { do: 'sign in', tab: 1 },
    { do: 'add', tab: 0, line: 1, units: 1 },
    { do: 'wait', ms: 0 },
    { do: 'remove', tab: 0, line: 1 },
    { do: 'step', tab: 0, line: 0, by: -1 },
    { do: 'type', tab: 1, line: 0, quantity: 1 },
  ] satisfies Action[],
};

/** A removal that is refused, of a line that the server has not yet. */
const refusedWhileMerging = {
  latencies: [0],
  actions: [
    { do: 'refresh', tab: 1 },
    { do: 'add', tab: 0, line: 1, units: 1 },
    { do: 'fail', how: 'refused' },
    { do: 'sign in', tab: 1 },
    { do: 'remove', tab: 1, line: 1 },
    { do: 'wait', ms: 0 },
    { do: 'fail', how: 'refused' },
  ] satisfies Action[],
};

const isSavedSignedIn = (): boolean =>
  (browser.saved()['auth'] as { isAuthenticated?: boolean } | undefined)?.isAuthenticated ?? false;

const savedLines = (): string[] =>
  ((browser.saved()['cart'] as { cartItems?: CartItem[] } | undefined)?.cartItems ?? []).map(
    (item) => `${item.quantity} × ${lineKey(item)}`,
  );

/** Signs both tabs in; the cart is empty. */
async function beginSignedIn(latencies: readonly number[]): Promise<[Tab, Tab]> {
  await begin(latencies);
  void signIn(tabs[0]);
  await clock.runAll();
  browser.requests.length = 0;
  return tabs;
}

const signIn = (one: Tab) => one.completeSignIn(session() as never);
const firstLine = () => lines[0] as CartItem;

test('two tabs that change the cart in the same moment do not answer each other’s reloads', async () => {
  const [one, other] = await beginSignedIn([0]);
  void one.addToCart(firstLine());
  void other.addToCart(lines[2] as CartItem);
  await clock.advance(1);
  void one.fetchCart();
  await clock.runAll();
  for (const lines of [shown(one), shown(other)]) expect(lines.sort()).toEqual((await serverLines()).sort());
  expect(browser.requests.filter((request) => request === 'GET /customer/cart').length).toBeLessThanOrEqual(4);
});

describe('a call in flight at a sign-out leaves the next guest’s equal line as it is:', () => {
  let one: Tab;
  let key: string;
  beforeEach(async () => {
    [one] = await beginSignedIn([LONG_MS]);
    key = lineKey(firstLine());
    void one.addToCart(firstLine());
    await clock.runAll();
    one.drainToasts();
  });

  async function expectGuestsLine(quantity: number): Promise<void> {
    one.leaveSignedOut();
    void one.addToCart({ ...firstLine(), quantity });
    await clock.runAll();
    expect([shown(one), shown(tabs[1]), savedLines()]).toEqual(Array(3).fill([`${quantity} × ${key}`]));
  }

  test('a quantity', async () => {
    void one.setQuantity(key, 4);
    await expectGuestsLine(2);
  });

  test('an undo', async () => {
    void one.removeCartItem(key);
    await clock.runAll();
    for (const { action } of one.drainToasts()) action?.run();
    await expectGuestsLine(2);
  });

  test('an undo that is offered still', async () => {
    void one.removeCartItem(key);
    await clock.runAll();
    const offered = one.drainToasts();
    await expectGuestsLine(2);
    for (const { action } of offered) action?.run();
    await clock.runAll();
    expect(shown(one)).toEqual([`2 × ${key}`]);
  });

  test('a removal that waits for another', async () => {
    void one.setQuantity(key, 4);
    void one.removeCartItem(key);
    await expectGuestsLine(2);
    expect(browser.requests.filter((request) => request === 'POST /customer/remove-to-cart')).toEqual([]);
  });

  test('a quantity that is lowered to the stock', async () => {
    void one.setQuantity(key, 4);
    await clock.runAll();
    await setStock(0, 2);
    void one.fetchCart();
    await clock.advance(2 * LONG_MS + 10);
    expect(browser.requests.at(-1)).toBe('POST /customer/add-to-cart');
    await expectGuestsLine(3);
  });
});

describe('two tabs that have not heard of each other end alike:', () => {
  /** The session and the cart of both tabs, and what is saved. */
  async function expectSession(isSignedIn: boolean, lines: string[]): Promise<void> {
    await clock.runAll();
    expect([...tabs.map((one) => one.isSignedIn()), isSavedSignedIn()]).toEqual(Array(3).fill(isSignedIn));
    expect([...tabs.map(shown), savedLines()]).toEqual(Array(3).fill(lines));
  }

  test('one signs in after the other has signed out', async () => {
    const [one, other] = await beginSignedIn([LONGEST_LATENCY_MS]);
    void one.addToCart(firstLine());
    await clock.runAll();
    one.leaveSignedOut();
    other.clearSession();
    await clock.advance(LONG_MS);
    void signIn(other);
    await expectSession(true, [`1 × ${lineKey(firstLine())}`]);
    for (const one of tabs) expect(one.$cart.get().merged).toBe(true);
  });

  test('one signs out after the other has signed in', async () => {
    await begin([LONGEST_LATENCY_MS]);
    const [one, other] = tabs;
    void signIn(one);
    await clock.advance(1);
    other.leaveSignedOut();
    await expectSession(false, []);
  });

  test('one signs in and the other out in the same moment', async () => {
    await begin([LONGEST_LATENCY_MS]);
    const [one, other] = tabs;
    one.leaveSignedOut();
    other.leaveSignedOut();
    void signIn(one);
    other.leaveSignedOut();
    await expectSession(false, []);
  });

  test('one changes the name after the other’s session has expired', async () => {
    const [one, other] = await beginSignedIn([LONGEST_LATENCY_MS]);
    one.clearSession();
    await clock.advance(1);
    other.mergeCustomer({ firstname: 'Usha' });
    await expectSession(false, []);
    for (const one of tabs) expect(one.$auth.get().user).toBeNull();
  });
});

test('a sign-in while a guest’s cart is refreshed merges that cart', async () => {
  await begin([LONG_MS]);
  const [one] = tabs;
  await one.addToCart(firstLine());
  void one.refreshCart();
  void signIn(one);
  await clock.runAll();
  expect([one.$cart.get().merged, await serverLines()]).toEqual([true, [`1 × ${lineKey(firstLine())}`]]);
});

test('a cart in two tabs keeps its rules through any sequence of actions and failures, and ends as the server’s', async () => {
  const sequence = fc.record({
    latencies: fc.array(ms, { minLength: 1, maxLength: 6 }),
    actions: fc.array(action, { minLength: 4, maxLength: 14 }),
  });
  await fc.assert(fc.asyncProperty(sequence, run), {
    numRuns: 150,
    examples: [[lateChange], [overlappingCalls], [refusedWhileMerging]],
    seed: testSeed(),
  });
});
