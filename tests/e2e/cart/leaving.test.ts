import type { Page } from 'playwright';
import { expect } from 'vitest';
import { openCustomerCart, saveCart, serverQuantities, storedCartLines } from '#tests/support/browser/customer.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop({ viewport: desktop });

/** Opens the cart page with one T-shirt; resolves to the token, undefined for a guest. */
async function openCart(page: Page, who: string): Promise<string | undefined> {
  const token = who === 'customer' ? await openCustomerCart(page, shop) : undefined;
  if (!token) {
    await saveCart(page, shop, ['plain-tee', 'S']);
    await page.goto(`${shop.url}/cart`);
    await page.getByRole('button', { name: 'Increase quantity' }).waitFor();
  }
  await page.waitForLoadState('networkidle');
  return token;
}

/** Another tab that holds the lock and that the browser has frozen. */
async function freezeHolder(page: Page): Promise<void> {
  const holder = await page.context().newPage();
  await holder.goto(`${shop.url}/robots.txt`);
  await holder.evaluate(
    () =>
      new Promise<void>((held) => {
        void navigator.locks.request('haat', () => {
          held();
          return new Promise(() => {});
        });
      }),
  );
  const session = await holder.context().newCDPSession(holder);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await page.bringToFront();
}

/** Taps a button and follows a link `delay` ms later: in the same task for 0. */
async function tapAndLeave(page: Page, delay: number): Promise<void> {
  const left = page.waitForURL(`${shop.url}/faq`);
  await page.evaluate((ms) => {
    const link = Object.assign(document.createElement('a'), { href: '/faq' });
    document.body.append(link);
    document.querySelector<HTMLElement>('[aria-label^="Increase quantity"]')?.click();
    if (ms === 0) link.click();
    else setTimeout(() => link.click(), ms);
  }, delay);
  await left;
}

const cases = ['guest', 'customer'].flatMap((who) =>
  ['free', 'held by a frozen tab'].flatMap((lock) => [0, 5, 20, 50].map((delay) => [who, lock, delay] as const)),
);

test.for(cases)(
  'a change by a %s is kept, with the lock %s, when a link is followed %i ms later',
  async ([who, lock, delay], { page }) => {
    const token = await openCart(page, who);
    if (lock !== 'free') await freezeHolder(page);
    await tapAndLeave(page, delay);
    expect(await storedCartLines(page)).toEqual(['2 × Plain Tee S']);
    await expect.poll(() => page.locator('[data-cart-count]').innerText()).toBe('2');
    if (token) await expect.poll(() => serverQuantities(shop, token)).toEqual([2]);
  },
);

test('while a frozen tab holds the lock, a change is shown, saved and confirmed at once', async ({ page }) => {
  await openCart(page, 'guest');
  await freezeHolder(page);
  await page.getByRole('button', { name: 'Increase quantity' }).click();
  expect(await storedCartLines(page)).toEqual(['2 × Plain Tee S']);
  await page.locator('[data-sonner-toast]').filter({ hasText: 'Cart quantity updated' }).waitFor();
});
