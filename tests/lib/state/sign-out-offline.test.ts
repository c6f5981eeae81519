import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { PENDING_SIGN_OUTS_KEY } from '#lib/contract/saved-state.ts';
import { DAY_MS } from '#lib/rules/durations.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';
import { closeStockedShop, openStockedShop } from './stocked-shop.ts';
import { signUpIn, type Tab, type TestBrowser, toasts } from './tab.ts';

let shop: TestShop;
let browser: TestBrowser;
let tab: Tab;
/** The `authorization` of every request that the store has received. */
let sent: string[];
let answer: (request: Request) => Promise<Response>;

beforeEach(async () => {
  ({ shop, browser } = await openStockedShop());
  ({ answer } = browser.network);
  tab = await browser.openTab();
  await signUpIn(tab, '9876543210');
  sent = [];
});
afterEach(() => closeStockedShop(shop));

function goOffline(): void {
  vi.stubGlobal('navigator', { onLine: false });
  browser.site.isReachable = false;
  browser.network.answer = () => Promise.reject(new TypeError('Failed to fetch'));
}

/** Lets the browser reach the site, without telling the page. */
function reconnect(): void {
  vi.stubGlobal('navigator', { onLine: true });
  browser.site.isReachable = true;
  browser.network.answer = (request) => {
    sent.push(`${new URL(request.url).pathname} ${request.headers.get('authorization')}`);
    return answer(request);
  };
}

function goOnline(): void {
  reconnect();
  browser.window.dispatchEvent(new Event('online'));
}

const tokenOf = (one: Tab): string => one.$auth.get().user?.token as string;
const pending = (): { token: string }[] => JSON.parse(browser.storage.getItem(PENDING_SIGN_OUTS_KEY) ?? '[]');
const countSessions = async () => (await shop.store.db.selectFrom('session').selectAll().execute()).length;
const toastsOfNextPage = async () => {
  const next = await browser.openTab();
  next.queueFlashToasts();
  return toasts(next);
};
/** What a page does when it loads with pending sign-outs. */
async function loadPage(): Promise<void> {
  vi.resetModules();
  await (await import('#lib/state/auth/pending-sign-outs.ts')).repeatSignOuts();
}

describe('signing out while the browser is offline', () => {
  test('ends the session in all tabs on the page that is there, with its toast; the sign-in page opens once online', async () => {
    const other = await browser.openTab();
    const token = tokenOf(tab);
    goOffline();
    await tab.signOut();
    expect(tab.$auth.get()).toMatchObject({ user: null, isAuthenticated: false, loading: false });
    await vi.waitFor(() => expect(other.$auth.get().isAuthenticated).toBe(false));
    expect(browser.saved()).not.toHaveProperty('auth');
    expect(toasts(tab)).toEqual([failure.logout]);
    expect(browser.left).toEqual([]);
    expect(await countSessions()).toBe(1);

    goOnline();
    await vi.waitFor(() => expect(browser.left).toEqual(['/signin']));
    expect(await countSessions()).toBe(0);
    expect(sent).toEqual([`/api/customer/logout Bearer ${token}`]);
    expect(pending()).toEqual([]);
    expect(await toastsOfNextPage()).toEqual([success.logout]);
  });

  test('is repeated by the next page, and only by the call that ends the session', async () => {
    const token = tokenOf(tab);
    goOffline();
    await tab.signOut();
    expect(pending()).toMatchObject([{ token }]);
    reconnect();
    const next = await browser.openTab();
    expect(next.isSignedIn()).toBe(false);
    await next.refreshCart();
    await next.addToWishlist({ product_id: 1 });
    await loadPage();
    expect(sent.filter((call) => call.includes(token))).toEqual([`/api/customer/logout Bearer ${token}`]);
    expect(await countSessions()).toBe(0);
    expect(browser.storage.getItem(PENDING_SIGN_OUTS_KEY)).toBeNull();
  });

  test('does not end a session that has begun meanwhile, nor lead its customer away', async () => {
    goOffline();
    await tab.signOut();
    reconnect();
    const next = await browser.openTab();
    // A reset is later than what other tabs do within 50 ms.
    await new Promise((resolve) => setTimeout(resolve, 60));
    await signUpIn(next, '9876500000');
    await vi.waitFor(() => expect(tab.isSignedIn()).toBe(true));
    browser.window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(pending()).toEqual([]));
    expect(browser.left).toEqual([]);
    expect(await countSessions()).toBe(1);
    expect(await next.fetchCart()).toBe(true);
    expect(next.isSignedIn()).toBe(true);
  });

  test('leaves a store alone that gave the new session the same token', async () => {
    const { user } = tab.$auth.get();
    goOffline();
    await tab.signOut();
    reconnect();
    const next = await browser.openTab();
    next.updateAuth({ user, isAuthenticated: true });
    await loadPage();
    expect(sent).toEqual([]);
    expect(pending()).toEqual([]);
  });

  test('keeps several sign-outs until the store has answered each', async () => {
    const first = tokenOf(tab);
    goOffline();
    await tab.signOut();
    reconnect();
    const next = await browser.openTab();
    await signUpIn(next, '9876500000');
    const second = tokenOf(next);
    goOffline();
    await next.signOut();
    expect(pending()).toMatchObject([{ token: first }, { token: second }]);
    reconnect();
    const reached = browser.network.answer;
    browser.network.answer = (request) =>
      request.headers.get('authorization')?.endsWith(first)
        ? Promise.resolve(new Response('', { status: 503 }))
        : reached(request);
    await loadPage();
    expect(pending()).toMatchObject([{ token: first }]);
    browser.network.answer = reached;
    await loadPage();
    expect(pending()).toEqual([]);
    expect(await countSessions()).toBe(0);
  });

  test.for(['full', 'blocked'])('ends the session once online where storage is %s', async (how) => {
    goOffline();
    if (how === 'full') browser.storage.full = true;
    else vi.stubGlobal('localStorage', undefined);
    await tab.signOut();
    expect(tab.isSignedIn()).toBe(false);
    goOnline();
    await vi.waitFor(() => expect(browser.left).toEqual(['/signin']));
    expect(await countSessions()).toBe(0);
  });

  test('forgets a session that has expired by itself, and a damaged list', async () => {
    reconnect();
    for (const saved of [JSON.stringify([{ token: 'old', at: Date.now() - 8 * DAY_MS }]), '{"token":1}', 'x']) {
      browser.storage.kept.set(PENDING_SIGN_OUTS_KEY, saved);
      await loadPage();
    }
    expect(sent).toEqual([]);
  });
});

