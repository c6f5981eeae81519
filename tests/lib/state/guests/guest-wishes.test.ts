import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_WISHLIST_ENTRIES } from '#lib/contract/limits.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { registerCall } from '#lib/contract/sign-up.ts';
import { lineKey } from '#lib/rules/cart/cart.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';
import { lineFor } from '../products.ts';
import { closeStockedShop, openStockedShop } from '../stocked-shop.ts';
import { signUpIn, type Tab, type TestBrowser, toasts } from '../tab.ts';
import { createVirtualChannel, startVirtualClock } from '../virtual-time.ts';

let shop: TestShop;
let browser: TestBrowser;
let tab: Tab;
let cap: Parameters<Tab['saveGuestWish']>[0];
let tee: typeof cap;

const wishFor = async (slug: string) => {
  const row = await shop.store.db.selectFrom('product').select(['id', 'name']).where('slug', '=', slug).executeTakeFirstOrThrow();
  return { product_id: row.id, slug, name: row.name, picture: '' };
};

beforeEach(async () => {
  ({ shop, browser } = await openStockedShop());
  tab = await browser.openTab();
  [cap, tee] = [await wishFor('cap'), await wishFor('tee')];
});
afterEach(() => closeStockedShop(shop));

const mobile = '9876543210';
const saved = (one: Tab = tab) => one.$wishlist.get().guestWishes.map(({ slug }) => slug);
const stored = async () => {
  const rows = await shop.store.db
    .selectFrom('wishlist')
    .innerJoin('product', 'product.id', 'product_id')
    .innerJoin('customer', 'customer.id', 'customer_id')
    .select(['slug', 'customer.phone_number as phone'])
    .orderBy('wishlist.id')
    .execute();
  return rows.map(({ slug, phone }) => `${phone} ${slug}`);
};

/** Fails calls to add to the wishlist from the `count`th on. */
const failAdding = (count: number, answer: () => Promise<Response>) => {
  const real = browser.network.answer;
  let calls = 0;
  browser.network.answer = (request) => {
    if (!request.url.endsWith('/customer/add-to-wishlist')) return real(request);
    calls += 1;
    return calls < count ? real(request) : answer();
  };
  return () => {
    browser.network.answer = real;
  };
};
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

describe('a guest’s wishes', () => {
  test('are saved on this device, newest first and once each, without a call', async () => {
    tab.saveGuestWish(cap);
    tab.saveGuestWish(tee);
    tab.saveGuestWish(cap);
    expect(toasts(tab)).toEqual(Array(3).fill('Saved on this device'));
    expect([saved(), tab.isWished(cap), browser.requests]).toEqual([['cap', 'tee'], true, []]);
    expect(saved(await browser.openTab())).toEqual(['cap', 'tee']);
  });

  test('are shown in every tab, and a removal is undone in its place', async () => {
    const other = await browser.openTab();
    tab.saveGuestWish(cap);
    await vi.waitFor(() => expect(other.isWished(cap)).toBe(true));
    other.saveGuestWish(tee);
    await vi.waitFor(() => expect(saved()).toEqual(['tee', 'cap']));
    other.drainToasts();
    other.removeGuestWish(tee);
    await vi.waitFor(() => expect(saved()).toEqual(['cap']));
    other.drainToasts()[0]?.action?.run();
    await vi.waitFor(() => expect(saved()).toEqual(['tee', 'cap']));
  });

  test('take a cart line, and give it back when the move is undone', async () => {
    const line = await lineFor(shop, tab, 'cap');
    await tab.addToCart(line);
    tab.drainToasts();
    await tab.moveToWishlist(lineKey(line));
    expect([saved(), tab.$cart.get().cartItems]).toEqual([['cap'], []]);
    const [toast] = tab.drainToasts();
    expect(toast?.text).toBe('Saved on this device');
    toast?.action?.run();
    await vi.waitFor(() => expect(tab.$cart.get().cartItems).toHaveLength(1));
    expect(saved()).toEqual([]);
  });

  test('are fifty at most', () => {
    for (let i = 0; i < 51; i++) tab.saveGuestWish({ ...cap, product_id: 1000 + i, slug: `p${i}` }, { quiet: true });
    expect(saved()).toHaveLength(50);
    expect(toasts(tab)).toEqual(['This device keeps 50 products. Sign in to save more.']);
  });

  test('are refused where the browser saves nothing', () => {
    browser.storage.full = true;
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(tab.saveGuestWish(cap)).toBe(false);
    expect([saved(), toasts(tab)]).toEqual([[], ['Your browser does not let this shop save products. Sign in to save them.']]);
  });

  test('have the product as the store has it now', async () => {
    expect(await tab.loadWishedProduct(cap)).toMatchObject({ name: 'Cap' });
    expect(await tab.loadWishedProduct({ ...cap, slug: 'gone' })).toBeUndefined();
  });
});

const credentials = { email: 'asha@example.com', password: 'Monsoon!24' };
const person = { ...credentials, firstname: 'Asha', lastname: 'Rao', phone_number: mobile, terms: true as const };
const signIn = () => import('#lib/state/auth/sign-in.ts');

/** Every way to sign in. */
const ways: Record<string, () => Promise<unknown>> = {
  'by registration': async () => (await import('#lib/state/auth/sign-up.ts')).signUp(person),
  'by password': async () => {
    await shop.succeed(registerCall, { body: person });
    await (await signIn()).signInByPassword(credentials);
  },
  'by code': async () => {
    await shop.succeed(registerCall, { body: person });
    await (await signIn()).sendSignInOtp(mobile);
    await (await signIn()).signInByOtp(/\d{6}/.exec(toasts(tab).join(' '))?.[0] ?? '');
  },
  'in the checkout': () => signUpIn(tab, mobile),
};

