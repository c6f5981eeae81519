import type { Logger } from 'pino';
import { type Db, type Tx, write } from '#api/database/open.ts';
import { purgeCheckoutKeys } from '#api/services/checkout/keys.ts';
import { purgeOutbox } from '#api/services/messages/outbox.ts';
import type { MessageTransport } from '#api/services/messages/transport.ts';
import { type BackgroundWorker, runPeriodically } from './background-worker.ts';

const MINUTE_MS = 60_000;

/** Clears the outbox and the counts of checkouts of what is old, every hour while the store is open. */
export function startOutboxPurger(db: Db, deliveries: readonly MessageTransport[], log: Logger): BackgroundWorker {
  const providers = deliveries.map(({ kind }) => kind);
  const failed = (error: unknown) => log.error({ err: error }, 'the outbox could not be tidied');
  const schedule = { delayMs: 60 * MINUTE_MS, initialDelayMs: MINUTE_MS };
  const tidy = async (tx: Tx): Promise<void> => {
    await purgeOutbox(tx, providers);
    await purgeCheckoutKeys(tx);
  };
  return runPeriodically(schedule, () => write(db, tidy), failed);
}
