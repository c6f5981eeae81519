import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect } from 'vitest';
import { createCustomer, type Session, saveCart } from '#tests/support/browser/customer.ts';
import { useOrders } from '#tests/support/browser/orders-page.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop();
let customer: Session;
beforeAll(async () => {
  customer = await createCustomer(shop);
  await placeOrder(shop, customer, [{ slug: 'plain-tee', size: 'S', quantity: 2 }]);
});

/** A phone on its side, and a window of 1280 by 1024 px at 400 %. */
const viewports = [
  { width: 740, height: 360 },
  { width: 320, height: 256 },
];

/** Expects that each element can be brought into view whole, or a screen of it, and is not covered there. */
async function expectReachable(page: Page, ...elements: Locator[]): Promise<void> {
  for (const element of elements) {
    await element.scrollIntoViewIfNeeded();
    const hit = await element.evaluate((node) => {
      node.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = node.getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      return height > 20 && found !== null && (node === found || node.contains(found));
    });
    expect([await element.evaluate((node) => node.outerHTML.slice(0, 80)), hit]).toEqual([expect.any(String), true]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
}

/** Waits until a layer takes pointers. */
const settled = (page: Page, control: Locator) =>
  expect
    .poll(() => control.evaluate((node) => getComputedStyle(node).pointerEvents))
    .not.toBe('none')
    .then(() => page);

describe.for(viewports)('at $width×$height px', (viewport) => {
  test('the cart popup shows its lines, totals and buttons', async ({ page }) => {
    await page.setViewportSize(viewport);
    await saveCart(page, shop, ['long-wallet'], ['plain-tee', 'S'], ['canvas-cap']);
    await page.goto(`${shop.url}/faq`);
    await page.getByRole('link', { name: 'Cart' }).click();
    const popup = page.locator('.cart-panel');
    await popup.locator('.line-item').first().waitFor();
    await settled(page, popup);
    const gap = await popup
      .locator('.line-item')
      .first()
      .evaluate((line) => {
        const panel = line.closest('.cart-panel')?.getBoundingClientRect();
        return line.getBoundingClientRect().left - (panel?.left ?? 0);
      });
    expect(gap).toBeGreaterThan(8);
    await expectReachable(
      page,
      popup.getByRole('button', { name: 'Close cart' }),
      popup.getByRole('button', { name: /^REMOVE/ }).first(),
      popup.getByRole('button', { name: /^REMOVE/ }).last(),
      popup.locator('.totals'),
      popup.getByRole('link', { name: 'Checkout' }),
      popup.getByRole('link', { name: 'Continue Shopping' }),
    );
  });

  test('the order details show their facts and buttons', async ({ page }) => {
    await page.setViewportSize(viewport);
    const orders = useOrders(page, shop);
    await orders.open(customer);
    await orders.openFirst();
    await settled(page, orders.panel());
    await orders.cancelButton().waitFor();
    await expectReachable(
      page,
      orders.panel().getByRole('button', { name: 'Close order details' }),
      orders.panel().locator('.order-items li').first(),
      orders.cancelButton(),
    );
  });

  test('the filter sheet shows its choices and buttons', async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto(`${shop.url}/shop`);
    await page.locator('.filter-button').click();
    const sheet = page.locator('#filters');
    await sheet.getByRole('button', { name: /^Show \d/ }).waitFor();
    await settled(page, sheet.getByRole('button', { name: /^Show/ }));
    await expectReachable(
      page,
      sheet.getByRole('button', { name: 'Close filters' }),
      sheet.locator('label.checkbox').first(),
      sheet.getByRole('link', { name: 'Clear all' }),
      sheet.getByRole('button', { name: /^Show \d/ }),
    );
  });

  test('header and buy bar leave most of the screen to the product', async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto(`${shop.url}/products/plain-tee`);
    await page.evaluate(() => scrollTo(0, 300));
    const covered = await page.evaluate(() =>
      ['.header-slot', '.buy-bar'].reduce((sum, selector) => {
        const { top, bottom } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        const fixed = getComputedStyle(document.querySelector(selector) as Element).position !== 'static';
        return sum + (fixed ? Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)) : 0);
      }, 0),
    );
    expect(covered).toBeLessThanOrEqual(viewport.height * 0.4);
  });
});
