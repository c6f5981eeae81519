import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';
import { describe, expect } from 'vitest';
import { saveCart, storedCartLines } from '#tests/support/browser/customer.ts';
import { openPage, phone } from '#tests/support/browser/test-page.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const touchPhone = { viewport: phone, hasTouch: true, isMobile: true };
const { shop, test } = await useSmallShop(touchPhone);

/**
 * Taps a place several times in quick succession, as an impatient thumb does. Times in milliseconds. Returns how long it took: longer on a
 * busy machine.
 */
async function tapAgain(page: Page, target: Locator, pauses: readonly number[]): Promise<number> {
  const box = await target.boundingBox();
  if (!box) throw new Error('Nothing to tap');
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  const inspector = await page.context().newCDPSession(page);
  // Sent without waiting for the page, which may take longer than the pause.
  const tap = () => [
    inspector.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints }),
    inspector.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  ];
  const start = performance.now();
  const sent = tap();
  for (const pause of pauses) {
    await sleep(pause);
    sent.push(...tap());
  }
  const took = performance.now() - start;
  await Promise.all(sent);
  return took;
}

/** Taps that took longer, in milliseconds, are no quick taps: the page takes one every 500 ms. */
const QUICK_MS = 480;

/** Sets the speed of the page's animations: a slow one leaves a busy machine time to look. */
async function setSpeed(page: Page, playbackRate: number): Promise<void> {
  const inspector = await page.context().newCDPSession(page);
  await inspector.send('Animation.enable');
  await inspector.send('Animation.setPlaybackRate', { playbackRate });
}

test.for([80, 200, 350, 600])(
  'a second tap on “Add to cart” after %i ms leaves the shopper on the product’s page, with one piece',
  async (pause) => {
    let page: Page;
    let took: number;
    do {
      ({ page } = await openPage({ ...touchPhone, reducedMotion: pause % 200 === 0 ? 'reduce' : 'no-preference' }));
      await page.goto(`${shop.url}/products/long-wallet`, { waitUntil: 'networkidle' });
      took = await tapAgain(page, page.getByRole('button', { name: 'Add to cart' }), [pause]);
    } while (pause < QUICK_MS && took > QUICK_MS);
    await page.locator('.cart-panel .line-item').waitFor();
    await page.waitForTimeout(700);
    expect(new URL(page.url()).pathname).toBe('/products/long-wallet');
    expect(await storedCartLines(page)).toEqual(['1 × Long Wallet']);
    await page.touchscreen.tap(...(await centre(page.getByRole('link', { name: 'Continue Shopping' }))));
    await page.waitForURL('**/shop');
  },
);

async function centre(target: Locator): Promise<[number, number]> {
  const box = await target.boundingBox();
  return box ? [box.x + box.width / 2, box.y + box.height / 2] : [0, 0];
}

/** Each layer: where it is, what opens it, the layer, and something in it. */
const layers: [name: string, path: string, opener: (page: Page) => Locator, layer: string, control: string][] = [
  ['the cart popup', '/faq', (page) => page.getByRole('link', { name: 'Cart' }), '.dialog-layer', '.cart-panel header button'],
  ['the size sheet', '/products/plain-tee', (page) => page.locator('.add-to-cart'), '.size-sheet', '.size-sheet .chip'],
  ['the menu', '/faq', (page) => page.getByRole('button', { name: 'Menu' }), '#menu', '#menu a'],
  [
    'the search panel',
    '/faq',
    (page) => page.getByRole('button', { name: 'Search' }),
    '#search-panel',
    '#search-panel .search-row button:last-child',
  ],
  ['the filter sheet', '/shop', (page) => page.locator('.filter-button'), '#filters', '#filters .checkbox input'],
  ['a picture', '/products/plain-tee', (page) => page.locator('.zoom'), '.zoomed', '.zoomed button'],
];

describe.for(layers)('%s', ([, path, opener, layer, control]) => {
  const open = async (page: Page) => {
    await page.goto(shop.url + path, { waitUntil: 'networkidle' });
    if (!(await opener(page).count())) return false;
    await opener(page).first().click();
    await page.locator(layer).waitFor();
    return true;
  };
  /** Whether a pointer reaches the control, and what its place belongs to otherwise. */
  const reached = (page: Page) =>
    page.evaluate((selector) => {
      const element = document.querySelector(selector) as HTMLElement;
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return element === hit || element.contains(hit);
    }, control);

  test('ignores pointers at first, and takes keys and assistive technology at once', async ({ page }) => {
    await setSpeed(page, 0.05);
    if (!(await open(page))) return;
    const opened = await page
      .locator(control)
      .first()
      .evaluate((element) => getComputedStyle(element).pointerEvents);
    expect(opened).toBe('none');
    expect(await reached(page)).toBe(false);
    await setSpeed(page, 1);
    await expect.poll(() => reached(page), { timeout: 3000, interval: 50 }).toBe(true);
    await page.reload();
    if (!(await open(page))) return;
    await page.locator(control).first().focus();
    expect(
      await page
        .locator(control)
        .first()
        .evaluate((element) => element === document.activeElement),
    ).toBe(true);
  });

  test('stays open when the thumb taps twice', async ({ page }) => {
    do {
      await page.goto(shop.url + path, { waitUntil: 'networkidle' });
      if (!(await opener(page).count())) return;
    } while ((await tapAgain(page, opener(page).first(), [120, 150])) > QUICK_MS);
    await page.locator(layer).waitFor();
    await page.waitForTimeout(700);
    expect(await page.locator(layer).isVisible()).toBe(true);
    expect(new URL(page.url()).pathname).toBe(path);
  });
});

test('the account menu stays where a second tap finds it, and Escape closes it at once', async ({ customerPage: page }) => {
  await setSpeed(page, 0.05);
  await page.goto(`${shop.url}/faq`, { waitUntil: 'networkidle' });
  const button = page.getByRole('button', { name: 'Account', exact: true });
  await button.click();
  expect(
    await page
      .locator('#account-menu a')
      .first()
      .evaluate((link) => getComputedStyle(link).pointerEvents),
  ).toBe('none');
  await page.keyboard.press('Escape');
  await page.locator('#account-menu').waitFor({ state: 'hidden' });
});

test('a press that began before a dialog opened does not click in it; a key does at once', async ({ page }) => {
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/faq`, { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'Cart' }).focus();
  await page.keyboard.press('Enter');
  const close = page.getByRole('button', { name: 'Close cart' });
  await close.waitFor();
  await close.evaluate((button) =>
    button.dispatchEvent(new PointerEvent('click', { bubbles: true, cancelable: true, pointerId: 3, detail: 1 })),
  );
  expect(await close.isVisible()).toBe(true);
  await close.press('Enter');
  await close.waitFor({ state: 'detached' });
});
