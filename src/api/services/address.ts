import { type Address, address } from '#lib/contract/address.ts';
import type { Db, Tx } from '../database/open.ts';

/** Saves the customer's one address in place of the one before; returns it as saved. */
export async function saveAddress(tx: Tx, customerId: number, wanted: Address): Promise<Address> {
  const { alt_phone_number, ...rest } = wanted;
  const saved: Address = alt_phone_number ? wanted : rest;
  const row = { address: JSON.stringify(saved), saved_at: new Date().toISOString() };
  await tx
    .insertInto('saved_address')
    .values({ customer_id: customerId, ...row })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(row))
    .execute();
  return saved;
}

/** The customer's saved address; null when there is none. */
export async function readAddress(db: Db, customerId: number): Promise<Address | null> {
  const row = await db.selectFrom('saved_address').select('address').where('customer_id', '=', customerId).executeTakeFirst();
  return row ? address.parse(JSON.parse(row.address)) : null;
}
