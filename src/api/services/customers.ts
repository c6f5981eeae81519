import { failure } from '#lib/contract/messages.ts';
import type { Tx } from '../database/open.ts';
import { Refusal } from './refusal.ts';

/** The customer of a verified number; one that is new starts without a name. */
export async function findOrAddCustomer(tx: Tx, phone: string) {
  const present = await tx.selectFrom('customer').selectAll().where('phone_number', '=', phone).executeTakeFirst();
  if (present) return present;
  return tx
    .insertInto('customer')
    .values({ firstname: '', lastname: '', phone_number: phone, created_at: new Date().toISOString() })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface CustomerDetails {
  firstname: string;
  lastname: string;
  email: string;
  alt_phone_number?: string | undefined;
}

/** Sets a customer's details. Throws a `Refusal` (409) when another customer has the e-mail address. */
export async function setCustomerDetails(tx: Tx, customerId: number, details: CustomerDetails) {
  const other = await tx
    .selectFrom('customer')
    .select('id')
    .where('email', '=', details.email)
    .where('id', '<>', customerId)
    .executeTakeFirst();
  if (other) throw new Refusal(409, failure.emailTaken, { errors: { email: [failure.emailTaken] } });
  return tx
    .updateTable('customer')
    .set({
      firstname: details.firstname,
      lastname: details.lastname,
      email: details.email,
      ...(details.alt_phone_number !== undefined && { alt_phone_number: details.alt_phone_number || null }),
    })
    .where('id', '=', customerId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
