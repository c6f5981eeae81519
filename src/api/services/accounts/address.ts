import type { Db, Tx } from '#api/database/open.ts';
import { type Address, address } from '#lib/contract/address.ts';

/** An address as it is kept: a second number that is empty is none. */
function keptAddress({ alt_phone_number, ...rest }: Address): Address {
  return alt_phone_number ? { ...rest, alt_phone_number } : rest;
}

const rowOf = (kept: Address) => ({ address: JSON.stringify(kept), saved_at: new Date().toISOString() });

/** Saves the customer's one address in place of the one before; returns it as saved. */
export async function upsertAddress(tx: Tx, customerId: number, wanted: Address): Promise<Address> {
  const kept = keptAddress(wanted);
  const row = rowOf(kept);
  await tx
    .insertInto('saved_address')
    .values({ customer_id: customerId, ...row })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(row))
    .execute();
  return kept;
}

/** Keeps where a first order goes as the customer's address; one that is saved stays. */
export async function insertFirstAddress(tx: Tx, customerId: number, wanted: Address): Promise<void> {
  await tx
    .insertInto('saved_address')
    .values({ customer_id: customerId, ...rowOf(keptAddress(wanted)) })
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .execute();
}

/** The customer's saved address; null when there is none. */
export async function readAddress(db: Db, customerId: number): Promise<Address | null> {
  const row = await db.selectFrom('saved_address').select('address').where('customer_id', '=', customerId).executeTakeFirst();
  return row ? address.parse(JSON.parse(row.address)) : null;
}
