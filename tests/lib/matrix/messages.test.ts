import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findOrCreateCustomer, setCustomerDetails } from '#api/services/accounts/customers.ts';
import { createSessionReply } from '#api/services/sessions/sessions.ts';
import type { Connection } from '#lib/client/request.ts';
import { calls } from '#lib/contract/calls/all-calls.ts';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { FLASH_TOASTS } from '#lib/state/persistence/storage.ts';
import { lineFor, stockShop } from '#tests/lib/state/products.ts';
import { closeBrowser, openBrowser, type Tab, type TestBrowser } from '#tests/lib/state/tab.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';
import { due } from './due.ts';
import { failures, succeedsAnyway } from './failures.ts';
import { screens } from './screens.ts';

let shop: TestShop;
let mobile = 9_700_000_000;
beforeAll(async () => {
  shop = await openShop();
  await stockShop(shop);
});
afterAll(() => shop.close());

test('every call of the contract has its screens in this table', () => {
  expect(Object.keys(screens).sort()).toEqual(calls.map(({ name }) => name).sort());
});

/** Returns all queued toasts of this page and the next. */
function allToasts(tab: Tab): string[] {
  const carried = JSON.parse(sessionStorage.getItem(`haat-${FLASH_TOASTS}`) ?? '[]') as { text: string }[];
  return [...tab.drainToasts(), ...carried].map(({ text }) => text);
}

/** Signs a new customer in; a sign-up in each tab would take most of the time of these tests. */
async function signIn(tab: Tab): Promise<void> {
  mobile += 1;
  const session = await shop.change(async (tx) => {
    const { id } = await findOrCreateCustomer(tx, String(mobile));
    const details = { firstname: 'Asha', lastname: 'Rao', email: `${mobile}@example.com` };
    return createSessionReply(tx, await setCustomerDetails(tx, id, details, ''));
  });
  await tab.completeSignIn(session);
}

/** State that no failure may change: user, cart, wishlist, orders, input. */
const kept = (tab: Tab) => ({
  user: tab.$auth.get().user,
  isAuthenticated: tab.$auth.get().isAuthenticated,
  lines: tab.$cart.get().cartItems,
  wishes: tab.$wishlist.get().entries,
  changing: tab.$wishlist.get().changing,
  orders: tab.$orders.get().orders,
});

const pathOf = (call: Call) => new RegExp(`/api${call.path.replace(/\{\w+\}/g, '[^/]+')}(\\?|$)`);

const byCall = calls.map((call): [string, Call] => [call.name, call]);

describe.for(byCall)('%s', ([name, call]) => {
  const entry = screens[name as keyof typeof screens];

  test.for(failures)('is refused with the specification’s message after $name', async (failed) => {
    const connection: Connection = { ...shop.connection, send: failed.answer };
    const { request } = await import('#lib/client/request.ts');
    const params = { slug: 'x', pincode: '560001', id: 'x' } as never;
    const outcome = await request(connection, call, { params, body: { product_id: 1, quantity: 1, address: {} } as never });
    if (succeedsAnyway(call, failed)) return expect(outcome).toMatchObject({ success: true });
    expect(outcome).toMatchObject({ success: false });
    expect([(outcome as { message: string | string[] }).message].flat()).toEqual(failed.said ?? [call.failure]);
  });

  if (!entry || typeof entry === 'string') return;

  describe.for(entry)('on the screen “$name”', (screen) => {
    let browser: TestBrowser;
    let tab: Tab;
    beforeEach(async () => {
      browser = openBrowser(shop);
      const page = { href: 'http://shop.test/signin?verify=x', search: '', pathname: '/signin' };
      vi.stubGlobal('location', { ...page, replace: (path: string) => browser.left.push(path) });
      vi.stubGlobal('history', { state: null, replaceState: () => undefined });
      tab = await browser.openTab();
      await tab.addToCart(await lineFor(shop, tab, 'tee', 'M', 2));
      await signIn(tab);
      allToasts(tab);
    });
    afterEach(() => closeBrowser());

    test.for(failures)('shows the right message once after $name, and keeps the input', async (failed) => {
      const logged: string[] = [];
      for (const level of ['log', 'info', 'warn', 'error'] as const) {
        vi.spyOn(console, level).mockImplementation((...words) => logged.push(words.flat().join(' ')));
      }
      const real = browser.network.answer;
      browser.network.answer = (asked) => (pathOf(call).test(asked.url) ? failed.answer() : real(asked));
      const before = kept(tab);
      const place = { shop, tab };
      await screen.act(place);
      vi.restoreAllMocks();

      const words = due(call, screen, failed);
      const toasts = allToasts(tab);
      if (succeedsAnyway(call, failed)) return expect(toasts).toEqual(words);
      if (screen.says === 'toasts') expect(toasts).toEqual(words);
      else if (screen.says === 'one toast') expect(toasts).toEqual([words.join(', ')]);
      else expect(toasts).toEqual([]);
      if (typeof screen.says === 'function') expect(await screen.says(place)).toBe(words.join(', '));
      if (screen.says === 'console' && name === 'searchProducts') expect(logged.join('\n')).toContain(words[0]);
      if (screen.clears) expect(kept(tab)).toMatchObject({ user: null, isAuthenticated: false, lines: [], orders: null });
      else if (name !== 'singleProductDetails') expect(kept(tab)).toEqual(before);
      else expect(kept(tab).lines).toEqual(before.lines);
    });
  });
});
