import { type DestinationStream, type Logger, pino } from 'pino';
import { connectTransports } from '#api/services/messages/connect-transports.ts';
import type { ChosenTransport } from '#api/services/messages/transport-module.ts';
import type { BackgroundWorker } from '#api/workers/background-worker.ts';
import { startOutboxSender } from '#api/workers/outbox-sender.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';

/** A log whose lines are kept. */
export function keepLog(): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const stream: DestinationStream = { write: (line) => void lines.push(JSON.parse(line)) };
  return { log: pino({ level: 'debug' }, stream), lines };
}

/** Starts a sender of texts that polls the outbox continuously; its attempts are counted in the shop's metrics. */
export function startTexts(
  { store }: TestShop,
  chosen: readonly ChosenTransport[],
  log: Logger = pino({ level: 'silent' }),
): BackgroundWorker {
  const transports = connectTransports(chosen, { allowsPrivate: true });
  const { db, metrics } = store;
  const onAttempt = metrics.countMessageAttempt;
  return startOutboxSender({ db, kind: 'sms', transports, siteUrl: 'https://shop.example', log, onAttempt, delayMs: 20 });
}
