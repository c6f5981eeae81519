import { createHash } from 'node:crypto';
import type { Db, Tx } from '#api/database/open.ts';

/** A device is known for so long after the last sign-in with it, in seconds: 90 days. */
export const DEVICE_TTL_SECONDS = 90 * 24 * 60 * 60;

/** A customer has at most so many known devices; the one that was used longest ago gives way. */
const MOST = 20;

/** What is kept of a device: another hash for every customer, so that the table does not tell who shares a browser. */
export const hashDevice = (customerId: number, token: string): string =>
  createHash('sha256').update(`${customerId}:${token}`).digest('hex');

const oldest = (): string => new Date(Date.now() - DEVICE_TTL_SECONDS * 1000).toISOString();

/** The hash of the device behind a token if this customer has signed in with it in the last 90 days. */
export async function findKnownDevice(db: Db, customerId: number, token: string | undefined): Promise<string | undefined> {
  if (token === undefined) return undefined;
  const row = await db
    .selectFrom('known_device')
    .select('device_hash')
    .where('device_hash', '=', hashDevice(customerId, token))
    .where('last_used_at', '>=', oldest())
    .executeTakeFirst();
  return row?.device_hash;
}

/** Whether a customer has signed in with any device that is still known. */
export async function hasKnownDevice(db: Db, customerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('known_device')
    .select('device_hash')
    .where('customer_id', '=', customerId)
    .where('last_used_at', '>=', oldest())
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes a device one that the customer is known by, or goes on knowing it; returns its hash. */
export async function rememberDevice(tx: Tx, customerId: number, token: string): Promise<string> {
  const device_hash = hashDevice(customerId, token);
  const now = new Date().toISOString();
  await tx
    .insertInto('known_device')
    .values({ device_hash, customer_id: customerId, created_at: now, last_used_at: now })
    .onConflict((conflict) => conflict.column('device_hash').doUpdateSet({ last_used_at: now }))
    .execute();
  const others = await tx
    .selectFrom('known_device')
    .select('device_hash')
    .where('customer_id', '=', customerId)
    .where('device_hash', '<>', device_hash)
    .orderBy('last_used_at', 'desc')
    .offset(MOST - 1)
    .limit(MOST)
    .execute();
  if (others.length > 0) {
    const gone = others.map((row) => row.device_hash);
    await tx.deleteFrom('known_device').where('device_hash', 'in', gone).execute();
  }
  return device_hash;
}

/** Forgets a customer's devices, all but `except` (a hash) when it is given. */
export async function deleteKnownDevices(tx: Tx, customerId: number, except?: string | null): Promise<void> {
  let query = tx.deleteFrom('known_device').where('customer_id', '=', customerId);
  if (except) query = query.where('device_hash', '<>', except);
  await query.execute();
}

/** Deletes devices that nobody is known by any more. */
export async function purgeKnownDevices(tx: Tx): Promise<void> {
  await tx.deleteFrom('known_device').where('last_used_at', '<', oldest()).execute();
}
