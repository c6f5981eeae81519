import { describe, expect } from 'vitest';
import { DROPDOWN_CLOSE_MS } from '#lib/site/timings.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useDemoShop();
const desktopTest = test.extend('pageOptions', { viewport: desktop });

desktopTest('the Category dropdown closes 300 ms after the pointer leaves, also after a click on Show more', async ({ page }) => {
  await page.clock.install();
  await page.goto(shop.url);
  const main = page.getByRole('navigation', { name: 'Main' });
  const panel = main.locator('.dropdown-panel');
  await main.getByText('Category', { exact: true }).hover();
  await panel.getByText('Show more').click();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.mouse.move(20, 850);
  await page.clock.runFor(DROPDOWN_CLOSE_MS - 1);
  await panel.waitFor();
  await page.clock.runFor(2);
  expect(await panel.isVisible()).toBe(false);
});

describe('the carousel of the drawer', () => {
  test.for([
    [360, 2],
    [500, 3],
    [700, 4],
    [800, 5],
  ] as const)('shows at %d px %d whole categories', async ([width, categories], { page, pageErrors }) => {
    await page.setViewportSize({ width, height: 800 });
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await page.goto(shop.url, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Menu' }).click();
    const drawer = page.getByRole('navigation', { name: 'Menu' });
    await drawer.waitFor();
    expect(scripts.filter((url) => url.includes('carousel'))).toEqual([]);
    await drawer.locator('summary[aria-label="Shop by category"]').click();
    await drawer.locator('.swiper-initialized').waitFor();
    const inView = await drawer.locator('.views-port').evaluate((port) => {
      const room = port.getBoundingClientRect();
      return [...port.querySelectorAll('li')].filter((slide) => {
        const { left, right } = slide.getBoundingClientRect();
        return left >= room.left - 1 && right <= room.right + 1;
      }).length;
    });
    expect(inView).toBe(categories);
    // The keyboard goes to no other.
    expect(await drawer.locator('.views-port li:not([inert])').count()).toBe(categories);
    expect(await drawer.evaluate((menu) => menu.scrollWidth - menu.clientWidth)).toBe(0);
    expect(pageErrors).toEqual([]);
  });

  test('is rendered on a product’s page as on any other', async ({ page }) => {
    await page.goto(`${shop.url}/shop`);
    const boxAt = async (path: string) => {
      await page.goto(shop.url + path, { waitUntil: 'load' });
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.locator('.side-menu summary[aria-label="Shop by category"]').click();
      await page.locator('.side-menu .swiper-initialized').waitFor();
      return page.locator('.side-menu li:has(> a[href="/shop"])').boundingBox();
    };
    const product = await page.locator('a[href^="/products/"]').first().getAttribute('href');
    expect(await boxAt(present(product))).toEqual(await boxAt('/faq'));
  });

  test('goes back to the Shop panel when the window becomes wide', async ({ page }) => {
    await page.goto(shop.url, { waitUntil: 'load' });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('.side-menu summary[aria-label="Shop by category"]').click();
    await page.locator('.side-menu .swiper-initialized').waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize(desktop);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop', exact: true }).hover();
    await page.locator('.mega-panel .swiper-initialized').waitFor();
  });
});

test('the keyboard goes to the banner’s slide in view only', async ({ page }) => {
  await page.goto(shop.url);
  const reachable = () =>
    page
      .locator('.slider > ul')
      .first()
      .evaluate((list) => [...list.children].flatMap((slide, i) => ((slide as HTMLElement).inert ? [] : [i])));
  await expect.poll(reachable).toEqual([0]);
  await page.locator('.slide-dots a').nth(1).click();
  await expect.poll(reachable).toEqual([1]);
});
