import type { Page } from 'playwright';
import { beforeAll, describe, expect } from 'vitest';
import type { Product } from '#lib/contract/catalogue.ts';
import { SAVED_STATE_KEY } from '#lib/contract/saved-state.ts';
import type { WishlistEntry } from '#lib/contract/wishlist.ts';
import { createAccount, logIn, password, useAuthForm } from '#tests/support/browser/auth-form.ts';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import { allProducts, apiData, saveCart } from '#tests/support/browser/customer.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useDemoShop({ viewport: { width: 360, height: 740 } });
const phoneTest = test.extend('pageOptions', { viewport: { width: 360, height: 740 } });
const desktopTest = test.extend('pageOptions', { viewport: desktop });
let product: Product;
let other: Product;
beforeAll(async () => {
  [product, other] = (await allProducts(shop)).filter(({ product_stock }) => product_stock > 0) as [Product, Product];
});

const heart = (page: Page, { name }: Product, does: 'Add to' | 'Remove from' = 'Add to') =>
  page.getByRole('button', { name: `${does} wishlist: ${name}`, exact: true }).first();
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]', { hasText: text });
const section = (page: Page) => page.getByRole('region', { name: 'Saved on this device' });

async function save(page: Page, one: Product): Promise<void> {
  await page.goto(`${shop.url}/products/${one.slug}`);
  await heart(page, one).click();
  await toast(page, 'Saved on this device').waitFor();
  await heart(page, one, 'Remove from').waitFor();
}

describe('a guest’s heart', () => {
  phoneTest('is saved on the device, filled on later pages and in other tabs', async ({ page, pageErrors }) => {
    const second = await page.context().newPage();
    await second.goto(`${shop.url}/products/${product.slug}`);
    await save(page, product);
    expect(new URL(page.url()).pathname).toBe(`/products/${product.slug}`);
    await heart(second, product, 'Remove from').waitFor();
    await page.goto(`${shop.url}/shop?search=${encodeURIComponent(product.name)}`);
    await heart(page, product, 'Remove from').click();
    await toast(page, 'Removed from this device').waitFor();
    await heart(second, product).waitFor();
    expect(pageErrors).toEqual([]);
  });

  phoneTest('leads from its toast to the saved products below the cart, where they are bought or removed', async ({ page }) => {
    await save(page, product);
    await toast(page, 'Saved on this device').getByRole('button', { name: 'View' }).click();
    await page.waitForURL(/\/cart#saved$/);
    await section(page).getByRole('link', { name: product.name, exact: true }).waitFor();
    await expect.poll(() => section(page).locator('.price').count()).toBe(1);
    const picture = section(page).locator('img');
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(await axeViolationsInThemes(page, 'a guest’s saved products')).toEqual([]);
    await section(page)
      .getByRole('button', { name: `Remove ${product.name}` })
      .click();
    await section(page).waitFor({ state: 'detached' });
    await toast(page, 'Removed from this device').getByRole('button', { name: 'Undo' }).click();
    await section(page).getByRole('link', { name: product.name, exact: true }).waitFor();
  });
});

phoneTest('a product that is both saved and in the cart is as the store has it now in both', async ({ page }) => {
  const size = product.variants.find(({ stock }) => stock > 0)?.product_variation;
  await saveCart(page, shop, size === undefined ? [product.slug] : [product.slug, size]);
  await save(page, product);
  await page.goto(`${shop.url}/robots.txt`);
  await page.evaluate((key) => {
    const { cart, ...rest } = JSON.parse(localStorage.getItem(key) ?? '{}');
    const cartItems = cart.cartItems.map((line: object) => ({ ...line, product_name: 'Its former name' }));
    localStorage.setItem(key, JSON.stringify({ ...rest, cart: { ...cart, cartItems } }));
  }, SAVED_STATE_KEY);
  // The saved products ask for theirs before the cart has its answer.
  const asked: (() => void)[] = [];
  await page.route(`**/single-product-details/${product.slug}`, async (route) => {
    await new Promise<void>((answer) => asked.push(answer));
    await route.continue();
  });
  await page.goto(`${shop.url}/cart`);
  await expect.poll(() => asked.length).toBe(2);
  for (const answer of asked) answer();
  await section(page).locator('.price').waitFor();
  await page.getByRole('list', { name: 'Items in your cart' }).getByText(product.name).first().waitFor();
});

desktopTest(
  'what a guest has saved is on the wishlist after a sign-in, and gone after a sign-out',
  async ({ page }) => {
    const account = await createAccount(shop);
    await save(page, product);
    await save(page, other);
    await page.goto(`${shop.url}/cart`);
    await section(page).getByRole('link', { name: 'Sign in to keep them on all your devices' }).click();
    await page.waitForURL('**/signin?next=%2Fcart');
    await page.getByRole('tab', { name: 'Password', exact: true }).click();
    const entry = useAuthForm(page);
    await entry.fill({ Email: account.email, Password: password });
    await entry.press('Sign in');
    await page.waitForURL('**/cart');
    const { token } = await logIn(shop, account);
    const wished = await apiData<WishlistEntry[]>(shop, '/customer/wishlist', undefined, token);
    expect(wished.map(({ product: { slug } }) => slug).sort()).toEqual([product.slug, other.slug].sort());
    expect(await section(page).count()).toBe(0);
    await page.goto(`${shop.url}/products/${other.slug}`);
    await heart(page, other, 'Remove from').waitFor();

    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('dialog', { name: 'Confirm Logout' }).getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${shop.url}/signin`);
    await page.goto(`${shop.url}/products/${other.slug}`);
    await heart(page, other).waitFor();
  },
  120_000,
);
