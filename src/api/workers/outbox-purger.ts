import type { Logger } from 'pino';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { purgeCheckoutKeys } from '#api/services/checkout/keys.ts';
import { purgeOutbox } from '#api/services/messages/outbox.ts';
import type { MessageTransport } from '#api/services/messages/transport.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/rules/durations.ts';
import { type BackgroundWorker, runPeriodically } from './background-worker.ts';

/** Deletes old outbox messages and checkout keys. */
export function startOutboxPurger(db: Db, transports: readonly MessageTransport[], log: Logger): BackgroundWorker {
  const kinds = transports.map(({ kind }) => kind);
  const onError = (error: unknown) => log.error({ err: error }, 'the outbox could not be purged');
  const schedule = { delayMs: HOUR_MS, initialDelayMs: MINUTE_MS };
  const purge = async (tx: Tx): Promise<void> => {
    await purgeOutbox(tx, kinds);
    await purgeCheckoutKeys(tx);
  };
  return runPeriodically(schedule, () => write(db, purge), onError);
}
