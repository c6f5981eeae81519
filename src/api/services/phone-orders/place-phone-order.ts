import { isDeepStrictEqual } from 'node:util';
import { takeAdvisoryLock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { findByVerifiedPhone } from '#api/services/accounts/customers.ts';
import { insertCustomer } from '#api/services/accounts/insert-customer.ts';
import { placeCheckout } from '#api/services/checkout/checkout.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import { type Shopper, toCustomer } from '#api/services/sessions/sessions.ts';
import type { AskedRule } from '#api/services/shipping/quote-delivery.ts';
import { type Address, addressContact } from '#lib/contract/address.ts';
import { MAX_LINE_QUANTITY } from '#lib/contract/limits.ts';
import type { OrderMessage } from '#lib/contract/store.ts';
import { isoNow } from '#lib/rules/durations.ts';

export interface PhoneOrder {
  formId: string;
  address: Address;
  items: readonly { variant_id: number; quantity: number }[];
  couponCode: string | undefined;
  note: string | undefined;
  payment: 'cod' | 'link';
  /** In rupees, as it was shown; any total without it. */
  expectedTotal: string | undefined;
}

interface Settings {
  actor: string;
  provider: string | undefined;
  orderPrefix: string | undefined;
  askedRule: AskedRule | undefined;
  sends: Readonly<Record<OrderMessage, boolean>> | undefined;
}

/** The customer of orders by phone with a number: one who has proven nothing, and has no account. */
async function findOrCreateCaller(tx: Tx, { phone_number, firstname, lastname }: Address): Promise<Shopper> {
  await takeAdvisoryLock(tx, `phone-order:${phone_number}`);
  const known = await tx
    .selectFrom('customer')
    .innerJoin('checkout', 'checkout.customer_id', 'customer.id')
    .innerJoin('phone_order', 'phone_order.checkout_id', 'checkout.id')
    .selectAll('customer')
    .where('customer.phone_number', '=', phone_number)
    .where('phone_verified_at', 'is', null)
    .where('email', 'is', null)
    .where('mailbox', 'is', null)
    .orderBy('customer.id')
    .executeTakeFirst();
  const caller = known ?? (await insertCustomer(tx, { firstname, lastname, phone_number, created_at: isoNow() }));
  return {
    customerId: caller.id,
    token: '',
    customer: toCustomer(caller),
    openedAt: isoNow(),
    hasDetails: true,
    verified: { phone_verified_at: null, email_verified_at: null },
  };
}

/** The units of each variant; one that is named twice is one line. Throws a `Refusal` (422) for more units than a line may have. */
function joinItems(items: PhoneOrder['items']): PhoneOrder['items'] {
  const units = new Map<number, number>();
  for (const { variant_id, quantity } of items) units.set(variant_id, (units.get(variant_id) ?? 0) + quantity);
  if (units.values().some((quantity) => quantity > MAX_LINE_QUANTITY))
    throw refuseField('items', `At most ${MAX_LINE_QUANTITY} units of an item can be ordered.`);
  return [...units].map(([variant_id, quantity]) => ({ variant_id, quantity }));
}

/** Puts the ordered units into the cart of a caller, who has no other. Throws a `Refusal` (422). */
async function fillCart(tx: Tx, customerId: number, items: PhoneOrder['items']): Promise<void> {
  await tx.deleteFrom('cart_line').where('customer_id', '=', customerId).execute();
  const added_at = isoNow();
  const lines = joinItems(items).map((item) => ({ customer_id: customerId, ...item, added_at }));
  await tx.insertInto('cart_line').values(lines).execute();
}

/** Gives orders to the customer who has proven the phone number, so that they see them among their own. */
async function giveToAccount(tx: Tx, phone: string, orderIds: readonly number[]): Promise<void> {
  const account = await findByVerifiedPhone(tx, phone);
  if (!account) return;
  await tx.updateTable('orders').set({ customer_id: account.id }).where('id', 'in', orderIds).execute();
}

/** The orders of an order by phone, with the checkout's key. */
export const readPhoneOrder = (db: Db, formId: string) =>
  db
    .selectFrom('phone_order')
    .innerJoin('checkout', 'checkout.id', 'phone_order.checkout_id')
    .innerJoin('orders', 'orders.checkout_id', 'checkout.id')
    .select(['orders.id', 'order_number', 'final_amount', 'idempotency_key', 'address'])
    .where('form_id', '=', formId)
    .orderBy('orders.id')
    .execute();

/** Refuses a form that has placed an order for others, as one that a browser has kept (409). */
async function requireSameOrder(tx: Tx, placed: Awaited<ReturnType<typeof readPhoneOrder>>, order: PhoneOrder): Promise<void> {
  const ids = placed.map(({ id }) => id);
  const sold = await tx.selectFrom('order_item').select(['variant_id', 'quantity']).where('order_id', 'in', ids).execute();
  const describe = (items: readonly { variant_id: number; quantity: number }[]) =>
    items.map(({ variant_id, quantity }) => `${variant_id}:${quantity}`).toSorted();
  const { phone_number } = addressContact.parse(JSON.parse(placed[0]?.address ?? '{}'));
  if (phone_number === order.address.phone_number && isDeepStrictEqual(describe(sold), describe(joinItems(order.items)))) return;
  const numbers = placed.map(({ order_number }) => order_number).join(', ');
  throw new Refusal(409, `This form has placed ${numbers}. Open New order for another one.`);
}

/**
 * Places an order that staff take by phone, by the rules of a checkout, but without its limits. A form that is sent again gets the orders that it has
 * placed. Throws a `Refusal` as `placeCheckout`, and (409) for a form that has placed another order.
 */
export async function placePhoneOrder(tx: Tx, order: PhoneOrder, { actor, ...settings }: Settings): Promise<{ isNew: boolean }> {
  const { formId, address, items, couponCode, note, payment, expectedTotal } = order;
  const shopper = await findOrCreateCaller(tx, address);
  const placed = await readPhoneOrder(tx, formId);
  if (placed.length > 0) {
    await requireSameOrder(tx, placed, order);
    return { isNew: false };
  }
  if (payment === 'link' && !settings.provider)
    throw new Refusal(409, 'This shop takes no payments online: choose cash on delivery');
  await fillCart(tx, shopper.customerId, items);
  const { data } = await placeCheckout(tx, {
    shopper,
    key: formId,
    body: {
      address,
      payment_method: 'cod',
      expected_total: expectedTotal ?? '',
      ...(couponCode && { coupon_code: couponCode }),
      ...(note && { note }),
    },
    origin: { provenBy: 'phone_verified_at', ipAddress: '' },
    byStaff: { takesAnyPlace: payment === 'link' },
    ...settings,
  });
  const checkout = await tx.selectFrom('orders').select('checkout_id').where('id', 'in', data.order_id).executeTakeFirstOrThrow();
  await tx.insertInto('phone_order').values({ form_id: formId, checkout_id: checkout.checkout_id, actor }).execute();
  await giveToAccount(tx, address.phone_number, data.order_id);
  return { isNew: true };
}
