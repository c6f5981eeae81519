import { categories, type OtherProduct, PAGE_SIZE, products } from './catalogue.ts';
import { type Account, type OtherLine, openAccount } from './session.ts';
import type { Shapes } from './shapes.ts';

type Body = Record<string, unknown>;

/** A refused call: its status and message. */
export class Refused extends Error {
  readonly status: number;
  readonly errors: Record<string, string> | undefined;

  constructor(status: number, message: string, errors?: Record<string, string>) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

/** What a call may use: its body, the account of its token, and the accounts of the store. */
export interface Place {
  body: Body;
  query: URLSearchParams;
  /** The last part of the path. */
  last: string;
  /** Throws a `Refused` (401) without one. */
  account: () => Account;
  accounts: Account[];
  shapes: Shapes;
}

const show = (product: OtherProduct, { without = [] }: Shapes): object =>
  Object.fromEntries(Object.entries(product).filter(([field]) => !without.includes(field)));

function page(found: readonly OtherProduct[], { query, shapes }: Place): object {
  const { lists = 'data', pages = 'numbers' } = shapes;
  const current = pages === 'ignored' ? 1 : Number(query.get('page') ?? 1);
  const rows = found.slice((current - 1) * PAGE_SIZE, current * PAGE_SIZE).map((product) => show(product, shapes));
  const counts = {
    current_page: current,
    last_page: Math.ceil(found.length / PAGE_SIZE),
    per_page: PAGE_SIZE,
    total: found.length,
  };
  const texts = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]));
  const counted = pages === 'numbers' ? counts : pages === 'texts' ? texts : {};
  if (lists === 'nested') return { data: { data: rows, ...counted } };
  return lists === 'bare' ? (rows as object) : { [lists]: rows, ...counted };
}

function filtered({ sub_category = '', product_id = '' }: Body): OtherProduct[] {
  const words = String(sub_category).toLowerCase().split(',').filter(Boolean);
  const names = words.map((word) => categories.find(({ id }) => String(id) === word)?.name.toLowerCase() ?? word);
  const ids = String(product_id).split(',').filter(Boolean).map(Number);
  return products.filter(
    (product) =>
      (names.length === 0 || names.includes(product.sub_category.sub_category_name.toLowerCase())) &&
      (ids.length === 0 || ids.includes(product.product_id)),
  );
}

const productOf = (line: Pick<OtherLine, 'product_id'>): OtherProduct => {
  const product = products.find(({ product_id }) => product_id === Number(line.product_id));
  if (!product) throw new Refused(404, 'No such product');
  return product;
};

function showLine(line: OtherLine): object {
  const product = productOf(line);
  const variant = product.variants.find(({ id }) => id === line.id);
  return {
    ...line,
    retailer_product_id: null,
    product_name: product.name,
    product_images: product.product_images,
    final_price: product.final_price,
    ...(variant && { selected_variant: { ...variant, final_price: product.final_price } }),
  };
}

const total = (cart: readonly OtherLine[]): number =>
  cart.reduce((sum, line) => sum + Number(productOf(line).final_price) * line.quantity, 0);

/** Adds quantities up: the specification does not say that a merge may be repeated. */
function merge(cart: OtherLine[], { product_id, id = null, quantity }: OtherLine): void {
  const known = cart.find((line) => line.product_id === product_id && line.id === id);
  if (known) known.quantity += quantity;
  else cart.push({ product_id, id, quantity });
}

function placeOrder({ body, account, shapes }: Place): object {
  const { cart, orders, customer } = account();
  if (cart.length === 0) throw new Refused(422, 'Cart is empty');
  const price = total(cart);
  const discount = body['coupon_code'] === 'TEN' ? 10 : 0;
  const order_id = 101 + orders.length;
  orders.unshift({
    order_id,
    order_number: `OS-${order_id}`,
    order_date: new Date().toISOString(),
    status: 'order has been placed',
    payment_method: String(body['payment_method']),
    price: price.toFixed(2),
    final_amount: (price - discount).toFixed(2),
    quantity: cart.reduce((sum, { quantity }) => sum + quantity, 0),
    discount_amount: discount.toFixed(2),
  });
  if (!shapes.keepsCart) cart.length = 0;
  const ids = { number: order_id, text: String(order_id), list: [order_id], none: undefined };
  return {
    message: 'Thank you for your order',
    data: { order_id: ids[shapes.orderId ?? 'list'], ...(!shapes.withoutCustomer && { customer }) },
  };
}

function signIn({ customer, token, isKnown }: Account, { shapes }: Pick<Place, 'shapes'>, more: object = {}): object {
  return { data: { token, ...more, ...((isKnown || !shapes.withoutCustomer) && { customer }) } };
}

/** The account of a number, opened if there is none. */
function accountOf(mobile: unknown, { accounts }: Place): Account {
  const known = accounts.find(({ customer }) => customer.phone_number === String(mobile));
  if (known) return known;
  const opened = openAccount(String(mobile));
  accounts.push(opened);
  return opened;
}

export const OTP = '123456';

function checkCode({ body }: Place): void {
  if (body['otp'] !== OTP) throw new Refused(422, 'Wrong code', { otp: 'Wrong code' });
}

