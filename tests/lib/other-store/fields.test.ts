import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Connection, isRefused, type Refused, request } from '#lib/client/request.ts';
import { calls } from '#lib/contract/calls/all-calls.ts';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { type OtherStore, startOtherStore } from '#tests/support/other-store/server.ts';
import { changes, type FieldPath, listDifferences, listFields, withField } from './changed-fields.ts';

let store: OtherStore;
let connection: Connection;
let token: string;
beforeAll(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  store = await startOtherStore();
  connection = { base: store.apiUrl, applicationKey: 'any', send: (sent) => fetch(sent) };
});
afterAll(async () => {
  vi.restoreAllMocks();
  await store.stop();
});

const phone_number = '9876500001';
const address = { address: '1 Main Road', city: 'Kochi', state: 'Kerala', pincode: '682001' };
const person = { firstname: 'Asha', lastname: 'Rao', email: 'asha@example.com', phone_number };

const toOrder = (order_id: number) => ({
  order_id,
  order_number: `OS-${order_id}`,
  order_date: '2026-11-20T10:00:00.000Z',
  status: 'order is confirmed',
  payment_method: 'cod',
  price: '300.00',
  final_amount: '290.00',
  quantity: 3,
  discount_amount: '10.00',
});

/** Makes the state of the store what it was before the calls. */
function restore(): void {
  const account = store.accounts[0] as (typeof store.accounts)[0];
  token = account.token;
  account.cart.splice(0, account.cart.length, { product_id: 1, id: 10, quantity: 2 }, { product_id: 2, id: null, quantity: 1 });
  for (const id of [1, 2]) account.wishes.add(id);
  account.address = { ...person, ...address };
  account.orders.splice(0, account.orders.length, ...[101, 100].map(toOrder));
}

beforeEach(() => {
  store.change = (_, reply) => reply;
  store.shapes = { keepsCart: true };
  restore();
});

interface Sent {
  params?: object;
  body?: object;
}

/** What is sent with each call of the specification. */
const sentWith: Record<string, Sent> = {
  storeInfo: {},
  homePageSections: {},
  newArrivals: {},
  subcategoryVariations: { body: { sub_category_id: [1] } },
  getProducts: { params: { page: 1 }, body: {} },
  searchProducts: { body: { search: 'shirt' } },
  singleProductDetails: { params: { slug: 'shirt-1' } },
  register: { body: { ...person, password: 'secret!', terms: true } },
  updateUserDetails: { body: person },
  login: { body: { email: person.email, password: 'right' } },
  logout: { body: {} },
  forgotPassword: { body: { email: person.email } },
  tokenPassword: { body: {} },
  otpSend: { body: { mobile: phone_number } },
  loginOtp: { body: { mobile: phone_number } },
  otpVerifyCheckout: { body: { mobile: phone_number, otp: '123456' } },
  otpVerifyLogin: { body: { mobile: phone_number, otp: '123456' } },
  resetPassword: { body: {} },
  accountDetails: { body: { firstname: 'Asha', lastname: 'Rao' } },
  shippingAddress: { body: { ...person, ...address } },
  getShippingAddress: {},
  getCart: {},
  addToCart: { body: { product_id: 1, id: 10, quantity: 3 } },
  removeToCart: { body: { product_id: 3, variant_id: null } },
  addToCartGuest: { body: { cart_items: [] } },
  checkout: { body: { address: { ...person, ...address }, payment_method: 'cod', expected_total: '304.00' } },
  applyCoupon: { body: { coupon_code: 'TEN' } },
  getWishlist: {},
  addToWishlist: { body: { product_id: 1 } },
  removeToWishlist: { body: { product_id: 3 } },
  getOrders: {},
  cancelOrder: { body: { order_id: 100, reject_reason_select: 'Payment Issue' } },
};

/** Fields without which the whole reply cannot be used, so that the call's default message is due. */
const needed = [
  /^(newArrivals|getProducts|searchProducts|subcategoryVariations|singleProductDetails|homePageSections) data$/,
  /^singleProductDetails data\.(product_id|name)$/,
  /^storeInfo storeinfo$/,
  /^(getCart|getWishlist|getOrders|getShippingAddress) data$/,
  /^getCart data\.cart$/,
  /^(login|otpVerifyCheckout|otpVerifyLogin) data(\.token)?$/,
  /^applyCoupon data(\.coupon(\.discount)?)?$/,
  // A status decides, as `success` does.
  /^cancelOrder status$/,
  /^addToCart data\.results\.0\.status$/,
];

