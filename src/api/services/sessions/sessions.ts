import type { Selectable } from 'kysely';
import type { CustomerTable } from '#api/database/schema/accounts.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { latestExpiry } from '#api/services/clock-skew.ts';
import type { Customer, Session } from '#lib/contract/customer.ts';
import { SESSION_IDLE_DAYS, SESSION_MAX_DAYS } from '#lib/contract/lifetimes.ts';
import { DAY_MS, isoAgo, isoNow, MINUTE_MS } from '#lib/rules/durations.ts';
import { deleteKnownDevices } from './known-devices.ts';
import { createToken, hashToken } from './tokens.ts';

const SESSION_IDLE_TIMEOUT_MS = SESSION_IDLE_DAYS * DAY_MS;

/** Maximum age of a session, used or not. */
export const SESSION_MAX_MS = SESSION_MAX_DAYS * DAY_MS;

/** Throttles writes of `last_used_at`: it is updated at most this often. */
const TOUCH_INTERVAL_MS = MINUTE_MS;

export interface Shopper {
  customerId: number;
  token: string;
  customer: Customer;
  /** When the session was created (ISO 8601), that is when the customer last authenticated. */
  openedAt: string;
  /** False for a guest with only a phone number; a name makes a customer. */
  hasDetails: boolean;
  /** When phone number and email address were verified; null where not. */
  verified: Pick<CustomerTable, 'phone_verified_at' | 'email_verified_at'>;
}

type CustomerColumns = Pick<
  Selectable<CustomerTable>,
  'firstname' | 'lastname' | 'email' | 'phone_number' | 'alt_phone_number' | 'password_hash' | 'mailbox'
>;

/** Converts a row to the contract's customer; `alt_phone_number` falls back to the phone number (specification, entities). */
export const toCustomer = (row: CustomerColumns): Customer => ({
  firstname: row.firstname,
  lastname: row.lastname,
  email: row.email ?? '',
  phone_number: row.phone_number,
  alt_phone_number: row.alt_phone_number || row.phone_number,
  has_password: row.password_hash !== null,
  ...(row.mailbox && { guest: true }),
});

/** Sessions last used or created before these times (ISO 8601) are expired. */
export const sessionCutoffs = () => ({
  lastUsed: isoAgo(SESSION_IDLE_TIMEOUT_MS),
  created: isoAgo(SESSION_MAX_MS),
});

export interface SessionDevice {
  /** A plain name such as "Chrome on Android". */
  name: string;
  /** The known device's hash; null without a device cookie. */
  hash: string | null;
}

/** Creates a session and returns its token, of which only a hash is stored. Deletes the customer's expired sessions. */
export async function createSession(tx: Tx, customerId: number, device?: SessionDevice): Promise<string> {
  const { lastUsed, created } = sessionCutoffs();
  await tx
    .deleteFrom('session')
    .where('customer_id', '=', customerId)
    .where(({ or, eb }) => or([eb('last_used_at', '<', lastUsed), eb('created_at', '<', created)]))
    .execute();
  // One session for each browser: the earlier session's token is overwritten there.
  if (device?.hash) {
    const earlier = tx.deleteFrom('session').where('customer_id', '=', customerId).where('device_hash', '=', device.hash);
    await earlier.execute();
  }
  const token = createToken();
  const now = isoNow();
  await tx
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      customer_id: customerId,
      created_at: now,
      last_used_at: now,
      device_name: device?.name ?? '',
      device_hash: device?.hash ?? null,
    })
    .execute();
  return token;
}

/** Creates a session and returns the reply of sign-in, registration and code verification. */
export const createSessionReply = async (
  tx: Tx,
  customer: CustomerColumns & { id: number },
  device?: SessionDevice,
): Promise<Session> => ({
  token: await createSession(tx, customer.id, device),
  customer: toCustomer(customer),
});

/** Deletes the session of a token, if there is one. */
export async function deleteSession(tx: Tx, token: string): Promise<void> {
  await tx.deleteFrom('session').where('token_hash', '=', hashToken(token)).execute();
}

/** Deletes a customer's sessions and known devices, except the session with the token `except` and its device. */
export async function deleteSessions(
  tx: Tx,
  customerId: number,
  { except }: { except?: string | undefined } = {},
): Promise<void> {
  let query = tx.deleteFrom('session').where('customer_id', '=', customerId);
  if (except !== undefined) query = query.where('token_hash', '<>', hashToken(except));
  await query.execute();
  const remaining = tx.selectFrom('session').select('device_hash').where('customer_id', '=', customerId);
  await deleteKnownDevices(tx, customerId, (await remaining.executeTakeFirst())?.device_hash);
}

/** Finds the shopper of a session token and renews the idle timeout. Undefined when the session is unknown or expired. */
export async function findShopper(db: Db, token: string): Promise<Shopper | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('customer', 'customer.id', 'session.customer_id')
    .select(['customer_id', 'last_used_at', 'session.created_at as opened_at'])
    .select(['firstname', 'lastname', 'email', 'phone_number', 'alt_phone_number', 'password_hash', 'mailbox'])
    .select(['phone_verified_at', 'email_verified_at'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!row) return undefined;
  const { lastUsed, created } = sessionCutoffs();
  // A session from the future, created while the clock was ahead, would outlive its maximum age.
  const isFromFuture = row.opened_at > latestExpiry(0);
  if (isFromFuture || row.last_used_at < lastUsed || row.opened_at < created) {
    await write(db, (tx) => deleteSession(tx, token));
    return undefined;
  }
  const idleMs = Date.now() - Date.parse(row.last_used_at);
  if (idleMs > TOUCH_INTERVAL_MS || row.last_used_at > latestExpiry(0)) {
    const touched = { last_used_at: isoNow() };
    await write(db, (tx) => tx.updateTable('session').set(touched).where('token_hash', '=', hashToken(token)).execute());
  }
  const { customer_id: customerId, opened_at: openedAt, phone_verified_at, email_verified_at } = row;
  const verified = { phone_verified_at, email_verified_at };
  return { customerId, token, openedAt, customer: toCustomer(row), hasDetails: row.firstname !== '', verified };
}