describe('a sign-in', () => {
  test.each(Object.keys(ways))('%s moves a guest’s wishes to the wishlist', async (way) => {
    tab.saveGuestWish(cap, { quiet: true });
    await ways[way]?.();
    expect([saved(), await stored()]).toEqual([[], [`${mobile} cap`]]);
  });

  test('moves a guest’s wishes to the customer’s wishlist, once, in the same order', async () => {
    const other = await browser.openTab();
    tab.saveGuestWish(cap);
    tab.saveGuestWish(tee);
    await signUpIn(tab, mobile);
    await vi.waitFor(() =>
      expect([tab, other].map((one) => [saved(one), one.$wishes.get().length])).toEqual(Array(2).fill([[], 2])),
    );
    expect(await stored()).toHaveLength(2);
    expect(browser.requests.filter((request) => request.endsWith('add-to-wishlist'))).toHaveLength(2);
    expect([tab.isWished(cap), other.isWished(tee)]).toEqual([true, true]);
  });

  test('keeps on this device what the store did not take, and moves it with the next one', async () => {
    tab.saveGuestWish(cap);
    const restore = failAdding(1, lost);
    await signUpIn(tab, mobile);
    expect([saved(), await stored()]).toEqual([['cap'], []]);
    expect(tab.isWished(cap)).toBe(false);
    restore();
    await tab.mergeGuestWishes();
    expect([saved(), await stored(), tab.isWished(cap)]).toEqual([[], [`${mobile} cap`], true]);
  });

  test('leaves out products that are gone, and says when the wishlist is full', async () => {
    tab.saveGuestWish({ ...cap, product_id: 99_999, slug: 'gone' });
    tab.saveGuestWish(cap);
    await signUpIn(tab, mobile);
    expect([saved(), await stored()]).toEqual([[], [`${mobile} cap`]]);
    tab.clearSession();
    tab.saveGuestWish(tee);
    const { id } = await shop.store.db.selectFrom('customer').select('id').executeTakeFirstOrThrow();
    for (let i = 0; i < MAX_WISHLIST_ENTRIES; i++) {
      const { id: product_id } = await shop.add({ name: `Thing ${i}`, category: 'Things' });
      await shop.change((tx) =>
        tx.insertInto('wishlist').values({ customer_id: id, product_id, added_at: '2026-01-01T00:00:00.000Z' }).execute(),
      );
    }
    const next = await browser.openTab();
    await next.requestCheckoutOtp(mobile);
    await next.submitCheckoutOtp(/\d{6}/.exec(toasts(next).join(' '))?.[0] ?? '');
    expect(saved(next)).toEqual(['tee']);
    const flashed = JSON.parse(sessionStorage.getItem('haat-toasts') ?? '[]') as { text: string }[];
    expect(flashed.map(({ text }) => text)).toEqual([failure.wishlistFull]);
  }, 60_000);

  test('moves what a tab saves that has not heard of it', async () => {
    const old = await browser.openTab();
    browser.channel.delay = 200;
    await signUpIn(tab, mobile);
    old.saveGuestWish(cap);
    await vi.waitFor(async () => expect([await stored(), saved(), saved(old)]).toEqual([[`${mobile} cap`], [], []]));
  });
});

describe('after a sign-out', () => {
  test('nothing of a customer or a guest before is on this device, and the next guest’s wishes are the next customer’s', async () => {
    tab.saveGuestWish(cap);
    failAdding(1, lost);
    await signUpIn(tab, mobile);
    expect(saved()).toEqual(['cap']);
    tab.leaveSignedOut();
    const next = await browser.openTab();
    expect([saved(), saved(next), browser.saved()['wishlist']]).toEqual([[], [], undefined]);
    next.saveGuestWish(tee);
    expect(saved(next)).toEqual(['tee']);
  });

  test.each([
    ['and keeps the next guest’s wishes', true, ['late', 'tee']],
    ['also of what it saves itself', false, []],
  ])('a tab that hears of it late brings back nothing, %s', async (_what, hasNext, expected) => {
    const clock = startVirtualClock();
    try {
      const answer = browser.network.answer;
      browser.network.answer = (request) => clock.hold(() => answer(request));
      let latency = 1;
      vi.stubGlobal(
        'BroadcastChannel',
        createVirtualChannel(clock, () => latency),
      );
      const [one, old] = [await browser.openTab(), await browser.openTab()];
      one.saveGuestWish(cap);
      await clock.runAll();
      expect(saved(old)).toEqual(['cap']);
      latency = 10_000;
      await signUpIn(one, mobile);
      one.leaveSignedOut();
      await clock.advance(100);
      const next = await browser.openTab();
      if (hasNext) next.saveGuestWish(tee);
      old.saveGuestWish({ ...cap, product_id: 9999, slug: 'late' });
      await clock.runAll();
      expect([saved(old), saved(await browser.openTab())]).toEqual([expected, expected]);
      expect(await stored()).toEqual([`${mobile} cap`]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a session that the store has ended leaves the guest’s wishes to the next sign-in', async () => {
    await signUpIn(tab, mobile);
    tab.clearSession();
    tab.saveGuestWish(cap);
    await signUpIn(await browser.openTab(), '9876500000');
    expect(await stored()).toEqual(['9876500000 cap']);
  });
});