/** Fields that others follow from, beside what is in them, by call. */
const followers: [field: RegExp, places: RegExp][] = [
  [/^(newArrivals|getProducts|searchProducts) data\.0\.(product_id|name)$/, /^data$/],
  [/^getWishlist data\.0\.(product|product\.product_id|product\.name)$/, /^data$/],
  [/^getOrders data\.0\.order_id$/, /^data$/],
  [/^getCart data\.cart\.0\.product_id$/, /^data\.cart$/],
  [/^storeInfo storeinfo\.sub_category_list\.0\.name$/, /^storeinfo\.sub_category_list$/],
  // The address of a product without a slug is its id; what is bought of one without a price is nothing.
  [/product_id$/, /\.slug$/],
  [/final_price$/, /\.(mrp|unpriced|product_stock|variants|variants\.\d+\.(final_price|mrp))$/],
  [/variants(\.0\.id)?$/, /\.(variants|product_stock)$/],
  [/^getCart data\.cart\.0\.final_price$/, /^data\.cart\.0\.(status|message)$/],
  [/^getCart data\.cart\.0\.(id|selected_variant(\.(id|product_variation))?)$/, /^data\.cart\.0\.(id|selected_variant(\.id)?)$/],
  [/variants\.0\.id$/, /variants\.0\.product_variation$/],
  [/^getOrders data\.0\.(price|final_amount|discount_amount)$/, /^data\.0\.(price|final_amount)$/],
  [/(current_page|last_page|per_page|total)$/, /^(current_page|last_page|per_page|total|uncounted)$/],
  [/customer$/, /^data\.customer\./],
  [/customer\.phone_number$/, /customer\.alt_phone_number$/],
  [/^applyCoupon data\.coupon\.discount$/, /^data\.coupon\.(discount_amount|value)$/],
  // A row that cannot be read is as one that the store did not send.
  [/^addToCart data(\.results)?$/, /^data\.results\.0\.product_stock$/],
  [/^checkout data$/, /^data\.(order_id|customer)$/],
  [/^otpVerifyCheckout data$/, /^data\./],
];

const isFollower = (name: string, field: string, place: string): boolean =>
  place === field ||
  place.startsWith(`${field}.`) ||
  followers.some(([from, places]) => from.test(`${name} ${field}`) && places.test(place));

function make(call: Call, sent: Sent) {
  restore();
  return request(connection, call, { ...(sent as object), token });
}

const entries = calls.filter(({ name }) => name in sentWith).map((call): [string, Call] => [call.name, call]);

test('the table has every call of the specification', () => {
  expect(entries.map(([name]) => name).sort()).toEqual(Object.keys(sentWith).sort());
  expect(
    calls.filter(({ access, beyondSpecification, name }) => access !== 'keyless' && !beyondSpecification && !(name in sentWith)),
  ).toEqual([]);
});

describe.for(entries)('%s', ([name, call]) => {
  const sent = sentWith[name] as Sent;

  test('is understood as the specification names its reply', async () => {
    const outcome = await make(call, sent);
    expect(outcome).toMatchObject({ success: true });
  });

  test.for(changes)('with a field that is $to, changes in the place of that field only', async ({ value }) => {
    const baseline = await make(call, sent);
    let original: unknown;
    store.change = (_, reply) => {
      original = reply;
      return reply;
    };
    await make(call, sent);
    const fields: FieldPath[] = listFields(original).filter((path) => path[0] !== 'success');
    for (const path of fields) {
      const field = path.join('.');
      store.change = (_, reply) => withField(reply, path, value);
      const outcome = await make(call, sent);
      if (outcome && isRefused(outcome)) {
        expect([field, needed.some((one) => one.test(`${name} ${field}`))]).toEqual([field, true]);
        if (path[0] !== 'message') expect((outcome as Refused).message).toBe(call.failure);
        continue;
      }
      const places = listDifferences(baseline, outcome).filter((place) => !isFollower(name, field, place));
      expect({ field, places }).toEqual({ field, places: [] });
    }
  });
});
