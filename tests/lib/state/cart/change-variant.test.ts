import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getCartCall } from '#lib/contract/cart.ts';
import { singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { lineKey } from '#lib/rules/cart/cart.ts';
import { lineFor } from '#tests/lib/state/products.ts';
import { closeStockedShop, openStockedShop } from '#tests/lib/state/stocked-shop.ts';
import { signUpIn, type Tab, type TestBrowser, toasts } from '#tests/lib/state/tab.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let browser: TestBrowser;
let tab: Tab;

beforeEach(async () => {
  ({ shop, browser } = await openStockedShop());
  tab = await browser.openTab();
});
afterEach(() => closeStockedShop(shop));

const shown = (one = tab) =>
  one.$cart.get().cartItems.map((item) => `${item.quantity} ${item.selected_variant?.product_variation ?? item.product_name}`);

const onServer = async () => {
  const token = tab.$auth.get().user?.token ?? '';
  const { data } = await shop.succeed(getCartCall, { token });
  return data.cart.map(({ quantity, selected_variant }) => `${quantity} ${selected_variant?.product_variation}`).sort();
};

/** Changes the T-shirt of one size to another. */
async function change(from: 'M' | 'L', to: 'M' | 'L'): Promise<boolean> {
  const key = lineKey(await lineFor(shop, tab, 'tee', from));
  const { data } = await shop.succeed(singleProductDetailsCall, { params: { slug: 'tee' } });
  const variant = data.variants.find(({ product_variation }) => product_variation === to);
  return variant ? tab.changeVariant(key, data, variant) : false;
}

const put = async (size: 'M' | 'L', units: number) => tab.addToCart(await lineFor(shop, tab, 'tee', size, units));

describe('a guest', () => {
  test.each([true, false])(
    'has current prices and the choices of a line, the prices asked for first: %s',
    async (isRefreshFirst) => {
      await put('L', 1);
      await shop.change((tx) => tx.updateTable('variant').set({ price: 44_900 }).where('product_variation', '=', 'L').execute());
      let refreshed = isRefreshFirst ? tab.refreshCart() : undefined;
      const choices = tab.loadChoices('tee');
      refreshed ??= tab.refreshCart();
      await refreshed;
      expect((await choices).reply?.data.name).toBe('Plain T-Shirt');
      expect(tab.$cart.get().cartItems[0]?.message).toContain('₹449.00');
    },
  );

  test('has the new size in the place of the old one, with its units', async () => {
    await put('M', 2);
    await tab.addToCart(await lineFor(shop, tab, 'cap'));
    tab.drainToasts();
    expect(await change('M', 'L')).toBe(true);
    expect([shown(), toasts(tab)]).toEqual([['2 L', '1 Cap'], [success.cartUpdated]]);
  });

  test('has one line of a size, with the units of both', async () => {
    await put('M', 1);
    await put('L', 1);
    await change('M', 'L');
    expect(shown()).toEqual(['2 L']);
  });

  test('has no more than the stock, and is told', async () => {
    await put('M', 5);
    await change('M', 'L');
    expect(shown()).toEqual(['3 L']);
    expect(tab.$cart.get().cartItems[0]?.message).toBe('Only 3 left, quantity lowered');
  });

  test('keeps the line when the other size is sold out', async () => {
    await put('M', 1);
    await shop.change((tx) => tx.updateTable('variant').set({ stock: 0 }).where('product_variation', '=', 'L').execute());
    tab.drainToasts();
    expect(await change('M', 'L')).toBe(false);
    expect([shown(), toasts(tab)]).toEqual([['1 M'], ['Plain T-Shirt is sold out']]);
  });

  test('sees the change in another tab, where the old size is gone already', async () => {
    const other = await browser.openTab();
    await put('M', 2);
    await change('M', 'L');
    await vi.waitFor(() => expect(shown(other)).toEqual(['2 L']));
    expect(await change('M', 'L')).toBe(false);
    expect(shown()).toEqual(['2 L']);
  });
});

describe('a customer', () => {
  beforeEach(async () => {
    await put('M', 2);
    await signUpIn(tab, '9876543210');
    browser.requests.length = 0;
  });

  const about = (path: string) => browser.requests.filter((request) => request.includes(path));

  /** Lets the next call of a path fail, before or after the store has heard of it. */
  function failOnce(path: string, how: 'before' | 'after' | 'refused'): void {
    const { answer } = browser.network;
    browser.network.answer = async (request) => {
      if (!request.url.includes(path)) return answer(request);
      browser.network.answer = answer;
      if (how === 'after') await answer(request);
      return how === 'refused'
        ? Response.json({ success: false, message: 'Not this one' }, { status: 422 })
        : Response.json({ success: false }, { status: 503 });
    };
  }

  /** Holds calls of a path until the returned function is called. */
  function hold(path: string): () => void {
    const { answer } = browser.network;
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    browser.network.answer = async (request) => {
      if (request.url.includes(path)) await held;
      return answer(request);
    };
    return release;
  }

  test('has the new size added before the old one is removed, and one message', async () => {
    expect(await change('M', 'L')).toBe(true);
    expect([shown(), await onServer(), toasts(tab)]).toEqual([['2 L'], ['2 L'], [success.cartUpdated]]);
    const calls = ['POST /customer/add-to-cart', 'POST /customer/remove-to-cart'];
    expect(browser.requests.filter((request) => calls.includes(request))).toEqual(calls);
  });

  test('sees it at once', async () => {
    const release = hold('add-to-cart');
    const changing = change('M', 'L');
    await vi.waitFor(() => expect(about('add-to-cart')).toHaveLength(1));
    expect([shown(), about('remove-to-cart')]).toEqual([['2 L'], []]);
    release();
    await changing;
  });

  test.for(['before', 'after', 'refused'] as const)('loses nothing when the new size cannot be added (%s)', async (how) => {
    failOnce('add-to-cart', how);
    expect(await change('M', 'L')).toBe(false);
    await vi.waitFor(async () => expect(shown().sort()).toEqual(await onServer()));
    expect(shown()).toContain('2 M');
    expect(about('remove-to-cart')).toEqual([]);
    const [told] = tab.drainToasts();
    expect(told).toMatchObject({ kind: 'error', text: how === 'refused' ? 'Not this one' : failure.cartAdd });
    if (how === 'refused') return expect(told?.action).toBeUndefined();
    told?.action?.run();
    await vi.waitFor(() => expect(toasts(tab)).toEqual([success.cartUpdated]));
    expect([shown(), await onServer()]).toEqual([['2 L'], ['2 L']]);
  });

  test.for(['before', 'refused'] as const)('sees both and is told when the old size cannot be removed (%s)', async (how) => {
    failOnce('remove-to-cart', how);
    expect(await change('M', 'L')).toBe(false);
    const reason = how === 'refused' ? 'Not this one' : failure.cartRemove;
    const [told] = tab.drainToasts();
    expect(told).toMatchObject({
      kind: 'error',
      text: `Your cart has both size M and size L of Plain T-Shirt now: ${reason}`,
      action: { label: 'Try again' },
    });
    await vi.waitFor(async () => expect(shown().sort()).toEqual(await onServer()));
    expect(shown().sort()).toEqual(['2 L', '2 M']);
    told?.action?.run();
    await vi.waitFor(() => expect(shown()).toEqual(['2 L']));
    await vi.waitFor(async () => expect(await onServer()).toEqual(['2 L']));
  });

  test('has the units of both sizes in one line, as far as there is stock', async () => {
    await put('L', 2);
    await change('M', 'L');
    expect([shown(), await onServer()]).toEqual([['3 L'], ['3 L']]);
  });

  test('changes one line at a time', async () => {
    const release = hold('remove-to-cart');
    const first = change('M', 'L');
    await vi.waitFor(() => expect(about('add-to-cart')).toHaveLength(1));
    expect([tab.$isChangingVariant.get(), await change('L', 'M')]).toEqual([true, false]);
    release();
    await first;
    expect(await change('L', 'M')).toBe(true);
    expect([shown(), await onServer()]).toEqual([['2 M'], ['2 M']]);
  });

  test('who goes on to change the quantity has that quantity of the new size', async () => {
    const release = hold('add-to-cart');
    const changing = change('M', 'L');
    await vi.waitFor(() => expect(shown()).toEqual(['2 L']));
    release();
    const stepping = tab.increaseQuantity(lineKey(await lineFor(shop, tab, 'tee', 'L')));
    await Promise.all([changing, stepping]);
    await vi.waitFor(async () => expect([shown(), await onServer()]).toEqual([['3 L'], ['3 L']]));
  });
});
