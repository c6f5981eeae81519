import type { Logger } from 'pino';
import { type Db, write } from '../database/open.ts';
import type { Delivery } from '../services/delivery.ts';
import { tidyOutbox } from '../services/outbox.ts';
import { repeat, type Worker } from './worker.ts';

const MINUTE_MS = 60_000;

/** Clears the outbox of what is old, every hour while the store is open. */
export function startOutboxTidier(db: Db, deliveries: readonly Delivery[], log: Logger): Worker {
  const providers = deliveries.map(({ kind }) => kind);
  const failed = (error: unknown) => log.error({ err: error }, 'the outbox could not be tidied');
  const rhythm = { pauseMs: 60 * MINUTE_MS, firstAfterMs: MINUTE_MS };
  return repeat(rhythm, () => write(db, (tx) => tidyOutbox(tx, providers)), failed);
}
