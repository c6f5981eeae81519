import { takeAdvisoryLock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { refuseField } from '#api/services/refusal.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { areUsableKeys, type PushKeys } from './encrypt.ts';

/** Browsers of one member of staff; the oldest makes room for a new one. */
const MAX_DEVICES = 10;

interface NewSubscription extends PushKeys {
  endpoint: string;
  deviceName: string;
}

/** The browsers that show notifications to a member of staff, the newest first. */
export const listDevices = (db: Db, staffId: number) =>
  db
    .selectFrom('push_subscription')
    .select(['id', 'device_name', 'created_at'])
    .where('staff_id', '=', staffId)
    .orderBy('id', 'desc')
    .execute();

/**
 * Adds a browser of a member of staff, or takes over one that another used before. Throws a `Refusal` (422) for an address or keys that cannot be
 * used; `allowsPlain` for addresses without https.
 */
export async function addDevice(
  tx: Tx,
  staffId: number,
  { endpoint, p256dh, auth, deviceName }: NewSubscription,
  allowsPlain: boolean,
): Promise<void> {
  const url = URL.parse(endpoint);
  const isUsable =
    url && !url.username && !url.password && (url.protocol === 'https:' || (allowsPlain && url.protocol === 'http:'));
  if (!isUsable || !areUsableKeys({ p256dh, auth }))
    throw refuseField('endpoint', 'This browser’s notifications cannot be used. Try another browser.');
  await takeAdvisoryLock(tx, `push:${staffId}`);
  const values = { staff_id: staffId, p256dh, auth, device_name: deviceName, created_at: isoNow() };
  await tx
    .insertInto('push_subscription')
    .values({ endpoint, ...values })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .execute();
  const others = await listDevices(tx, staffId);
  const removed = others.slice(MAX_DEVICES).map(({ id }) => id);
  if (removed.length > 0) await tx.deleteFrom('push_subscription').where('id', 'in', removed).execute();
}

/** Removes a browser of a member of staff, if it is theirs. */
export async function removeDevice(tx: Tx, staffId: number, id: number): Promise<void> {
  await tx.deleteFrom('push_subscription').where('id', '=', id).where('staff_id', '=', staffId).execute();
}
