import { findStaff, type Staff } from '#api/services/staff/staff-sessions.ts';
import type { Address } from '#lib/contract/address.ts';
import type { StaffRole } from '#lib/contract/admin/staff.ts';
import { confirmPaymentCall } from '#lib/contract/payments.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { signUp, type TestShop } from '#tests/support/store/test-store.ts';
import { staffToken } from './staff.ts';

export interface PlacedOrder {
  id: number;
  number: string;
  shopper: ReturnType<typeof customerOf>;
}

/** A member of staff of a test store, as the API sees one who is signed in. */
export async function addStaff(shop: TestShop, role: StaffRole): Promise<Staff> {
  const staff = await findStaff(shop.store.db, await staffToken(shop, role));
  if (!staff) throw new Error('the session has ended');
  return staff;
}

/** Places an order of one unit for a customer with this number, on delivery or paid, to an address. `total` in rupees, such as "500.00". */
export async function placeOrder(
  shop: TestShop,
  { id: productId }: Pick<AddedProduct, 'id'>,
  {
    mobile,
    total,
    method = 'cod',
    to = {},
  }: { mobile: string; total: string; method?: 'cod' | 'prepaid'; to?: Partial<Address> },
): Promise<PlacedOrder> {
  const shopper = customerOf(shop, await signUp(shop, mobile));
  await shopper.put(productId, 1);
  const { order_id, payment } = await shopper.buy(total, {
    payment_method: method,
    address: { ...address, phone_number: mobile, ...to },
  });
  if (payment) {
    const { id } = payment;
    await shop.succeed(confirmPaymentCall, { token: shopper.token, params: { id }, body: { outcome: 'paid' } });
  }
  const id = order_id[0] ?? 0;
  const { order_number } = await shop.store.db
    .selectFrom('orders')
    .select('order_number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, number: order_number, shopper };
}
