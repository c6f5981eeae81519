import type { Insertable, Selectable } from 'kysely';
import type { CustomerTable } from '#api/database/schema/accounts.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { recordEvent } from '#api/services/events/record-event.ts';

/** Inserts a customer and records the event. */
export async function insertCustomer(tx: Tx, row: Insertable<CustomerTable>): Promise<Selectable<CustomerTable>> {
  const customer = await tx.insertInto('customer').values(row).returningAll().executeTakeFirstOrThrow();
  recordEvent(tx, 'customer.created', { customer_id: customer.id });
  return customer;
}
