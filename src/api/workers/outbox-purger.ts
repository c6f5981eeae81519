import type { Logger } from 'pino';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import type { MessageTransport } from '#api/services/messages/message-transport.ts';
import { purgeOutbox } from '#api/services/messages/purge-outbox.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/rules/durations.ts';
import { type BackgroundWorker, runPeriodically } from './background-worker.ts';

/** Deletes old outbox messages every hour. */
export function startOutboxPurger(db: Db, transports: readonly MessageTransport[], log: Logger): BackgroundWorker {
  const onError = (error: unknown) => log.error({ err: error }, 'the outbox could not be purged');
  const schedule = { delayMs: HOUR_MS, initialDelayMs: MINUTE_MS };
  return runPeriodically(schedule, () => write(db, (tx) => purgeOutbox(tx, transports)), onError);
}