describe('signing out while the store does not answer', () => {
  test.for([503, 500, 429, 0])('goes to the sign-in page and repeats the call later (%i)', async (status) => {
    browser.network.answer = () =>
      status === 0 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(new Response('<p>', { status }));
    const token = tokenOf(tab);
    await tab.signOut();
    expect(browser.left).toEqual(['/signin']);
    expect(pending()).toMatchObject([{ token }]);
    expect(await toastsOfNextPage()).toEqual([failure.logout]);
    reconnect();
    await loadPage();
    expect(await countSessions()).toBe(0);
  });

  test('stays on the page while the whole site is away, although the browser calls itself online', async () => {
    goOffline();
    vi.stubGlobal('navigator', { onLine: true });
    await tab.signOut();
    expect(browser.left).toEqual([]);
    expect(toasts(tab)).toEqual([failure.logout]);
    await vi.waitFor(() => {
      goOnline();
      expect(browser.left).toEqual(['/signin']);
    });
    expect(await countSessions()).toBe(0);
  });

  test.for([true, false])('ends the session here although the store never answers (site reachable: %s)', async (isReachable) => {
    const { setTimeout: start } = globalThis;
    vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => start(run, ms > 1000 ? 20 : ms));
    browser.network.answer = () => new Promise(() => {});
    browser.site.isReachable = isReachable;
    await tab.signOut();
    expect(tab.isSignedIn()).toBe(false);
    expect(browser.left).toEqual(isReachable ? ['/signin'] : []);
    expect(pending()).toHaveLength(1);
    reconnect();
    await loadPage();
    expect(await countSessions()).toBe(0);
  });

  test('sends one call when the button is pressed twice', async () => {
    reconnect();
    await Promise.all([tab.signOut(), tab.signOut()]);
    expect(sent).toHaveLength(1);
    expect(await countSessions()).toBe(0);
    expect(browser.left).toEqual(['/signin']);
    expect(await toastsOfNextPage()).toEqual([success.logout]);
  });

  test('keeps a session that another tab has opened while the call was under way', async () => {
    let release = () => {};
    browser.network.answer = (request) =>
      request.url.endsWith('/logout') ? new Promise((resolve) => (release = () => resolve(answer(request)))) : answer(request);
    const leaving = tab.signOut();
    const other = await browser.openTab();
    other.clearSession();
    await signUpIn(other, '9876500000');
    await vi.waitFor(() => expect(tokenOf(tab)).toBe(tokenOf(other)));
    release();
    await leaving;
    expect(other.isSignedIn()).toBe(true);
    expect(tab.$auth.get()).toMatchObject({ isAuthenticated: true, loading: false });
    expect(browser.left).toEqual([]);
  });
});
