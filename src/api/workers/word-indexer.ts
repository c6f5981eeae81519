import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { lockStock } from '#api/database/locks.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { indexProducts } from '#api/database/search/product-index.ts';
import { write } from '#api/database/transaction.ts';
import { HOUR_MS } from '#lib/rules/durations.ts';
import { type BackgroundWorker, runPeriodically } from './background-worker.ts';

/** Products of one transaction, which blocks other writers on SQLite for about 50 ms. */
const BATCH_SIZE = 100;
/** Pause after a transaction, in milliseconds. */
const PAUSE_MS = 50;

const indexBatch = (db: Db): Promise<number> =>
  write(db, async (tx) => {
    const waiting = await tx
      .selectFrom('product_to_index')
      .select('product_id')
      .orderBy('product_id')
      .limit(BATCH_SIZE)
      .execute();
    const ids = waiting.map(({ product_id }) => product_id);
    if (ids.length === 0) return 0;
    // Another process may index the same products, or import them.
    await lockStock(tx, ids);
    await indexProducts(tx, ids);
    await tx.deleteFrom('product_to_index').where('product_id', 'in', ids).execute();
    return ids.length;
  });

/** Indexes the products whose words an upgrade has made outdated. Until then, they are found by their words of before. */
export function startWordIndexer(db: Db, log: Logger): BackgroundWorker {
  const indexAll = async (stopping: AbortSignal) => {
    while (!stopping.aborted && (await indexBatch(db)) > 0) await setTimeout(PAUSE_MS);
  };
  return runPeriodically({ delayMs: HOUR_MS }, indexAll, (error) =>
    log.error({ err: error }, 'words of products could not be indexed after the upgrade; the next attempt is in an hour'),
  );
}
