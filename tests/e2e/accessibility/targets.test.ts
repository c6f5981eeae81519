import type { Locator, Page } from 'playwright';
import { beforeAll, expect } from 'vitest';
import { addToServerCart, createCustomer, type Session, saveCart, saveSession } from '#tests/support/browser/customer.ts';
import { useOrders } from '#tests/support/browser/orders-page.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { openPage, phone } from '#tests/support/browser/test-page.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useDemoShop();
const shirt = 'linen-shirt-with-spread-collar-sky';
const visitor = await openPage({ viewport: phone, hasTouch: true, isMobile: true });
let customer: Session;
beforeAll(async () => {
  customer = await createCustomer(shop);
  await placeOrder(shop, customer, [{ slug: shirt, size: 'M', quantity: 1 }]);
  await addToServerCart(shop, customer.token, shirt, 'M');
});

/** The smallest side of a target, in CSS pixels. */
const SIDE = 44;

/**
 * Runs in the page: the targets in view of a thumb that are too small, as "text width×height". A target may be larger than its box, by its
 * label or a pseudo-element. Links in a sentence are excepted (WCAG 2.5.8).
 */
function findSmallTargets(side: number): string[] {
  const targets = document.querySelectorAll<HTMLElement>('a[href],button:enabled,input:enabled,select:enabled,textarea,summary');
  const isInSentence = (target: HTMLElement): boolean => {
    const around = target.closest('p,li,dd,label,blockquote');
    return (
      getComputedStyle(target).display === 'inline' &&
      (around?.textContent?.trim().length ?? 0) > (target.textContent?.trim().length ?? 0)
    );
  };
  const small: string[] = [];
  for (const target of targets) {
    if (target.closest('[inert],[hidden]') || !target.checkVisibility({ opacityProperty: false, visibilityProperty: true }))
      continue;
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, width, height } = target.getBoundingClientRect();
    const label = target instanceof HTMLInputElement ? (target.labels?.[0] ?? undefined) : undefined;
    const box = label?.getBoundingClientRect();
    if (width >= side && height >= side) continue;
    if (box && box.width >= side && box.height >= side) continue;
    if ((width <= 1 && !label) || isInSentence(target)) continue;
    const [x, y] = [left + width / 2, top + height / 2];
    const isHit = (dx: number, dy: number): boolean => {
      const hit = document.elementFromPoint(x + dx, y + dy);
      return hit !== null && (target.contains(hit) || label?.contains(hit) === true);
    };
    if (!isHit(0, 0)) continue;
    /** How far the target reaches from its centre in a direction. */
    const reach = (dx: number, dy: number): number => {
      let steps = 0;
      while (steps < side && isHit(dx * (steps + 1), dy * (steps + 1))) steps++;
      return steps;
    };
    // Edges fall between pixels.
    const [across, down] = [reach(-1, 0) + reach(1, 0) + 2, reach(0, -1) + reach(0, 1) + 2];
    const sides = [width >= side || across >= side, height >= side || down >= side];
    if (!sides.every(Boolean))
      small.push(
        `${target.localName}.${target.className} “${(target.getAttribute('aria-label') ?? target.textContent ?? '').trim().slice(0, 30)}” ${Math.round(width)}×${Math.round(height)}`,
      );
  }
  return small;
}

/** Presses a control and waits for what it opens. */
const click =
  (name: string, opened: (page: Page) => Locator, role: 'button' | 'link' | 'tab' = 'button') =>
  async (page: Page) => {
    await page.getByRole(role, { name }).first().click();
    await opened(page).waitFor();
  };

/** Runs in the page: whether no layer is still closed to pointers (styles/ui/dialog.css), and nothing moves. */
const isSettled = (): boolean =>
  [...document.querySelectorAll('dialog[open],[role=dialog]')].every(
    (layer) => getComputedStyle(layer).pointerEvents !== 'none',
  ) &&
  document
    .getAnimations()
    .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity);

