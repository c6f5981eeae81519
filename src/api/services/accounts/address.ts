import { compileOnce, type PlaceholderOf } from '#api/database/compile-once.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { type Address, address } from '#lib/contract/address.ts';
import { isoNow } from '#lib/rules/durations.ts';

/** Drops an empty second phone number. */
function normaliseAddress({ alt_phone_number, ...rest }: Address): Address {
  return alt_phone_number ? { ...rest, alt_phone_number } : rest;
}

interface SavedAddress {
  customerId: number;
  saved: Address;
  onConflict: 'replace' | 'keep';
}

const insertAddress = compileOnce(
  (tx, placeholder: PlaceholderOf<SavedAddress>, { onConflict }) => {
    const row = { address: placeholder(({ saved }) => JSON.stringify(saved)), saved_at: placeholder(() => isoNow()) };
    return tx
      .insertInto('saved_address')
      .values({ customer_id: placeholder(({ customerId }) => customerId), ...row })
      .onConflict((conflict) => {
        const column = conflict.column('customer_id');
        return onConflict === 'replace' ? column.doUpdateSet(row) : column.doNothing();
      });
  },
  ({ onConflict }) => onConflict,
);

/** Saves the customer's address, replacing an earlier one, and returns it as saved. */
export async function upsertAddress(tx: Tx, customerId: number, wanted: Address): Promise<Address> {
  const saved = normaliseAddress(wanted);
  await tx.executeQuery(insertAddress(tx, { customerId, saved, onConflict: 'replace' }));
  return saved;
}

/** The insert of the address of a first order as the customer's, unless one is saved already. */
export const insertFirstAddress = (tx: Tx, customerId: number, wanted: Address) =>
  insertAddress(tx, { customerId, saved: normaliseAddress(wanted), onConflict: 'keep' });

/** The customer's saved address; null when there is none. */
export async function readAddress(db: Db, customerId: number): Promise<Address | null> {
  const row = await db.selectFrom('saved_address').select('address').where('customer_id', '=', customerId).executeTakeFirst();
  return row ? address.parse(JSON.parse(row.address)) : null;
}
