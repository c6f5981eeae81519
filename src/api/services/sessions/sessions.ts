import { type Db, type Tx, write } from '#api/database/open.ts';
import type { CustomerTable } from '#api/database/schema/tables.ts';
import { latestExpiry } from '#api/services/clock-skew.ts';
import type { Customer, Session } from '#lib/contract/auth.ts';
import { SESSION_IDLE_TIMEOUT_SECONDS, SESSION_MAX_SECONDS } from '#lib/contract/limits.ts';
import { deleteKnownDevices } from './known-devices.ts';
import { createToken, hashToken } from './tokens.ts';

/** How old `last_used_at` may grow before it is written again, so that reading does not mean writing. */
const TOUCH_AFTER_MS = 60_000;

/** Who is asking: the customer behind a session. */
export interface Shopper {
  customerId: number;
  token: string;
  customer: Customer;
  /** When the session was opened: by a code, a password or a sign-up. */
  openedAt: string;
  /** A number alone is a session; a name makes a customer. */
  hasDetails: boolean;
}

type NamedRow = Pick<CustomerTable, 'firstname' | 'lastname' | 'email' | 'phone_number' | 'alt_phone_number' | 'password_hash'>;

/** A customer as the wire shows one; the other number is the number itself unless another was given (specification 3). */
export const toCustomer = (row: NamedRow): Customer => ({
  firstname: row.firstname,
  lastname: row.lastname,
  email: row.email ?? '',
  phone_number: row.phone_number,
  alt_phone_number: row.alt_phone_number || row.phone_number,
  has_password: row.password_hash !== null,
});

/** A session is good if it was used and opened no earlier than this (ISO 8601). */
export const sessionCutoffs = () => ({
  lastUsed: secondsAgo(SESSION_IDLE_TIMEOUT_SECONDS),
  created: secondsAgo(SESSION_MAX_SECONDS),
});

const secondsAgo = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();

/** The device that a session is opened on. */
export interface SessionDevice {
  /** Plain words, such as "Chrome on Android". */
  name: string;
  /** Its hash among the customer's known devices. */
  hash: string | null;
}

/** Opens a session and returns its token: 256 random bits, of which only a hash is kept. The customer's dead sessions go. */
export async function createSession(tx: Tx, customerId: number, device?: SessionDevice): Promise<string> {
  await tx
    .deleteFrom('session')
    .where('customer_id', '=', customerId)
    .where(({ or, eb }) =>
      or([
        eb('last_used_at', '<', secondsAgo(SESSION_IDLE_TIMEOUT_SECONDS)),
        eb('created_at', '<', secondsAgo(SESSION_MAX_SECONDS)),
      ]),
    )
    .execute();
  // A browser keeps one session: what it was signed in with before is of no use to anybody.
  if (device?.hash) {
    const earlier = tx.deleteFrom('session').where('customer_id', '=', customerId).where('device_hash', '=', device.hash);
    await earlier.execute();
  }
  const token = createToken();
  const now = new Date().toISOString();
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

/** Opens a session as sign-in, registration and code verification answer with it. */
export const createSessionReply = async (
  tx: Tx,
  customer: NamedRow & { id: number },
  device?: SessionDevice,
): Promise<Session> => ({
  token: await createSession(tx, customer.id, device),
  customer: toCustomer(customer),
});

/** Ends one session; one that has ended already stays so. */
export async function deleteSession(tx: Tx, token: string): Promise<void> {
  await tx.deleteFrom('session').where('token_hash', '=', hashToken(token)).execute();
}

/**
 * Ends a customer's sessions and forgets their devices, all but the session with the token `except` and its device when it is given.
 */
export async function deleteSessions(
  tx: Tx,
  customerId: number,
  { except }: { except?: string | undefined } = {},
): Promise<void> {
  const kept = except === undefined ? undefined : hashToken(except);
  let query = tx.deleteFrom('session').where('customer_id', '=', customerId);
  if (kept !== undefined) query = query.where('token_hash', '<>', kept);
  await query.execute();
  const left = await tx.selectFrom('session').select('device_hash').where('customer_id', '=', customerId).executeTakeFirst();
  await deleteKnownDevices(tx, customerId, left?.device_hash);
}

/** Whose token this is; undefined when it is unknown, has been idle for too long or is too old. Using a session keeps it alive. */
export async function findShopper(db: Db, token: string): Promise<Shopper | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('customer', 'customer.id', 'session.customer_id')
    .select(['customer_id', 'last_used_at', 'session.created_at as opened_at'])
    .select(['firstname', 'lastname', 'email', 'phone_number', 'alt_phone_number', 'password_hash'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!row) return undefined;
  // A session opened in the future was opened while the clock was ahead, and would outlive every other.
  const fromWrongClock = row.opened_at > latestExpiry(0);
  if (
    fromWrongClock ||
    row.last_used_at < secondsAgo(SESSION_IDLE_TIMEOUT_SECONDS) ||
    row.opened_at < secondsAgo(SESSION_MAX_SECONDS)
  ) {
    await write(db, (tx) => deleteSession(tx, token));
    return undefined;
  }
  const idleMs = Date.now() - Date.parse(row.last_used_at);
  if (idleMs > TOUCH_AFTER_MS || row.last_used_at > latestExpiry(0)) {
    const used = { last_used_at: new Date().toISOString() };
    await write(db, (tx) => tx.updateTable('session').set(used).where('token_hash', '=', hashToken(token)).execute());
  }
  const { customer_id: customerId, opened_at: openedAt } = row;
  return { customerId, token, openedAt, customer: toCustomer(row), hasDetails: row.firstname !== '' };
}
