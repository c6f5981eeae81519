import type { Page } from 'playwright';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { apiReply, createCustomer, type Session, saveSession } from '#tests/support/browser/customer.ts';
import { desktop, openPage, phone } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';
import { untilPressable } from '#tests/support/until-pressable.ts';

const { shop, test } = await useDemoShop();

const banner = (page: Page) => page.getByRole('banner');
const account = (page: Page) => banner(page).getByRole('button', { name: 'Account' });
const menu = (page: Page) => page.locator('#account-menu');
const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Confirm Logout' });
const isFocused = (element: ReturnType<typeof account>) => element.evaluate((one) => one === document.activeElement);

/** Opens the FAQ in a browser with this customer signed in. */
async function openAs(page: Page, customer: Session, viewport = desktop): Promise<void> {
  await page.setViewportSize(viewport);
  await saveSession(page, shop, customer);
  await page.goto(`${shop.url}/faq`);
}

describe('the profile icon of a visitor', () => {
  test('leads to /signin, also without script, and the page has no customer links', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await openPage({ viewport: desktop, javaScriptEnabled });
      await page.goto(shop.url);
      const tools = banner(page).locator('.tools');
      expect(await tools.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin');
      expect(await tools.getByRole('link', { name: 'Cart' }).isVisible()).toBe(true);
      expect(await account(page).count()).toBe(0);
      expect(await tools.getByRole('link', { name: /Orders|Wishlist/ }).count()).toBe(0);
      expect(await page.getByText('Logout').count()).toBeGreaterThan(0);
      expect(await page.getByText('Logout').first().isVisible()).toBe(false);
    }
  });
});

describe('a signed-in customer’s header', () => {
  let customer: Session;
  beforeAll(async () => {
    customer = await createCustomer(shop);
  });

  test('has icons for orders, wishlist and cart, each 44 px or more', async ({ page }) => {
    await openAs(page, customer);
    const icons = { Orders: '/my-account/orders', Wishlist: '/my-account/wishlist', Cart: '/cart' };
    for (const [name, path] of Object.entries(icons)) {
      const icon = banner(page).getByRole('link', { name, exact: true });
      expect(await icon.getAttribute('href')).toBe(path);
      const box = await icon.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    expect(await banner(page).getByRole('link', { name: 'Sign in' }).count()).toBe(0);
  });

  test('has its icons in the bar of a phone, and the account in the drawer', async ({ page }) => {
    for (const width of [320, 360, 390, 400]) {
      await openAs(page, customer, { ...phone, width });
      // The shop's name keeps its size, on two lines.
      const brand = page.locator('.bar > .brand');
      expect(await brand.evaluate((name) => getComputedStyle(name).fontSize)).toBe('20px');
      expect((await brand.boundingBox())?.width).toBeGreaterThan(80);
      const targets = [
        page.getByRole('button', { name: 'Menu', exact: true }),
        banner(page).getByRole('button', { name: 'Search' }).first(),
        account(page),
        banner(page).getByRole('link', { name: 'Cart' }),
        banner(page).getByRole('link', { name: 'Wishlist' }),
        ...(width < 360 ? [] : [banner(page).getByRole('link', { name: 'Orders', exact: true })]),
      ];
      for (const target of targets) {
        const box = await target.boundingBox();
        expect(box?.height).toBeGreaterThanOrEqual(44);
        expect(box?.width).toBeGreaterThanOrEqual(44);
        expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(width);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      const drawer = page.getByRole('navigation', { name: 'Menu' });
      const links = { 'My Account Manage your profile': 'account', 'My Orders': 'orders', Wishlist: 'wishlist' };
      for (const [name, section] of Object.entries(links)) {
        expect(await drawer.getByRole('link', { name }).getAttribute('href')).toBe(`/my-account/${section}`);
      }
      expect(await drawer.getByRole('link', { name: 'Sign in' }).count()).toBe(0);
    }
  });

  test('has its icons from the first frame on, and they do not shift', async () => {
    for (const viewport of [phone, desktop]) {
      const { page } = await openPage({ viewport });
      await saveSession(page, shop, customer);
      await page.addInitScript(() => {
        const icons = () =>
          [...document.querySelectorAll('.tools .icon-button')].map((icon) => {
            const { left, top, width } = icon.getBoundingClientRect();
            return `${icon.ariaLabel} ${left} ${top} ${width}`;
          });
        const firstFrame = () => {
          if (document.querySelector('.site-footer')) Object.assign(globalThis, { icons, first: icons() });
          else requestAnimationFrame(firstFrame);
        };
        requestAnimationFrame(firstFrame);
      });
      await page.goto(`${shop.url}/shop`, { waitUntil: 'networkidle' });
      const { first, last } = await page.evaluate(() => {
        const { first, icons } = globalThis as unknown as { first: string[]; icons: () => string[] };
        return { first, last: icons() };
      });
      expect(first.length).toBeGreaterThanOrEqual(5);
      expect(last).toEqual(first);
    }
  });

  test('opens and closes the menu by the profile icon, with the account links and Logout', async ({ page, pageErrors }) => {
    await openAs(page, customer);
    expect(await account(page).getAttribute('aria-expanded')).toBe('false');
    await account(page).click();
    await menu(page).waitFor();
    expect(await account(page).getAttribute('aria-expanded')).toBe('true');
    const links = await menu(page)
      .getByRole('link')
      .evaluateAll((all) =>
        all.map((link) => `${(link as HTMLElement).innerText.replace('\n', ' · ')} → ${link.getAttribute('href')}`),
      );
    expect(links).toEqual(['My Account · Manage your profile → /my-account/account', 'My Orders → /my-account/orders']);
    expect(await menu(page).getByRole('button').allInnerTexts()).toEqual(['Logout']);
    await account(page).click();
    expect(await menu(page).isVisible()).toBe(false);
    expect(await account(page).getAttribute('aria-expanded')).toBe('false');
    expect(pageErrors).toEqual([]);
  });

  test('closes the menu on a click outside, on Escape, when the focus leaves it, and on choosing a link', async ({ page }) => {
    await openAs(page, customer);
    await account(page).click();
    await page.mouse.click(400, 700);
    expect(await menu(page).isVisible()).toBe(false);

    await account(page).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await isFocused(menu(page).getByRole('link').first())).toBe(true);
    await page.keyboard.press('Escape');
    expect(await menu(page).isVisible()).toBe(false);
    expect(await isFocused(account(page))).toBe(true);

    await page.keyboard.press('Space');
    await menu(page).waitFor();
    for (let i = 0; i < 4; i++) await page.keyboard.press('Tab');
    expect(await menu(page).isVisible()).toBe(false);

    await account(page).click();
    // Keeps the page open, as if it returned from the back/forward cache.
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault(), { once: true }));
    await menu(page).getByRole('link', { name: 'My Orders' }).click();
    expect(await menu(page).isVisible()).toBe(false);
  });
});

