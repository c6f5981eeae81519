import { setTimeout as sleep } from 'node:timers/promises';
import { isOutOfSpace } from '#api/database/errors/out-of-space.ts';
import { isReadOnly } from '#api/database/errors/read-only.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { listNewestProducts, listProducts } from '#api/services/catalogue/listing.ts';
import { readRevision } from '#api/services/catalogue/revision.ts';
import { countFacets } from '#api/services/search/facets.ts';
import { readStoreInfo } from './settings.ts';

/** An answer holds for so long, in milliseconds: whoever asks more often costs nothing. */
const HOLDS_MS = 3000;

/** A write that has to wait longer than this waits for another writer, which is no sign of a full disk. In milliseconds. */
const WRITE_WAIT_MS = 2000;

interface Check {
  begun: number;
  done: Promise<void>;
}

const checks = new WeakMap<Db, Check>();

/** The smallest real write: there and back again. SQLite does not write a row at all that stays as it is. */
const writeNothing = (db: Db): Promise<void> =>
  write(db, async (tx) => {
    const { changed_at } = await tx.selectFrom('catalogue_revision').select('changed_at').executeTakeFirstOrThrow();
    for (const value of ['', changed_at]) await tx.updateTable('catalogue_revision').set({ changed_at: value }).execute();
  });

/** Rejects when nothing can be written because the disk is full or the database is read-only. */
async function checkWrite(db: Db): Promise<void> {
  const written = writeNothing(db).catch((error: unknown) => {
    if (isOutOfSpace(error) || isReadOnly(error)) throw error;
  });
  await Promise.race([written, sleep(WRITE_WAIT_MS, undefined, { ref: false })]);
}

/** Reads what the home page and the listing of all products read, then writes. */
async function check(db: Db): Promise<void> {
  await readStoreInfo(db);
  await listProducts(db, {});
  await countFacets(db, '', {});
  await listNewestProducts(db, 1);
  await checkWrite(db);
}

/** The catalogue's revision, when the shop can show products and take orders; else rejects. What it found holds for three seconds. */
export async function checkReadiness(db: Db): Promise<number> {
  const revision = await readRevision(db);
  const last = checks.get(db);
  if (last && performance.now() - last.begun < HOLDS_MS) {
    await last.done;
    return revision;
  }
  const done = check(db);
  checks.set(db, { begun: performance.now(), done });
  await done;
  return revision;
}
