import { t } from '#lib/contract/text/t.ts';
import { readCustomer } from './account.ts';
import { findList } from './lists.ts';
import { readPictures, UNKNOWN_STOCK } from './product.ts';
import type { ReplyContext } from './scalars.ts';
import {
  type Fields,
  given,
  readBoolean,
  readFields,
  readId,
  readNumber,
  readRows,
  readRupees,
  readTextual,
  readWhole,
} from './scalars.ts';

/** What is said at a line whose price the store does not send. */
const NO_PRICE = t('The price of this item is missing. Please contact us.');

function toSelectedVariant(
  value: unknown,
  line: { id: number | undefined; price: string | undefined; stock: number },
): Fields | null {
  const sent = readFields(value) ?? {};
  const id = readId(sent['id'], line.id);
  const name = readTextual(sent['product_variation']);
  if (id === undefined || name === undefined) return null;
  return {
    id,
    product_variation: name,
    final_price: readRupees(sent['final_price']) ?? line.price ?? '0.00',
    stock: readWhole(sent['stock']) ?? line.stock,
  };
}

/** A line of the cart; one without a product's id is left out. */
function toLine(value: unknown): unknown {
  const sent = readFields(value);
  const product_id = readId(sent?.['product_id'], sent?.['retailer_product_id']);
  if (!sent || product_id === undefined) return value;
  const stock = readWhole(sent['product_stock']) ?? UNKNOWN_STOCK;
  const variant = readFields(sent['selected_variant']);
  const price = readRupees(sent['final_price']) ?? readRupees(variant?.['final_price']);
  const id = readId(variant?.['id'], sent['id']) ?? null;
  const problem = [sent['message']].flat().map(readTextual).find(Boolean);
  return {
    ...sent,
    ...given({
      retailer_product_id: readId(sent['retailer_product_id']),
      retailer_id: readId(sent['retailer_id']),
      wholesaler_id: readId(sent['wholesaler_id']),
    }),
    id,
    product_id,
    quantity: Math.max(1, readWhole(sent['quantity']) ?? 1),
    product_stock: stock,
    product_name: readTextual(sent['product_name'] ?? sent['name']) ?? t('Product {number}', { number: product_id }),
    product_images: readPictures(sent['product_images']),
    final_price: price ?? '0.00',
    status: price === undefined ? false : readBoolean(sent['status']),
    message: price === undefined ? NO_PRICE : problem,
    selected_variant: toSelectedVariant(variant, { id: id ?? undefined, price, stock }),
  };
}

/** The cart, in `data.cart`, or a list elsewhere; null and an empty list are an empty cart. */
export function toCart(body: Fields): Fields {
  const data = readFields(body['data']);
  const isEmpty = ('data' in body && body['data'] === null) || (data !== undefined && 'cart' in data && data['cart'] === null);
  const list = findList(body, 'cart', 'cart_items', 'items');
  return { ...body, data: { cart: isEmpty ? [] : list?.map(toLine) } };
}

/** Results of adding lines: any readable row whose status is not false. Without one, what was sent was accepted. */
export function toCartResults(body: Fields, { body: sent = {} }: ReplyContext): Fields {
  const results = readFields(body['data'])?.['results'] ?? body['results'];
  const rows = readRows(results);
  const accepted = rows.length > 0 ? rows : [{}];
  return { ...body, data: { results: accepted.map((row) => toResult(row, sent)) } };
}

const toResult = (row: Fields, sent: Fields): Fields => ({
  product_id: readId(row['product_id'], sent['product_id'], row['retailer_product_id']),
  id: readId(row['id']),
  quantity: readWhole(row['quantity']) ?? sent['quantity'] ?? 1,
  product_stock: readWhole(row['product_stock']),
  status: readBoolean(row['status']) ?? true,
  message: [row['message']]
    .flat()
    .flatMap((text) => readTextual(text) ?? [])
    .join(', '),
  wishlist_id: readId(row['wishlist_id']) ?? null,
});

/** The reply to a merged guest's cart: nothing of it is needed. */
export const toMerged = (body: Fields): Fields => ({ ...body, data: { results: [] } });

/** The ways in which the customer is told; undefined where the store does not say. */
function readNotified(value: unknown): Fields | undefined {
  const sent = readFields(value);
  const ways = ['email', 'sms'].filter((way) => readBoolean(sent?.[way]));
  return sent && Object.fromEntries(ways.map((way) => [way, true]));
}

/** A placed order: the ids that can be read, and the customer if there is one. */
export function toPlacedOrder(body: Fields, { body: sent }: ReplyContext): Fields {
  const data = readFields(body['data']) ?? {};
  const customer = readFields(data['customer']);
  const contact = readFields(sent?.['address']);
  return {
    ...body,
    data: given({
      order_id: [data['order_id'] ?? data['order_ids'] ?? body['order_id']].flat().flatMap((id) => readId(id) ?? []),
      customer: customer && readCustomer(customer, contact),
      payment: readFields(data['payment']),
      notified: readNotified(data['notified']),
    }),
  };
}

const typeNames: Readonly<Record<string, string>> = { percent: 'percent', percentage: 'percent' };

/** A coupon, whose discount is in `discount_amount`, in `discount`, or follows from `type` and `value`. */
export function toCoupon(body: Fields, { body: sent = {} }: ReplyContext): Fields {
  const data = readFields(body['data']);
  const coupon = readFields(data?.['coupon']) ?? readFields(body['coupon']) ?? data ?? {};
  const discount = readRupees(coupon['discount_amount']) ?? readRupees(coupon['discount']);
  const type = typeNames[String(coupon['type']).toLowerCase()] ?? 'amount';
  const value = readNumber(coupon['value']);
  if (discount === undefined && value === undefined) return { ...body, data: { coupon: undefined } };
  const isRate = type === 'percent' && value !== undefined;
  return {
    ...body,
    data: {
      coupon: {
        coupon_code: readTextual(coupon['coupon_code']) ?? readTextual(coupon['code']) ?? sent['coupon_code'],
        type: isRate ? 'percent' : 'amount',
        value: isRate ? String(Math.round(value)) : (readRupees(value) ?? discount),
        discount_amount: discount ?? (isRate ? '0.00' : readRupees(value)),
      },
    },
  };
}
