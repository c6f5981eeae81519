import { type ConfigData, HtmlValidate } from 'html-validate';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startApiProxy } from '#tests/support/browser/api-proxy.ts';
import { useAuthForm } from '#tests/support/browser/auth-form.ts';
import { addToCart, addToServerCart, allProducts, createCustomer, saveSession } from '#tests/support/browser/customer.ts';
import { newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { desktop, phone } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useDemoShop, useShop } from '#tests/support/shop-test.ts';

const recommended: ConfigData = {
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // React and Astro write attributes and void elements in these styles, which browsers treat alike.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
    // HTML allows every character except white space in an id; React creates ids that begin with an underscore.
    'valid-id': ['error', { relaxed: true }],
    // The checkboxes of one filter share a name, as a query parameter may repeat.
    'form-dup-name': ['error', { shared: ['radio', 'submit', 'checkbox'] }],
    // Safari announces a list without bullets as a list only with the role.
    'no-redundant-role': 'off',
    // No native element shows suggestions with pictures.
    'prefer-native-element': ['error', { exclude: ['listbox'] }],
  },
};
const sent = new HtmlValidate(recommended);
/** Scripts set inline styles to move carousels and drawers; HTML from the server has none. */
const drawn = new HtmlValidate({ ...recommended, rules: { ...recommended.rules, 'no-inline-style': 'off' } });

/** Accepted messages, each with its reason. */
const accepted: { message: string; source?: RegExp }[] = [
  // The address has one line. Browsers autofill the whole address into it, while address-line1 would lose half.
  { message: '"street-address" cannot be used on <input type="text">' },
  // The summary above shows the name of a group of filters.
  { message: '<fieldset> must have a <legend>', source: /^<fieldset [^>]*aria-label="[^"]/ },
  // The choices of a sold-out product send nothing.
  {
    message: '<form> element must have a submit button',
    source: /^<form class="buy-box"(?:(?!<\/form)[\s\S])*class="buy-sold-out"/,
  },
];

/** Astro writes this before the first island of a page, where HTML does not allow a style element. */
const islandStyle = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';

const variant = /<template data-query="([^"]*)">([\s\S]*?)<\/template>/g;

/** A page as its address shows it: a static one has its content for other queries as templates. */
function asShown(html: string, address: string): string {
  const query = new URL(address).searchParams;
  const shown = [...html.matchAll(variant)].find(([, condition = '']) => {
    const [name = '', value] = condition.split('=');
    return value ? query.get(name) === value : query.get(name);
  });
  const plain = html.replace(variant, '');
  return shown ? plain.replace(/(<main\b[^>]*>)[\s\S]*(<\/main>)/, (_, start, end) => start + shown[2] + end) : plain;
}

/** Validates HTML; returns rule, message and source of each problem. */
async function faults(html: string, validator = sent): Promise<string[]> {
  const text = html.replace(islandStyle, '');
  const { results } = await validator.validateString(text);
  return results
    .flatMap(({ messages }) => messages)
    .filter(
      ({ message, offset }) =>
        !accepted.some((one) => message.includes(one.message) && (one.source?.test(text.slice(offset - 1)) ?? true)),
    )
    .map(({ ruleId, message, offset }) => `${ruleId}: ${message} at ${text.slice(Math.max(0, offset - 40), offset + 60)}`);
}

const { shop, test } = await useDemoShop({ viewport: desktop });
const phoneTest = test.extend('pageOptions', { viewport: phone });
let products: Awaited<ReturnType<typeof allProducts>>;
/** Paths of a product in stock and of a sold-out one. */
let product = '';
let soldOut = '';
function slugOf(matches: (product: (typeof products)[number]) => boolean): string {
  const found = products.find(matches);
  if (!found) throw new Error('The demo shop has no such product');
  return found.slug;
}
beforeAll(async () => {
  products = await allProducts(shop);
  product = slugOf(({ product_stock, variants }) => product_stock > 0 && variants.length > 1);
  soldOut = slugOf(({ product_stock }) => product_stock < 1);
});

const pages: [name: string, status: number, path: () => string][] = [
  ['home', 200, () => '/'],
  ['the shop', 200, () => '/shop'],
  ['the shop with filters', 200, () => '/shop?categories=caps&size=M&min_price=100&in_stock=1&sort=price_low'],
  ['another page of the shop', 200, () => '/shop?page=2'],
  ['a search', 200, () => '/shop?search=shirt'],
  ['a search without hits', 200, () => '/shop?search=zzqqzz'],
  ['a product', 200, () => `/products/${product}`],
  ['a product that is sold out', 200, () => `/products/${soldOut}`],
  ['the categories', 200, () => '/categories'],
  ['the cart', 200, () => '/cart'],
  ['the checkout', 200, () => '/checkout'],
  ['sign in', 200, () => '/signin'],
  ['sign in by code', 200, () => '/signin?way=code'],
  ['sign in after signing up', 200, () => '/signin?registered=1'],
  ['sign in after a new password', 200, () => '/signin?reset=1'],
  ['a link that confirms an email', 200, () => '/signin?verify=unknown'],
  ['sign up', 200, () => '/signup'],
  ['forgot password', 200, () => '/forgot-password'],
  ['reset password', 200, () => '/reset-password?token=unknown'],
  ['stopping mails about products', 200, () => '/stop-alert?token=unknown'],
  ...['account', 'orders', 'wishlist', 'password'].map((section): (typeof pages)[number] => [
    `my account: ${section}`,
    200,
    () => `/my-account/${section}`,
  ]),
  ['a placed order', 200, () => '/order-success'],
  ['a payment', 200, () => '/payment'],
  ['a failed order', 200, () => '/order-failure'],
  ['questions', 200, () => '/faq'],
  ['terms', 200, () => '/terms-use'],
  ['privacy', 200, () => '/privacy-policy'],
  ['an unknown page', 404, () => '/404'],
  ['an unknown product', 404, () => '/not-found'],
];

