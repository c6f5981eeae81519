import type { Db, Tx } from '#api/database/schema/engine.ts';
import { type Address, address } from '#lib/contract/address.ts';
import { isoNow } from '#lib/rules/durations.ts';

/** Drops an empty second phone number. */
function normaliseAddress({ alt_phone_number, ...rest }: Address): Address {
  return alt_phone_number ? { ...rest, alt_phone_number } : rest;
}

const toRow = (saved: Address) => ({ address: JSON.stringify(saved), saved_at: isoNow() });

/** Saves the customer's address, replacing an earlier one, and returns it as saved. */
export async function upsertAddress(tx: Tx, customerId: number, wanted: Address): Promise<Address> {
  const saved = normaliseAddress(wanted);
  const row = toRow(saved);
  await tx
    .insertInto('saved_address')
    .values({ customer_id: customerId, ...row })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(row))
    .execute();
  return saved;
}

/** The insert of the address of a first order as the customer's, unless one is saved already. */
export const insertFirstAddress = (tx: Tx, customerId: number, wanted: Address) =>
  tx
    .insertInto('saved_address')
    .values({ customer_id: customerId, ...toRow(normaliseAddress(wanted)) })
    .onConflict((conflict) => conflict.column('customer_id').doNothing());

/** The customer's saved address; null when there is none. */
export async function readAddress(db: Db, customerId: number): Promise<Address | null> {
  const row = await db.selectFrom('saved_address').select('address').where('customer_id', '=', customerId).executeTakeFirst();
  return row ? address.parse(JSON.parse(row.address)) : null;
}
