import type { Logger } from 'pino';
import type { Db } from '#api/database/schema/engine.ts';
import { type MessageTransport, Undeliverable } from '#api/services/messages/message-transport.ts';
import type { OutboxMessage } from '#api/services/messages/outbox.ts';
import { claimDue, markFailed, markSent } from '#api/services/messages/outbox-claims.ts';
import { type BackgroundWorker, runPeriodically } from './background-worker.ts';

/** Default polling delay, in milliseconds. */
const DELAY_MS = 1000;

/** Messages claimed and sent concurrently. */
const MAX_CONCURRENT = 8;

/** Timeout of one attempt, in milliseconds: much shorter than the claim on its message. */
const ATTEMPT_TIMEOUT_MS = 30_000;

/** Stopping aborts attempts in progress after this time, in milliseconds; shorter than the grace period of the host's shutdown. */
const STOP_TIMEOUT_MS = 6000;

export interface OutboxSenderOptions {
  db: Db;
  transport: MessageTransport;
  log: Logger;
  /** Polling delay in milliseconds. */
  delayMs?: number;
}

/** The error's message and that of its cause. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && !(error instanceof Undeliverable)
    ? `${error.message}: ${error.cause.message}`
    : error.message;
}

async function send({ db, transport, log }: OutboxSenderOptions, message: OutboxMessage, abort: AbortSignal): Promise<void> {
  const fields = { outbox: message.id, kind: message.kind, attempt: message.attempts };
  try {
    await transport.send(message, AbortSignal.any([abort, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]));
  } catch (error) {
    const state = await markFailed(db, message, describeFailure(error), error instanceof Undeliverable);
    log.warn({ ...fields, state, err: error }, 'message not sent');
    return;
  }
  await markSent(db, message);
  log.debug(fields, 'message sent');
}

/**
 * Sends the outbox messages of one transport. Safe to run in several processes and on several machines: each message is claimed before
 * it is sent. Delivery is at least once: after a crash between sending and marking as sent, the message is sent again with the same
 * message id when its claim expires.
 */
export function startOutboxSender(options: OutboxSenderOptions): BackgroundWorker {
  const { db, transport, log, delayMs = DELAY_MS } = options;
  const abort = new AbortController();

  const sendDue = async (stopping: AbortSignal): Promise<void> => {
    while (!stopping.aborted) {
      const claimed = await claimDue(db, transport, MAX_CONCURRENT);
      if (claimed.length === 0) return;
      const results = await Promise.allSettled(claimed.map((message) => send(options, message, abort.signal)));
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    }
  };
  const worker = runPeriodically({ delayMs }, sendDue, (error) => log.error({ err: error }, 'the outbox could not be processed'));
  return {
    stop: async () => {
      const timer = setTimeout(() => abort.abort(), STOP_TIMEOUT_MS);
      await worker.stop();
      clearTimeout(timer);
    },
  };
}
