import type { Page } from 'playwright';
import type { Product, ProductPage } from '#lib/contract/catalogue.ts';
import { SAVED_STATE_KEY, SAVED_STATE_VERSION, type SavedState } from '#lib/contract/saved-state.ts';
import { toCartLine } from '#lib/state/cart/build-line.ts';
import type { ShopAddress } from './shop-server.ts';

export interface Session {
  token: string;
  customer: { firstname: string; lastname: string; email: string; phone_number: string; alt_phone_number: string };
}

/** Calls the shop's API as the pages do; resolves to the whole reply. */
export async function apiReply<Reply>(shop: ShopAddress, path: string, body?: object, token?: string): Promise<Reply> {
  const response = await fetch(`${shop.apiUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-app-key': 'demo-key',
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Reply;
}

/** Calls the shop's API; resolves to the reply's `data`. */
export async function apiData<Data>(shop: ShopAddress, path: string, body?: object, token?: string): Promise<Data> {
  return (await apiReply<{ data: Data }>(shop, path, body, token)).data;
}

/** Every product of a shop. */
export async function allProducts(shop: ShopAddress): Promise<Product[]> {
  const products: Product[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const found = await apiReply<ProductPage>(shop, `/get-products?page=${page}`, {});
    products.push(...found.data);
    last = found.last_page;
  }
  return products;
}

/** Adds a line to a customer's server cart. */
export async function addToServerCart(shop: ShopAddress, token: string, slug: string, size = '', quantity = 1): Promise<void> {
  const product = await apiData<Product>(shop, `/single-product-details/${slug}`);
  const variant = product.variants.find(({ product_variation }) => product_variation === size);
  await apiData(
    shop,
    '/customer/add-to-cart',
    {
      product_id: product.product_id,
      id: variant?.id ?? null,
      retailer_id: product.retailer_id ?? null,
      wholesaler_id: product.wholesaler_id ?? null,
      quantity,
    },
    token,
  );
}

let lastNumber = 9_000_000_000;

/** Returns an unused mobile number. */
export function newMobile(): string {
  lastNumber += 1;
  return String(lastNumber);
}

/** Creates a customer by a one-time code, as the checkout does. */
export async function createCustomer(shop: ShopAddress, mobile = newMobile()): Promise<Session> {
  const { otp } = await apiData<{ otp: string }>(shop, '/otp/send', { mobile });
  const { token } = await apiData<{ token: string }>(shop, '/otp/verify/checkout', { mobile, otp });
  const details = { firstname: 'Meera', lastname: 'Nair', email: `meera${mobile}@example.in` };
  const session = await apiData<Session>(shop, '/customer/update-user-details', details, token);
  return { ...session, token: session.token ?? token };
}

/** Replaces the saved state. The page is at a file of the shop afterwards. */
async function saveState(page: Page, shop: ShopAddress, state: SavedState): Promise<void> {
  const file = `${shop.url}/robots.txt`;
  if (page.url() !== file) await page.goto(file);
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [SAVED_STATE_KEY, JSON.stringify(state)] as const);
}

/** Signs a page in by writing the saved state, with further parts of it. The page is at a file of the shop afterwards. */
export const saveSession = (page: Page, shop: ShopAddress, user: Session, more: object = {}): Promise<void> =>
  saveState(page, shop, {
    v: SAVED_STATE_VERSION,
    auth: { user, isAuthenticated: true, sent: false, verified: true, sessionAt: Date.now(), changedAt: Date.now() },
    ...more,
  });

/** Opens the checkout of a customer at the review, as after a reload: with the address and the way to pay that were typed and chosen. */
export async function openReview(page: Page, shop: ShopAddress, user: Session, way: 'cod' | 'upi' = 'cod'): Promise<void> {
  const { firstname, lastname, email, phone_number } = user.customer;
  const checkout = {
    customer: phone_number,
    step: 'review',
    form: { firstname, lastname, email, phone_number, ...deliveryAddress },
    payment_method: way === 'cod' ? 'cod' : 'prepaid',
    payment_option: way,
  };
  await saveSession(page, shop, user, { checkout });
  await page.goto(`${shop.url}/checkout#review`);
  await page.getByRole('heading', { name: 'Review and pay' }).waitFor();
}

/** Waits for the next one-time code that the page is sent; the answer to a preflight request has none. */
export async function nextCode(page: Page, call = '/otp/send'): Promise<string> {
  const sent = await page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith(`/api${call}`),
  );
  return ((await sent.json()) as { data: { otp: string } }).data.otp;
}