/** The specified calls, by method and path; `/*` is any last part. */
export const calls: Readonly<Record<string, (place: Place) => object>> = {
  'POST /store-info': () => ({ storeinfo: { store_name: 'Other Store', sub_category_list: categories } }),
  'GET /home-page-sections': () => ({ data: [{ type: 'carousel', pictures: [] }] }),
  'GET /new-arrivals': ({ shapes }) => ({ data: products.slice(0, 8).map((product) => show(product, shapes)) }),
  'POST /subcategory-variations': () => ({ data: [{ sub_category_variation: 'S, M' }] }),
  'POST /get-products': (place) => page(filtered(place.body), place),
  'POST /search-products': (place) => {
    const words = String(place.body['search']).toLowerCase();
    return page(
      products.filter(({ name }) => name.toLowerCase().includes(words)),
      place,
    );
  },
  'GET /single-product-details/*': ({ last, shapes }) => {
    const product = products.find(({ slug, product_id }) => slug === last || String(product_id) === last);
    if (!product) throw new Refused(404, 'No such product');
    return { data: show(product, shapes) };
  },
  'POST /customer/register': (place) => {
    const { firstname, lastname, phone_number } = place.body as Record<string, string>;
    const account = accountOf(phone_number, place);
    Object.assign(account, { isKnown: true, customer: { ...account.customer, firstname, lastname } });
    return signIn(account, place);
  },
  'POST /customer/update-user-details': ({ body, account }) => {
    const { firstname, lastname } = body as Record<string, string>;
    Object.assign(account(), { isKnown: true, customer: { ...account().customer, firstname, lastname } });
    return { message: 'Saved' };
  },
  'POST /customer/login': (place) => {
    if (place.body['password'] === 'wrong') throw new Refused(401, 'Unknown email', { email: 'Unknown email' });
    return signIn(accountOf('9876500001', place), place);
  },
  'POST /customer/logout': () => ({}),
  'POST /customer/forgot-password': () => ({}),
  'POST /customer/token-password': () => ({}),
  'POST /otp/send': () => ({ message: 'Code sent' }),
  'POST /login/otp': () => ({ message: 'Code sent' }),
  'POST /otp/verify/checkout': (place) => {
    checkCode(place);
    const account = accountOf(place.body['mobile'], place);
    return signIn(account, place, { is_existing_customer: account.isKnown });
  },
  'POST /otp/verify/login': (place) => {
    checkCode(place);
    return signIn(accountOf(place.body['mobile'], place), place);
  },
  'POST /customer/reset-password': () => ({ message: 'Changed' }),
  'POST /customer/account-details': ({ body, account }) => {
    Object.assign(account().customer, body);
    return { message: 'Saved' };
  },
  'POST /customer/shipping-address': ({ body, account }) => {
    account().address = body;
    return { message: 'Saved' };
  },
  'GET /customer/get-shipping-address': ({ account }) => {
    const { phone_number: _, ...named } = account().address ?? {};
    return { data: account().address ? named : [] };
  },
  'GET /customer/cart': ({ account }) => ({ data: { cart: account().cart.map(showLine) } }),
  'POST /customer/add-to-cart': ({ body, account }) => {
    const { product_id, id = null, quantity } = body as unknown as OtherLine;
    const { cart } = account();
    const rest = cart.filter((line) => line.product_id !== product_id || line.id !== id);
    cart.splice(0, cart.length, ...rest, { product_id, id, quantity });
    return { data: { results: [{ product_id, quantity, product_stock: 9, status: true, message: '', wishlist_id: null }] } };
  },
  'POST /customer/remove-to-cart': ({ body, account }) => {
    const { cart } = account();
    const rest = cart.filter((line) => line.product_id !== body['product_id'] || line.id !== (body['variant_id'] ?? null));
    cart.splice(0, cart.length, ...rest);
    return {};
  },
  'POST /customer/add-to-cart-guest': ({ body, account }) => {
    for (const line of body['cart_items'] as OtherLine[]) merge(account().cart, line);
    return {};
  },
  'POST /checkout': placeOrder,
  'POST /apply-coupon': ({ body, account }) => {
    account();
    if (body['coupon_code'] !== 'TEN') throw new Refused(422, 'No such coupon');
    return { data: { coupon: { coupon_code: 'TEN', discount: '10.00' } } };
  },
  'GET /customer/wishlist': ({ account, shapes }) => ({
    data: [...account().wishes].map((product_id) => {
      const product = show(productOf({ product_id }), shapes);
      return shapes.plainWishes ? product : { wishlist_id: product_id, product };
    }),
  }),
  'POST /customer/add-to-wishlist': ({ body, account }) => {
    account().wishes.add(Number(body['product_id']));
    return {};
  },
  'POST /customer/remove-to-wishlist': ({ body, account }) => {
    account().wishes.delete(Number(body['product_id']));
    return {};
  },
  'GET /customer/orders': ({ account }) => ({ data: account().orders }),
  'POST /customer/cancel-order': ({ body, account }) => {
    const order = account().orders.find(({ order_id }) => order_id === Number(body['order_id']));
    if (!order) throw new Refused(404, 'No such order');
    order.status = 'order is cancelled';
    return { status: true, message: 'Order cancelled' };
  },
};
