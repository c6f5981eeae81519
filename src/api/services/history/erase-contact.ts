import type { Tx } from '#api/database/schema/engine.ts';
import type { Contacts } from './former-orders.ts';

/** Deletes what the former shop knew about a contact: the customer, and orders with that contact. Returns the numbers of both. */
export async function eraseContact(tx: Tx, { mailbox, phone }: Contacts): Promise<{ customers: number; orders: number }> {
  const erase = async (table: 'imported_customer' | 'imported_order'): Promise<number> => {
    const { numDeletedRows } = await tx
      .deleteFrom(table)
      .where(({ or, eb }) =>
        or([...(mailbox === null ? [] : [eb('mailbox', '=', mailbox)]), ...(phone === null ? [] : [eb('phone', '=', phone)])]),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  };
  return { customers: await erase('imported_customer'), orders: await erase('imported_order') };
}
