import type { Db, Tx } from '#api/database/schema/engine.ts';
import { sha256Hex } from '#api/services/hashing.ts';
import { DAY_SECONDS, isoAgo, isoNow } from '#lib/rules/durations.ts';

/** How long a device stays known after the last sign-in on it, in seconds. */
export const DEVICE_TTL_SECONDS = 90 * DAY_SECONDS;

/** The most known devices of a customer; the least recently used one is evicted. */
const MAX_DEVICES = 20;

/** Hashes a device token for one customer, so that the table does not show which customers share a browser. */
const hashDevice = (customerId: number, token: string): string => sha256Hex(`${customerId}:${token}`);

const expiryCutoff = (): string => isoAgo(DEVICE_TTL_SECONDS * 1000);

/** The hash of the browser's device, if it is a known device of the customer. */
export async function findKnownDevice(db: Db, customerId: number, deviceToken: string | undefined): Promise<string | undefined> {
  if (deviceToken === undefined) return undefined;
  const row = await db
    .selectFrom('known_device')
    .select('device_hash')
    .where('device_hash', '=', hashDevice(customerId, deviceToken))
    .where('last_used_at', '>=', expiryCutoff())
    .executeTakeFirst();
  return row?.device_hash;
}

/** Whether the customer has any known device. */
export async function hasKnownDevice(db: Db, customerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('known_device')
    .select('device_hash')
    .where('customer_id', '=', customerId)
    .where('last_used_at', '>=', expiryCutoff())
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds or renews a known device and returns its hash; evicts the least recently used over the maximum. */
export async function rememberDevice(tx: Tx, customerId: number, deviceToken: string): Promise<string> {
  const device_hash = hashDevice(customerId, deviceToken);
  const now = isoNow();
  await tx
    .insertInto('known_device')
    .values({ device_hash, customer_id: customerId, created_at: now, last_used_at: now })
    .onConflict((conflict) => conflict.column('device_hash').doUpdateSet({ last_used_at: now }))
    .execute();
  const excess = await tx
    .selectFrom('known_device')
    .select('device_hash')
    .where('customer_id', '=', customerId)
    .where('device_hash', '<>', device_hash)
    .orderBy('last_used_at', 'desc')
    .offset(MAX_DEVICES - 1)
    .limit(MAX_DEVICES)
    .execute();
  if (excess.length > 0) {
    const hashes = excess.map((row) => row.device_hash);
    await tx.deleteFrom('known_device').where('device_hash', 'in', hashes).execute();
  }
  return device_hash;
}

/** Deletes a customer's known devices, except the one with the hash `except`. */
export async function deleteKnownDevices(tx: Tx, customerId: number, except?: string | null): Promise<void> {
  let query = tx.deleteFrom('known_device').where('customer_id', '=', customerId);
  if (except) query = query.where('device_hash', '<>', except);
  await query.execute();
}

/** Deletes expired devices. */
export async function purgeKnownDevices(tx: Tx): Promise<void> {
  await tx.deleteFrom('known_device').where('last_used_at', '<', expiryCutoff()).execute();
}