test.for(pages)('%s is valid HTML from start to end', async ([, status, path]) => {
  const response = await fetch(shop.url + path());
  expect(response.status).toBe(status);
  const html = await response.text();
  expect(await faults(asShown(html, response.url))).toEqual([]);
  expect(html).toMatch(/<\/body>\s*<\/html>\s*$/);
});

describe('with a remote store that fails', async () => {
  let failing = /^$/;
  const proxy = await startApiProxy(shop, (path, reply) => (failing.test(path) ? 500 : reply));
  afterAll(proxy.stop);
  const { shop: site } = await useShop(startShop(newDataDir(), { STORE_API_URL: proxy.url }));

  const failures: [name: string, status: number, path: () => string, failing: RegExp][] = [
    ['home without its sections', 200, () => '/', /^\/home-page-sections/],
    ['home without new arrivals', 200, () => '/', /^\/new-arrivals/],
    ['the shop without products', 200, () => '/shop', /^\/get-products/],
    ['the shop without sizes', 200, () => '/shop', /^\/subcategory-variations/],
    ['a product without related products', 200, () => `/products/${product}`, /^\/get-products/],
    ['a page without store info', 200, () => '/faq', /^\/store-info/],
    ['a product while every call fails', 500, () => `/products/${product}`, /^\//],
  ];
  test.for(failures)('%s is valid HTML', async ([name, status, path, call]) => {
    failing = call;
    const response = await fetch(`${site.url}${path()}?n=${encodeURIComponent(name)}`);
    expect(response.status).toBe(status);
    expect(await faults(await response.text())).toEqual([]);
  });
});

/** Validates the current DOM of a page, without toasts, which their library renders. */
async function faultsNow(page: Page): Promise<string[]> {
  const html = await page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    for (const element of copy.querySelectorAll('[data-sonner-toaster],template[data-query]')) element.remove();
    return `<!DOCTYPE html>${copy.outerHTML}`;
  });
  return faults(html, drawn);
}

describe('markup rendered by scripts is valid HTML:', () => {
  test('a guest’s cart and checkout', async ({ page }) => {
    const chosen = products.find(({ product_stock, variants }) => product_stock > 0 && variants.length === 0);
    await addToCart(page, shop, present(chosen).slug);
    expect(await faultsNow(page)).toEqual([]);
    await page.goto(`${shop.url}/cart`);
    await page.locator('main .line-item').waitFor();
    expect(await faultsNow(page)).toEqual([]);
    await page.goto(`${shop.url}/checkout`);
    await page.getByLabel('Mobile number').waitFor();
    expect(await faultsNow(page)).toEqual([]);
  });

  phoneTest('the search, the menu and its categories', async ({ page }) => {
    await page.goto(shop.url, { waitUntil: 'load' });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('summary[aria-label="Shop by category"]:visible').click();
    await page.locator('.side-menu .swiper-initialized').waitFor();
    expect(await faultsNow(page)).toEqual([]);
  });

  phoneTest('the sign-in and sign-up forms with their errors', async ({ page }) => {
    for (const [path, button] of [
      ['/signin', 'Send code'],
      ['/signin?way=password', 'Sign in'],
      ['/signup', 'Create account'],
      ['/forgot-password', 'Send link'],
    ] as const) {
      await page.goto(shop.url + path);
      await useAuthForm(page).press(button);
      await page.locator('main .error:visible').first().waitFor();
      expect(await faultsNow(page)).toEqual([]);
    }
  });

  test('a customer’s account, checkout, orders and wishlist', async ({ page }) => {
    const user = await createCustomer(shop);
    const chosen = products.find(({ product_stock, variants }) => product_stock > 0 && variants.length === 0);
    await addToServerCart(shop, user.token, present(chosen).slug);
    await saveSession(page, shop, user);
    await page.goto(`${shop.url}/checkout`);
    await page.getByLabel('Address', { exact: true }).waitFor();
    expect(await faultsNow(page)).toEqual([]);
    for (const section of ['account', 'orders', 'wishlist', 'password']) {
      await page.goto(`${shop.url}/my-account/${section}`, { waitUntil: 'networkidle' });
      expect(await faultsNow(page)).toEqual([]);
    }
  });
});
