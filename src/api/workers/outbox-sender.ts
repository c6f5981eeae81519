import type { Logger } from 'pino';
import type { Db } from '#api/database/open.ts';
import type { OutboxMessage } from '#api/services/messages/outbox.ts';
import { claimDue, markFailed, markSent } from '#api/services/messages/outbox-claims.ts';
import { type MessageTransport, Undeliverable } from '#api/services/messages/transport.ts';
import { type BackgroundWorker, runPeriodically } from './background-worker.ts';

/** How often the outbox is looked into, in milliseconds. */
const PAUSE_MS = 1000;

/** So many messages are on their way at a time. */
const AT_ONCE = 8;

/** A try is given up after so long, in milliseconds: far less than the claim on its message lasts. */
const TRY_MS = 30_000;

/** How long a stop waits for tries that are under way, in milliseconds: they end within the time that a host gives a stopping process. */
const STOP_MS = 6000;

export interface OutboxSenderOptions {
  db: Db;
  transport: MessageTransport;
  log: Logger;
  /** Milliseconds between looks into the outbox; one second unless given. */
  delayMs?: number;
}

/** What went wrong, with what lies beneath it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && !(error instanceof Undeliverable)
    ? `${error.message}: ${error.cause.message}`
    : error.message;
}

async function send(
  { db, transport: delivery, log }: OutboxSenderOptions,
  message: OutboxMessage,
  giveUp: AbortSignal,
): Promise<void> {
  const about = { outbox: message.id, kind: message.kind, attempt: message.attempts };
  try {
    await delivery.send(message, AbortSignal.any([giveUp, AbortSignal.timeout(TRY_MS)]));
  } catch (error) {
    const state = await markFailed(db, message, reasonOf(error), error instanceof Undeliverable);
    log.warn({ ...about, state, err: error }, 'message not sent');
    return;
  }
  await markSent(db, message);
  log.debug(about, 'message sent');
}

/**
 * Sends one kind of message from the outbox while the store is open. Several processes and machines may run one: each message is
 * claimed before it is sent. A message is noted as sent only after the provider took it: a crash in between sends it once more when
 * the claim has run out, under the same message id.
 */
export function startOutboxSender(sending: OutboxSenderOptions): BackgroundWorker {
  const { db, transport: delivery, log, delayMs: pauseMs = PAUSE_MS } = sending;
  const giveUp = new AbortController();

  const sendAll = async (stopping: AbortSignal): Promise<void> => {
    while (!stopping.aborted) {
      const claimed = await claimDue(db, delivery, AT_ONCE);
      if (claimed.length === 0) return;
      const outcomes = await Promise.allSettled(claimed.map((message) => send(sending, message, giveUp.signal)));
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    }
  };
  const worker = runPeriodically({ delayMs: pauseMs }, sendAll, (error) =>
    log.error({ err: error }, 'the outbox could not be worked on'),
  );
  return {
    stop: async () => {
      const late = setTimeout(() => giveUp.abort(), STOP_MS);
      await worker.stop();
      clearTimeout(late);
    },
  };
}
