import { toPaise, toRupees } from '#lib/rules/money.ts';
import { toAddress } from './account.ts';
import { findList } from './lists.ts';
import { toProduct } from './product.ts';
import {
  type Fields,
  given,
  readFields,
  readId,
  readRows,
  readRupees,
  readTextual,
  readTimestamp,
  readWhole,
} from './scalars.ts';

/** The items of an order that can be shown. */
const toItems = (value: unknown): Fields[] =>
  readRows(value).flatMap((sent) => {
    const product_id = readId(sent['product_id'], sent['retailer_product_id']);
    const name = readTextual(sent['product_name'] ?? sent['name']);
    if (product_id === undefined || name === undefined) return [];
    return [
      {
        ...sent,
        product_id,
        product_name: name,
        variant_id: readId(sent['variant_id']) ?? null,
        slug: readTextual(sent['slug']) ?? String(product_id),
        product_images: readTextual(sent['product_images']) ?? '',
        product_variation: readTextual(sent['product_variation']) ?? '',
        quantity: readWhole(sent['quantity']) ?? 1,
        final_price: readRupees(sent['final_price']) ?? '0.00',
      },
    ];
  });

const minus = (amount: string, other: string): string => toRupees(Math.max(0, toPaise(amount) - toPaise(other)));

/** An order: the nine specified fields, of which one that is missing is taken from the others where that is possible. */
function toOrder(value: unknown): unknown {
  const sent = readFields(value);
  const order_id = readId(sent?.['order_id'], sent?.['id']);
  if (!sent || order_id === undefined) return value;
  const discount = readRupees(sent['discount_amount']) ?? '0.00';
  const [price, amount] = [readRupees(sent['price']), readRupees(sent['final_amount'])];
  return {
    ...sent,
    order_id,
    order_number: readTextual(sent['order_number']) ?? String(order_id),
    order_date: readTimestamp(sent['order_date']),
    status: readTextual(sent['status'])?.trim().toLowerCase() ?? '',
    payment_method: readTextual(sent['payment_method'])?.toLowerCase() === 'cod' ? 'cod' : 'prepaid',
    price: price ?? (amount === undefined ? '0.00' : toRupees(toPaise(amount) + toPaise(discount))),
    final_amount: amount ?? minus(price ?? '0.00', discount),
    quantity: Math.max(0, readWhole(sent['quantity']) ?? 0),
    discount_amount: discount,
    items: toItems(sent['items']),
    address: toAddress(sent['address']) ?? undefined,
    timeline: readRows(sent['timeline']),
  };
}

/** The customer's orders; null is none. */
export const toOrders = (body: Fields): Fields => ({
  ...body,
  data: 'data' in body && body['data'] === null ? [] : findList(body, 'orders')?.map(toOrder),
});

/** Products of the wishlist, each also as the product itself, with or without `wishlist_id`; null is none. */
export const toWishlist = (body: Fields): Fields => ({
  ...body,
  data:
    'data' in body && body['data'] === null
      ? []
      : findList(body, 'wishlist', 'products', 'items')?.map((row) => {
          const entry = readFields(row);
          const product = toProduct(entry?.['product'] ?? row);
          return product ? given({ wishlist_id: readId(entry?.['wishlist_id'], product['product_id']), product }) : row;
        }),
});
