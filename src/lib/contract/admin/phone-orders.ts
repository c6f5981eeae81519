import * as z from 'zod/mini';
import { address } from '#lib/contract/address.ts';
import { MAX_COUPON_CODE } from '#lib/contract/field-lengths.ts';
import { email, id, orderNote, rupees } from '#lib/contract/fields.ts';
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '#lib/contract/limits.ts';
import { adminCall } from './admin-call.ts';

const variant = z.object({
  variant_id: id,
  product_name: z.string(),
  product_variation: z.string(),
  price: rupees,
  stock: z.int(),
});

export const adminPhoneProductsCall = adminCall('adminPhoneProducts', 'GET /phone-order/products', 'owner', {
  summary: 'Products for an order by phone: those that a name or SKU finds, and the chosen ones.',
  params: z.object({
    q: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    /** Ids of variants, such as "12,15". */
    chosen: z._default(z.string().check(z.regex(/^(?:\d{1,15}(?:,\d{1,15}){0,99})?$/)), ''),
  }),
  reply: z.object({ found: z.array(variant), chosen: z.array(variant) }),
});

export const adminPhoneOrderCall = adminCall('adminPhoneOrder', 'POST /phone-order', 'owner', {
  summary: 'Places an order that was taken by phone. A repeated form gets the orders that it has placed.',
  body: z.object({
    form_id: z.uuid(),
    items: z
      .array(z.object({ variant_id: id, quantity: z.int().check(z.minimum(1), z.maximum(MAX_LINE_QUANTITY)) }))
      .check(z.minLength(1, { error: 'Add at least one item' }), z.maxLength(MAX_CART_LINES)),
    /** Customers may have no email address: messages about the order go to the member of staff then. */
    address: z.extend(z.omit(address, { email: true }), { email: z.optional(email) }),
    /** Paid on delivery, or ahead by a link that the reply has. */
    payment: z.enum(['cod', 'link']),
    coupon_code: z.optional(z.string().check(z.trim(), z.maxLength(MAX_COUPON_CODE))),
    note: z.optional(orderNote),
    /** The total that was agreed; another one is refused. */
    expected_total: z.optional(rupees),
  }),
  reply: z.object({
    orders: z.array(
      z.object({
        order_number: z.string(),
        total: rupees,
        /** Path of the page at which it can be paid. */ pay_path: z.optional(z.string()),
      }),
    ),
  }),
});

export const adminPayLinkCall = adminCall('adminPayLink', 'GET /orders/{order_number}/pay-link', 'owner', {
  summary: 'The link by which an order on delivery, or what is due of a paid one, can be paid until it ships.',
  params: z.object({ order_number: z.string().check(z.maxLength(40)) }),
  reply: z.object({
    /** Left out when nothing can be paid online. */
    link: z.optional(
      z.object({
        url: z.string(),
        amount: rupees,
        saves: rupees,
        phone_number: z.string(),
        /** A message with the link. */ text: z.string(),
      }),
    ),
  }),
});
