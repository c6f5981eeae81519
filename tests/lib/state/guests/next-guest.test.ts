import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getCartCall } from '#lib/contract/cart.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';
import { lineFor } from '../products.ts';
import { closeStockedShop, openStockedShop } from '../stocked-shop.ts';
import { signUpIn, type Tab, type TestBrowser } from '../tab.ts';
import { createVirtualChannel, startVirtualClock, type VirtualClock } from '../virtual-time.ts';

const MOBILE = '9876543210';
/** A page loads later than a reset is ahead of the clock, in milliseconds. */
const PAGE_LOAD_MS = 100;
/** How late a tab that sleeps gets its messages, in milliseconds. */
const ASLEEP_MS = 10_000;

let shop: TestShop;
let browser: TestBrowser;
let clock: VirtualClock;
let latency: number;
let one: Tab;
/** Open since before the sign-out. */
let old: Tab;

beforeEach(async () => {
  ({ shop, browser } = await openStockedShop());
  clock = startVirtualClock();
  latency = 1;
  const answer = browser.network.answer;
  browser.network.answer = (request) => clock.hold(() => answer(request));
  vi.stubGlobal(
    'BroadcastChannel',
    createVirtualChannel(clock, () => latency),
  );
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {});
  one = await browser.openTab();
  old = await browser.openTab();
});
afterEach(async () => {
  vi.useRealTimers();
  await closeStockedShop(shop);
});

const namesIn = ({ $cart }: Tab): string[] => $cart.get().cartItems.map(({ product_name }) => product_name);
const savedNames = (): string[] =>
  (browser.saved()['cart'] as { cartItems: { product_name: string }[] } | undefined)?.cartItems.map(
    ({ product_name }) => product_name,
  ) ?? [];
const addTo = async (tab: Tab, slug: string, size?: string) => tab.addToCart(await lineFor(shop, tab, slug, size));
/** What tabs hear when another one has written to the storage. */
const hearOfStorage = (newValue = browser.storage.getItem('haat')) =>
  browser.window.dispatchEvent(Object.assign(new Event('storage'), { key: 'haat', newValue }));

async function openPage(): Promise<Tab> {
  await clock.advance(PAGE_LOAD_MS);
  return browser.openTab();
}

async function signInWithCap(): Promise<void> {
  await signUpIn(one, MOBILE);
  await addTo(one, 'cap');
  await clock.runAll();
  expect([old.isSignedIn(), namesIn(old)]).toEqual([true, ['Cap']]);
}

/** The tabs and what is saved, after all messages and repairs. */
async function expectCart(names: string[], tabs: readonly Tab[]): Promise<void> {
  await clock.runAll();
  hearOfStorage();
  await clock.runAll();
  expect([savedNames(), ...tabs.map(namesIn), namesIn(await browser.openTab())]).toEqual(Array(tabs.length + 2).fill(names));
}

/** How an older tab learns, or does not, of what happens in others. */
const olderTabs: Record<string, () => void> = {
  'that hears of all': () => {},
  'that sleeps, and wakes': () => {
    latency = ASLEEP_MS;
  },
};
const wakings = {
  'from being frozen': () => browser.window.dispatchEvent(new Event('resume')),
  'from the back/forward cache': () => browser.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
};

