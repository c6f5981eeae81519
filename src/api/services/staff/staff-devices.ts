import type { Db, Tx } from '#api/database/schema/engine.ts';
import { sha256Hex } from '#api/services/hashing.ts';
import { STAFF_DEVICE_DAYS } from '#lib/contract/lifetimes.ts';
import { DAY_MS, isoAgo, isoNow } from '#lib/rules/durations.ts';

/** The most known devices of a member of staff; the least recently used one is evicted. */
const MAX_DEVICES = 20;

const hashDevice = (staffId: number, token: string): string => sha256Hex(`staff:${staffId}:${token}`);

const expiryCutoff = (): string => isoAgo(STAFF_DEVICE_DAYS * DAY_MS);

/** The hash of the browser's device, if the member of staff has signed in on it. Looks also for nobody (0), so that the work is the same. */
export async function findStaffDevice(db: Db, staffId: number, deviceToken: string | undefined): Promise<string | undefined> {
  const row = await db
    .selectFrom('staff_device')
    .select('device_hash')
    .where('device_hash', '=', hashDevice(staffId, deviceToken ?? ''))
    .where('last_used_at', '>=', expiryCutoff())
    .executeTakeFirst();
  return row?.device_hash;
}

/** Adds or renews a known device and returns its hash. */
export async function rememberStaffDevice(tx: Tx, staffId: number, deviceToken: string): Promise<string> {
  const device_hash = hashDevice(staffId, deviceToken);
  const now = isoNow();
  await tx
    .insertInto('staff_device')
    .values({ device_hash, staff_id: staffId, last_used_at: now })
    .onConflict((conflict) => conflict.column('device_hash').doUpdateSet({ last_used_at: now }))
    .execute();
  const others = tx.selectFrom('staff_device').select('device_hash').where('staff_id', '=', staffId);
  const excess = await others
    .where('device_hash', '<>', device_hash)
    .orderBy('last_used_at', 'desc')
    .offset(MAX_DEVICES - 1)
    .limit(MAX_DEVICES)
    .execute();
  const hashes = excess.map((row) => row.device_hash);
  if (hashes.length > 0) await tx.deleteFrom('staff_device').where('device_hash', 'in', hashes).execute();
  return device_hash;
}

/** Deletes expired devices. */
export async function purgeStaffDevices(tx: Tx): Promise<void> {
  await tx.deleteFrom('staff_device').where('last_used_at', '<', expiryCutoff()).execute();
}
