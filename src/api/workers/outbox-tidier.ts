import type { Logger } from 'pino';
import { type Db, type Tx, write } from '#api/database/open.ts';
import type { Delivery } from '#api/services/delivery.ts';
import { forgetOldCheckoutKeys } from '#api/services/limits/checkout-limits.ts';
import { tidyOutbox } from '#api/services/outbox.ts';
import { repeat, type Worker } from './worker.ts';

const MINUTE_MS = 60_000;

/** Clears the outbox and the counts of checkouts of what is old, every hour while the store is open. */
export function startOutboxTidier(db: Db, deliveries: readonly Delivery[], log: Logger): Worker {
  const providers = deliveries.map(({ kind }) => kind);
  const failed = (error: unknown) => log.error({ err: error }, 'the outbox could not be tidied');
  const rhythm = { pauseMs: 60 * MINUTE_MS, firstAfterMs: MINUTE_MS };
  const tidy = async (tx: Tx): Promise<void> => {
    await tidyOutbox(tx, providers);
    await forgetOldCheckoutKeys(tx);
  };
  return repeat(rhythm, () => write(db, tidy), failed);
}