describe('Logout', () => {
  let customer: Session;
  beforeEach(async () => {
    customer = await createCustomer(shop);
  });

  const open = async (page: Page) => {
    await account(page).click();
    await menu(page).getByRole('button', { name: 'Logout' }).click();
    await confirmation(page).waitFor();
  };
  const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]', { hasText: text });

  test('asks for confirmation in a dialog that traps and restores the focus; Cancel and Escape change nothing', async ({
    page,
    pageErrors,
  }) => {
    await openAs(page, customer);
    for (const close of [
      () => confirmation(page).getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
      async () => {
        await untilPressable(confirmation(page));
        await page.mouse.click(30, 700);
      },
    ]) {
      await open(page);
      const dialog = confirmation(page);
      expect(await dialog.getByRole('paragraph').innerText()).toBe(
        "Are you sure you want to log out? You'll need to sign in again to access your account.",
      );
      expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['Logout', 'Cancel']);
      for (const name of ['Logout', 'Cancel', 'Logout']) {
        await page.keyboard.press('Tab');
        expect(await isFocused(dialog.getByRole('button', { name }))).toBe(true);
      }
      await close();
      await dialog.waitFor({ state: 'detached' });
      expect(await isFocused(account(page))).toBe(true);
    }
    expect(await apiReply(shop, '/customer/orders', undefined, customer.token)).toMatchObject({ success: true });
    expect(pageErrors).toEqual([]);
  });

  test('logs out, shows a toast, and replaces this page by /signin', async ({ page }) => {
    await openAs(page, customer);
    await page.goto(`${shop.url}/categories`);
    await open(page);
    const left = page.waitForRequest(`${shop.url}/signin`);
    await confirmation(page).getByRole('button', { name: 'Logout' }).click();
    await left;
    await toast(page, success.logout).waitFor();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(customer.token);
    expect(await banner(page).getByRole('link', { name: 'Sign in' }).isVisible()).toBe(true);
    expect(await apiReply(shop, '/customer/orders', undefined, customer.token)).toMatchObject({ success: false });
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe('/faq');
  });

  test('logs out in the browser even if the call fails, and reports the failure', async ({ page }) => {
    await openAs(page, customer, phone);
    await page.route('**/api/customer/logout', (route) => route.abort());
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('button', { name: 'Logout' }).click();
    const left = page.waitForRequest(`${shop.url}/signin`);
    await confirmation(page).getByRole('button', { name: 'Logout' }).click();
    await left;
    await toast(page, failure.logout).waitFor();
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('haat') ?? '{}').auth?.isAuthenticated ?? false)).toBe(
      false,
    );
  });

  /** Signs out offline on an account page, with another tab open at one, and returns that tab. */
  const logOutOffline = async (page: Page): Promise<Page> => {
    const other = await page.context().newPage();
    await other.goto(`${shop.url}/my-account/orders`);
    await page.bringToFront();
    await page.goto(`${shop.url}/my-account/account`, { waitUntil: 'networkidle' });
    await open(page);
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await confirmation(page).getByRole('button', { name: 'Logout' }).click();
    await toast(page, failure.logout).waitFor();
    return other;
  };
  const pathOf = (page: Page) => new URL(page.url()).pathname;

  test('without a connection stays on the page in all tabs, ends the session, and finishes once there is one', async ({
    page,
    pageErrors,
  }) => {
    await openAs(page, customer);
    const other = await logOutOffline(page);
    for (const tab of [page, other]) {
      await expect.poll(() => tab.evaluate(() => document.documentElement.dataset['signedIn'])).toBe('no');
      expect(await banner(tab).getByRole('link', { name: 'Sign in' }).isVisible()).toBe(true);
      expect(present(await tab.evaluate(() => localStorage.getItem('haat')))).not.toContain(customer.token);
    }
    expect([pathOf(page), pathOf(other)]).toEqual(['/my-account/account', '/my-account/orders']);
    expect(await page.getByText(customer.customer.phone_number).filter({ visible: true }).count()).toBe(0);
    expect(await confirmation(page).count()).toBe(0);
    await page.context().setOffline(false);
    await page.waitForURL(`${shop.url}/signin`);
    await toast(page, success.logout).waitFor();
    await other.waitForURL((url) => url.pathname === '/signin');
    expect(await apiReply(shop, '/customer/orders', undefined, customer.token)).toMatchObject({ success: false });
    expect(await page.evaluate(() => localStorage.getItem('haat-sign-outs'))).toBeNull();
    expect(pageErrors.filter((error) => !error.includes('INTERNET_DISCONNECTED'))).toEqual([]);
  });

  test('without a connection is finished by the next page, whichever it is', async ({ page }) => {
    await openAs(page, customer);
    const other = await logOutOffline(page);
    await other.close();
    await page.goto('about:blank');
    await page.context().setOffline(false);
    await page.goto(`${shop.url}/faq`);
    await expect.poll(() => apiReply(shop, '/customer/orders', undefined, customer.token)).toMatchObject({ success: false });
    await expect.poll(() => page.evaluate(() => localStorage.getItem('haat-sign-outs'))).toBeNull();
    expect(pathOf(page)).toBe('/faq');
  });

  test('says that it needs a connection where its dialog could not be loaded', async ({ page }) => {
    await openAs(page, customer);
    await page.context().setOffline(true);
    await account(page).click();
    await menu(page).getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('alert').getByText(failure.offline).waitFor();
    await page.context().setOffline(false);
    await menu(page).getByRole('button', { name: 'Logout' }).click();
    await confirmation(page).waitFor();
    expect(await page.getByText(failure.offline).count()).toBe(0);
  });

  test('shows its toast for two seconds', async ({ page }) => {
    await openAs(page, customer);
    await page.clock.install();
    await open(page);
    await confirmation(page).getByRole('button', { name: 'Logout' }).click();
    const note = toast(page, success.logout);
    await note.waitFor();
    await page.clock.runFor(1500);
    expect(await note.isVisible()).toBe(true);
    await page.clock.runFor(1500);
    await note.waitFor({ state: 'detached' });
  });

  test('applies to other tabs: their headers change, and account pages are left', async ({ page }) => {
    await openAs(page, customer);
    const browsing = await page.context().newPage();
    await browsing.goto(`${shop.url}/categories`);
    const guarded = await page.context().newPage();
    await guarded.goto(`${shop.url}/order-success`);
    const sentAway = guarded.waitForRequest((request) => new URL(request.url()).pathname === '/signin');
    await page.bringToFront();
    await open(page);
    await confirmation(page).getByRole('button', { name: 'Logout' }).click();
    expect(new URL((await sentAway).url()).searchParams.get('next')).toBe('/order-success');
    await banner(browsing).getByRole('link', { name: 'Sign in' }).waitFor();
    // A tab that is closed while it navigates may keep the browser waiting.
    await guarded.waitForURL('**/signin?**');
  });
});

test('an account page redirects a visitor to /signin with the way back, before anything is shown', async ({ page }) => {
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/signin');
  await page.goto(`${shop.url}/order-success`).catch(() => undefined);
  expect(new URL((await asked).url()).search).toBe('?next=%2Forder-success');
});
