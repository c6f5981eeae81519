import { setTimeout as sleep } from 'node:timers/promises';
import { readRevision } from '#api/database/catalogue-revision.ts';
import { isOutOfSpace, isReadOnly } from '#api/database/errors/engine-errors.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { countFacets, findProducts, listNewestProducts } from '#api/services/products/products.ts';
import { readStoreInfo } from './settings.ts';

/** TTL of a result, in milliseconds; bounds the cost of frequent probes. */
const CACHE_TTL_MS = 3000;

/** Timeout of the test write, in milliseconds. A write that takes longer waits for another writer, which counts as ready. */
const WRITE_WAIT_MS = 2000;

/** Writes a value and its original back, because SQLite skips the write of an unchanged row. */
const probeWrite = (db: Db): Promise<void> =>
  write(db, async (tx) => {
    const { changed_at } = await tx.selectFrom('catalogue_revision').select('changed_at').executeTakeFirstOrThrow();
    for (const value of ['', changed_at]) await tx.updateTable('catalogue_revision').set({ changed_at: value }).execute();
  });

/** Rejects when the disk is full or the database is read-only. */
async function checkWrite(db: Db): Promise<void> {
  const written = probeWrite(db).catch((error: unknown) => {
    if (isOutOfSpace(error) || isReadOnly(error)) throw error;
  });
  await Promise.race([written, sleep(WRITE_WAIT_MS, undefined, { ref: false })]);
}

async function runChecks(db: Db): Promise<void> {
  await readStoreInfo(db);
  await findProducts(db, {});
  await countFacets(db, {});
  await listNewestProducts(db, 1);
  await checkWrite(db);
}

/** Returns what reads the catalogue revision, and rejects when the store cannot read and write. Cached for `CACHE_TTL_MS`. */
export function createReadinessCheck(db: Db): () => Promise<number> {
  let startedAt = Number.NEGATIVE_INFINITY;
  let last: Promise<void> | undefined;
  return async () => {
    const revision = await readRevision(db);
    if (performance.now() - startedAt >= CACHE_TTL_MS) {
      startedAt = performance.now();
      last = runChecks(db);
    }
    await last;
    return revision;
  };
}
