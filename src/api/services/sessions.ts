import { createHash, randomBytes } from 'node:crypto';
import type { Customer } from '#lib/contract/auth.ts';
import { SESSION_IDLE_SECONDS } from '#lib/contract/limits.ts';
import { type Db, type Tx, write } from '../database/open.ts';
import type { CustomerTable } from '../database/tables.ts';

/** How old `last_used_at` may grow before it is written again, so that reading does not mean writing. */
const TOUCH_AFTER_MS = 60_000;

/** Who is asking: the customer behind a session. */
export interface Shopper {
  customerId: number;
  token: string;
  customer: Customer;
  /** A number alone is a session; a name makes a customer. */
  hasDetails: boolean;
}

const hash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A customer as the wire shows one; the other number is the number itself unless another was given (specification 3). */
export const toCustomer = (row: Omit<CustomerTable, 'id' | 'created_at'>): Customer => ({
  firstname: row.firstname,
  lastname: row.lastname,
  email: row.email ?? '',
  phone_number: row.phone_number,
  alt_phone_number: row.alt_phone_number || row.phone_number,
});

/** Opens a session and returns its token: 256 random bits, of which only a hash is kept. The customer's dead sessions go. */
export async function openSession(tx: Tx, customerId: number): Promise<string> {
  const tooOld = new Date(Date.now() - SESSION_IDLE_SECONDS * 1000).toISOString();
  await tx.deleteFrom('session').where('customer_id', '=', customerId).where('last_used_at', '<', tooOld).execute();
  const token = randomBytes(32).toString('base64url');
  const now = new Date().toISOString();
  await tx
    .insertInto('session')
    .values({ token_hash: hash(token), customer_id: customerId, created_at: now, last_used_at: now })
    .execute();
  return token;
}

/** Whose token this is; undefined when it is unknown or has been idle for too long. Using a session keeps it alive. */
export async function findShopper(db: Db, token: string): Promise<Shopper | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('customer', 'customer.id', 'session.customer_id')
    .select(['customer_id', 'last_used_at', 'firstname', 'lastname', 'email', 'phone_number', 'alt_phone_number'])
    .where('token_hash', '=', hash(token))
    .executeTakeFirst();
  if (!row) return undefined;
  const idle = Date.now() - Date.parse(row.last_used_at);
  if (idle > SESSION_IDLE_SECONDS * 1000) {
    await write(db, (tx) => tx.deleteFrom('session').where('token_hash', '=', hash(token)).execute());
    return undefined;
  }
  if (idle > TOUCH_AFTER_MS) {
    const now = new Date().toISOString();
    await write(db, (tx) => tx.updateTable('session').set({ last_used_at: now }).where('token_hash', '=', hash(token)).execute());
  }
  return { customerId: row.customer_id, token, customer: toCustomer(row), hasDetails: row.firstname !== '' };
}