/** Presses a button that requests a one-time code; returns the code. */
export async function requestCode(page: Page, button: string): Promise<string> {
  const code = nextCode(page);
  await page.getByRole('button', { name: button, exact: true }).click();
  return code;
}

/** Delivery address of test orders. */
export const deliveryAddress = { address: '14, Lake View Road', pincode: '682001', city: 'Kochi', state: 'Kerala' };

/** Fills in the checkout's address and continues to the review. */
export async function submitAddress(page: Page): Promise<void> {
  const { address, pincode, city, state } = deliveryAddress;
  const fields = { Address: address, Pincode: pincode, City: city, State: state };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('heading', { name: 'Review and pay' }).waitFor();
}

/** As `submitAddress`, and chooses how to pay. */
export async function fillAddress(page: Page, payment = 'Cash on Delivery (COD)'): Promise<void> {
  await submitAddress(page);
  await page.getByRole('radio', { name: payment }).check();
}

/** Verifies a guest's number in the checkout; the code is submitted with its last digit. */
export async function verifyMobile(page: Page, mobile: string): Promise<void> {
  await page.getByLabel('Mobile number').fill(mobile);
  await page.getByLabel('6-digit code').fill(await requestCode(page, 'Send code'));
  await page.getByRole('heading', { name: 'Delivery address' }).waitFor();
}

/** Takes a guest with a product in the cart to the review step, as a new customer. */
export async function checkOutAsGuest(page: Page, mobile: string, payment?: string): Promise<void> {
  await verifyMobile(page, mobile);
  await page.getByLabel('First name').fill('Meera');
  await page.getByLabel('Last name').fill('Nair');
  await page.getByLabel('Email').fill(`meera${mobile}@example.in`);
  await fillAddress(page, payment);
}

/** Opens a product's page, chooses the size and adds one to the cart. The cart popup is open afterwards. */
export async function addToCart(page: Page, shop: ShopAddress, slug: string, size?: string): Promise<void> {
  await page.goto(`${shop.url}/products/${slug}`);
  if (size) await page.getByRole('radio', { name: size, exact: true }).check();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('dialog', { name: /^Your cart/ }).waitFor();
}

/**
 * Puts one of each product, named by slug and size, into a guest's cart by writing the saved state: much faster than `addToCart`, for tests of
 * what comes afterwards. The page is at a file of the shop then.
 */
export async function saveCart(page: Page, shop: ShopAddress, ...products: [slug: string, size?: string][]): Promise<void> {
  const lines = products.map(async ([slug, size]) => {
    const product = await apiData<Product>(shop, `/single-product-details/${slug}`);
    const variant = product.variants.find(({ product_variation }) => product_variation === size);
    return toCartLine(product, variant, 1);
  });
  await saveState(page, shop, { v: SAVED_STATE_VERSION, cart: { cartItems: await Promise.all(lines) } });
}

/** Returns the saved cart lines, as "quantity × slug size". */
export async function storedCartLines(page: Page): Promise<string[]> {
  const lines = await page.evaluate(() => JSON.parse(localStorage.getItem('haat') ?? '{}').cart?.cartItems ?? []);
  return (lines as { quantity: number; product_name: string; selected_variant?: { product_variation: string } }[]).map(
    (line) =>
      `${line.quantity} × ${line.product_name}${line.selected_variant?.product_variation ? ` ${line.selected_variant.product_variation}` : ''}`,
  );
}

/** Opens the cart page as a customer whose server cart has one T-shirt of the small shop; returns the token. */
export async function openCustomerCart(page: Page, shop: ShopAddress): Promise<string> {
  const user = await createCustomer(shop);
  await addToServerCart(shop, user.token, 'plain-tee', 'S');
  await saveSession(page, shop, user);
  await page.goto(`${shop.url}/cart`);
  await page.getByRole('button', { name: 'Increase quantity' }).waitFor();
  return user.token;
}

/** Returns the quantities in a customer's server cart. */
export async function serverQuantities(shop: ShopAddress, token: string): Promise<number[]> {
  const { cart } = await apiData<{ cart: { quantity: number }[] }>(shop, '/customer/cart', undefined, token);
  return cart.map(({ quantity }) => quantity);
}
