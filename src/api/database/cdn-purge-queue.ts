import { isoNow } from '#lib/rules/durations.ts';
import { keysToPurge, STORE_KEY } from '#lib/rules/http/surrogate-keys.ts';
import type { Db, Tx } from './schema/engine.ts';
import { write } from './transaction.ts';

/** Each purge is sent twice: now, and after responses in flight could have been cached. */
const PASSES = 2;

/** A change of more keys purges everything. */
const MAX_KEYS = 500;

async function arePurgesEnabled(db: Db): Promise<boolean> {
  const { purges } = await db.selectFrom('catalogue_revision').select('purges').executeTakeFirstOrThrow();
  return purges === 1;
}

/** Turns the queue on or off for every process that writes to this database. */
export async function enablePurges(db: Db, isEnabled: boolean): Promise<void> {
  if ((await arePurgesEnabled(db)) === isEnabled) return;
  await write(db, async (tx) => {
    await tx
      .updateTable('catalogue_revision')
      .set({ purges: Number(isEnabled) })
      .execute();
    if (!isEnabled) await tx.deleteFrom('cdn_purge').execute();
  });
}

/** Queues a purge of changed surrogate keys, in the transaction that changes them. A held one waits, see `holdPurge`. */
export async function insertPurge(tx: Tx, changed: Iterable<string>, { isHeld }: { isHeld: boolean }): Promise<void> {
  const now = isoNow();
  const keys = keysToPurge(changed);
  if (keys.length === 0) return;
  const surrogate_keys = keys.length > MAX_KEYS ? STORE_KEY : keys.join(' ');
  await tx
    .insertInto('cdn_purge')
    .values({ surrogate_keys, is_held: Number(isHeld), passes: PASSES, attempts: 0, due_at: now, created_at: now })
    .execute();
}

/** Queues a purge that waits for the next bump of the catalogue revision: until then pages show the data from before. */
export async function holdPurge(tx: Tx, changed: Iterable<string>): Promise<void> {
  if (await arePurgesEnabled(tx)) await insertPurge(tx, changed, { isHeld: true });
}

/** Releases held purges when the revision is bumped, which makes pages show all that was committed before. */
export const releasePurges = (tx: Tx): Promise<unknown> =>
  tx.updateTable('cdn_purge').set({ is_held: 0, due_at: isoNow() }).where('is_held', '=', 1).execute();