describe('after a sign-out, with a tab open from before', () => {
  beforeEach(signInWithCap);

  test('the next guest’s cart stays', async () => {
    one.leaveSignedOut();
    const next = await openPage();
    await addTo(next, 'tee', 'M');
    await expectCart(['Plain T-Shirt'], [next, old]);
  });

  test.each(Object.keys(wakings))('the next guest’s cart stays when that tab wakes %s', async (how) => {
    latency = ASLEEP_MS;
    one.leaveSignedOut();
    const next = await openPage();
    await addTo(next, 'tee', 'M');
    await clock.advance(PAGE_LOAD_MS);
    wakings[how as keyof typeof wakings]();
    expect([old.isSignedIn(), namesIn(old)]).toEqual([false, ['Plain T-Shirt']]);
    await expectCart(['Plain T-Shirt'], [next, old]);
  });

  test('the next guest’s cart gets nothing of the customer from what that tab adds before it has heard of either', async () => {
    latency = ASLEEP_MS;
    await one.signOut();
    const next = await openPage();
    await addTo(next, 'tee', 'M');
    await addTo(old, 'tee', 'L');
    await expectCart(['Plain T-Shirt'], [next, old]);
  });

  test('the two next guests’ tabs lose nothing when their first writes cross', async () => {
    one.leaveSignedOut();
    const next = await openPage();
    const other = await browser.openTab();
    const before = browser.storage.getItem('haat');
    await addTo(next, 'tee', 'M');
    if (before === null) browser.storage.removeItem('haat');
    else browser.storage.setItem('haat', before);
    await addTo(other, 'cap');
    await clock.runAll();
    hearOfStorage();
    await clock.runAll();
    for (const tab of [next, other, old]) expect(namesIn(tab).sort()).toEqual(['Cap', 'Plain T-Shirt']);
    expect(savedNames().sort()).toEqual(['Cap', 'Plain T-Shirt']);
  });

  test('the next customer’s cart and session stay', async () => {
    one.leaveSignedOut();
    const next = await openPage();
    await addTo(next, 'tee', 'M');
    await signUpIn(next, '9876500000');
    await expectCart(['Plain T-Shirt'], [next, old]);
    expect([next.isSignedIn(), old.sessionToken()]).toEqual([true, next.sessionToken()]);
  });

  test('the code that the next guest has asked for, and the number that it confirms, stay', async () => {
    one.leaveSignedOut();
    const next = await openPage();
    next.updateAuth({ sent: true });
    await clock.runAll();
    hearOfStorage();
    await clock.runAll();
    for (const tab of [next, old, await browser.openTab()]) expect(tab.$auth.get().sent).toBe(true);
  });

  test('nothing of the customer comes back, whatever that tab changes before it hears of it', async () => {
    latency = ASLEEP_MS;
    one.leaveSignedOut();
    await addTo(old, 'tee', 'M');
    old.mergeCustomer({ firstname: 'Usha' });
    await clock.runAll();
    hearOfStorage();
    await expectCart([], [one, old]);
    expect(JSON.stringify(browser.saved())).not.toMatch(/Usha|token/);
  });
});

describe('with a tab open from before', () => {
  test('a session that the store has ended leaves the cart to the next guest', async () => {
    await signInWithCap();
    await shop.change((tx) => tx.deleteFrom('session').execute());
    await one.fetchCart();
    expect(one.isSignedIn()).toBe(false);
    const next = await openPage();
    await addTo(next, 'tee', 'M');
    await expectCart(['Cap', 'Plain T-Shirt'], [next, one, old]);
    for (const tab of [next, one, old]) expect([tab.isSignedIn(), tab.$cart.get().merged]).toEqual([false, false]);
  });

  test('a late refusal of an ended session does not end the next one', async () => {
    await signInWithCap();
    latency = ASLEEP_MS;
    await shop.change((tx) => tx.deleteFrom('session').execute());
    await one.fetchCart();
    const next = await openPage();
    await signUpIn(next, '9876500000');
    const token = next.sessionToken();
    await clock.advance(PAGE_LOAD_MS);
    await old.fetchCart();
    await clock.runAll();
    for (const tab of [next, one, old]) expect([tab.isSignedIn(), tab.sessionToken()]).toEqual([true, token]);
  });

  test('a sign-in merges what an old guest’s tab adds before it hears of it', async () => {
    await addTo(one, 'cap');
    await clock.runAll();
    latency = ASLEEP_MS;
    await signUpIn(one, MOBILE);
    await addTo(old, 'tee', 'M');
    await clock.runAll();
    await expectCart(['Cap', 'Plain T-Shirt'], [one, old]);
    const { data } = await shop.succeed(getCartCall, { token: one.sessionToken() as string });
    expect(data.cart).toHaveLength(2);
  });

  test.each(Object.keys(olderTabs))('an order empties the cart of one %s', async (how) => {
    await signInWithCap();
    olderTabs[how]?.();
    one.clearCart();
    await clock.advance(PAGE_LOAD_MS);
    await addTo(old, 'tee', 'M');
    await expectCart(['Plain T-Shirt'], [one, old]);
  });
});
