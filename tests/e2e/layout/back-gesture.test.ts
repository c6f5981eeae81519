import type { Page } from 'playwright';
import { expect } from 'vitest';
import { addToServerCart, createCustomer, saveCart, saveSession } from '#tests/support/browser/customer.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

// Back on Android asks the topmost close watcher to close, and leaves the page only where there is none.

const { shop, test } = await useSmallShop();

/** A phone's page, and its Back: true when something closes, false where the browser would leave the page. */
async function watchBack(page: Page) {
  await page.addInitScript(() => {
    const open: { requestClose: () => void }[] = [];
    const Native = Reflect.get(globalThis, 'CloseWatcher');
    class Recorded extends Native {
      constructor() {
        super();
        open.push(this as never);
      }
      destroy() {
        open.splice(open.indexOf(this as never), 1);
        super.destroy();
      }
    }
    Reflect.set(globalThis, 'CloseWatcher', Recorded);
    Reflect.set(globalThis, 'goBack', () => {
      const top = open.at(-1);
      top?.requestClose();
      return top !== undefined;
    });
  });
  return { page, goBack: () => page.evaluate(() => Reflect.get(globalThis, 'goBack')() as boolean) };
}

test('Back closes the cart popup, and a second Back leaves the page', async ({ page }) => {
  const { goBack } = await watchBack(page);
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/products/plain-tee`);
  await page.getByRole('link', { name: 'Cart' }).click();
  const popup = page.getByRole('dialog', { name: 'Your cart (1 item)' });
  await popup.waitFor();
  expect(await goBack()).toBe(true);
  await popup.waitFor({ state: 'detached' });
  expect(await goBack()).toBe(false);
});

test('Back closes the cancellation before the details of the order below it, as Escape does', async ({ page }) => {
  const { goBack } = await watchBack(page);
  const user = await createCustomer(shop);
  await addToServerCart(shop, user.token, 'long-wallet');
  await placeOrder(shop, user, []);
  await saveSession(page, shop, user);
  await page.goto(`${shop.url}/my-account/orders`);
  const details = page.getByRole('dialog', { name: 'Order details' });
  const cancellation = page.getByRole('dialog', { name: 'Cancel Order' });
  for (const close of [goBack, () => page.keyboard.press('Escape')]) {
    await page.getByRole('button', { name: /^View details/ }).click();
    await details.getByRole('button', { name: 'Cancel Order' }).click();
    await cancellation.waitFor();
    await close();
    await cancellation.waitFor({ state: 'detached' });
    expect(await details.isVisible()).toBe(true);
    await close();
    await details.waitFor({ state: 'detached' });
  }
  expect(await goBack()).toBe(false);
});