/** Screens of a guest and of a customer. */
const screens: [name: string, path: string, who: 'guest' | 'customer', open?: (page: Page) => Promise<unknown>][] = [
  ['home', '/', 'guest'],
  ['the shop', '/shop?categories=shirts&size=M', 'guest'],
  ['nothing found', '/shop?search=qqqqxx', 'guest'],
  [
    'the filter sheet',
    '/shop',
    'guest',
    click('Filters', (page) => page.locator('#filters').getByRole('button', { name: /^Show \d/ })),
  ],
  ['the menu', '/', 'guest', click('Menu', (page) => page.getByRole('navigation', { name: 'Menu' }))],
  ['the search panel', '/', 'guest', click('Search', (page) => page.getByRole('combobox', { name: 'Search' }))],
  ['the categories', '/categories', 'guest'],
  ['a product', `/products/${shirt}`, 'guest'],
  ['the cart', '/cart', 'guest'],
  ['the cart popup', '/faq', 'guest', click('Cart', (page) => page.locator('.cart-panel .line-item').first(), 'link')],
  ['the checkout of a guest', '/checkout', 'guest'],
  ['signing in', '/signin', 'guest'],
  [
    'signing in by password',
    '/signin',
    'guest',
    click('Password', (page) => page.getByRole('tab', { name: 'Password', selected: true }), 'tab'),
  ],
  ['signing up', '/signup', 'guest'],
  ['a forgotten password', '/forgot-password', 'guest'],
  ['the questions', '/faq', 'guest'],
  ['the terms', '/terms-use', 'guest'],
  ['a missing page', '/404', 'guest'],
  ['the checkout of a customer', '/checkout', 'customer'],
  ['the account', '/my-account/account', 'customer'],
  ['the wishlist', '/my-account/wishlist', 'customer'],
  ['the devices', '/my-account/password', 'customer'],
  ['the orders', '/my-account/orders', 'customer'],
];

test.for(screens)('%s has no target below 44 px on touch', async ([, path, who, open]) => {
  const { page } = visitor;
  if (who === 'customer') await saveSession(page, shop, customer);
  else await saveCart(page, shop, [shirt, 'M'], ['pebbled-leather-bifold-wallet-chestnut']);
  await page.goto(shop.url + path, { waitUntil: 'networkidle' });
  await open?.(page);
  await page.waitForFunction(isSettled);
  expect(await page.evaluate(findSmallTargets, SIDE)).toEqual([]);
});

test('the order details have no target below 44 px on touch', async () => {
  const { page } = visitor;
  const orders = useOrders(page, shop);
  await orders.open(customer);
  await orders.openFirst();
  await orders.cancelButton().waitFor();
  await page.waitForFunction(isSettled);
  expect(await page.evaluate(findSmallTargets, SIDE)).toEqual([]);
});

test.for([
  ['a size', `/products/${shirt}`, '.size:has([value=M])', '.size:has([value=S])'],
  ['a filter', '/shop?categories=shirts&size=M', '#filters .chip:has([value=M])', '#filters .chip:has([value=S])'],
  ['a way to sign in', '/signin', '[role=tab][aria-selected=true]', '[role=tab][aria-selected=false]'],
  ['a page of a listing', '/shop?page=2', '.paging [aria-current]', '.paging a[href*="page=3"]'],
] as const)('%s that is chosen differs from the others in forced colours', async ([, path, chosen, other], { page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(shop.url + path);
  if (path.includes('products')) await page.locator(`${chosen} input`).check();
  else if (path.includes('size=')) await page.getByRole('button', { name: /^Filters/ }).click();
  const look = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((chip) => {
        const { backgroundColor, color, forcedColorAdjust } = getComputedStyle(chip);
        return { backgroundColor, color, forcedColorAdjust };
      });
  const [one, two] = [await look(chosen), await look(other)];
  expect(one.forcedColorAdjust).toBe('none');
  expect(one.backgroundColor).not.toBe(two.backgroundColor);
  expect(one.color).not.toBe(one.backgroundColor);
});
