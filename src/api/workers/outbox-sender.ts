import { inspect } from 'node:util';
import type { Logger } from 'pino';
import type { Db } from '#api/database/schema/engine.ts';
import { type ConnectedTransport, toSendable } from '#api/services/messages/connect-transports.ts';
import { type AttemptResult, deliver, type ReadMessage } from '#api/services/messages/deliver.ts';
import { orderTransports } from '#api/services/messages/earlier-codes.ts';
import { type Sendable, Undeliverable } from '#api/services/messages/message-transport.ts';
import type { OutboxMessage } from '#api/services/messages/outbox.ts';
import { claimDue, markFailed, markSent } from '#api/services/messages/outbox-claims.ts';
import { readMailMessage, readTextMessage } from '#api/services/messages/read-message.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { type BackgroundWorker, sendPeriodically } from './background-worker.ts';

/** Default polling delay, in milliseconds. */
const DELAY_MS = 1000;

/** Most characters of a failure that are stored. */
const MAX_REASON_LENGTH = 500;

export interface OutboxSenderOptions {
  db: Db;
  kind: Sendable['kind'];
  /** Those that are tried first before others. */
  transports: readonly ConnectedTransport[];
  /** The shop's public address for links, without a trailing slash. */
  siteUrl: string;
  log: Logger;
  onAttempt?: (transport: string, result: AttemptResult) => void;
  /** Timeout of one attempt of one transport in milliseconds. */
  timeoutMs?: number;
  delayMs?: number;
}

/** The error's message and that of its cause, as one short line that every database stores. */
function describeFailure(error: unknown): string {
  const isError = error instanceof Error;
  const reason = isError ? error.message : inspect(error, { depth: 1 });
  const cause = isError && error.cause instanceof Error && !(error instanceof Undeliverable) ? `: ${error.cause.message}` : '';
  return `${reason}${cause}`
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_REASON_LENGTH)
    .toWellFormed();
}

async function readMessage({ db, siteUrl }: OutboxSenderOptions, row: OutboxMessage): Promise<ReadMessage> {
  if (row.kind === 'mail') return { kind: 'mail', mail: readMailMessage(row, siteUrl) };
  return { kind: 'sms', text: readTextMessage(row, (await readSettings(db)).store_name) };
}

async function send(options: OutboxSenderOptions, row: OutboxMessage, stopping: AbortSignal): Promise<void> {
  const { db, log, onAttempt } = options;
  const fields = { outbox: row.id, kind: row.kind, attempt: row.attempts };
  const transports = await orderTransports(db, options.transports, row);
  const delivery = await deliver(transports, await readMessage(options, row), {
    attempts: row.attempts,
    timeoutMs: options.timeoutMs,
    stopping,
    onAttempt: (transport, result, err) => {
      onAttempt?.(transport, result);
      if (result !== 'sent') log.warn({ ...fields, transport, result, err }, 'message not sent');
    },
  });
  const { transport } = delivery;
  if (delivery.isSent) {
    await markSent(db, row, transport);
    return log.debug({ ...fields, transport }, 'message sent');
  }
  const { error, isPermanent } = delivery;
  const state = await markFailed(db, row, { transport, reason: describeFailure(error), isPermanent });
  if (state === 'dead') log.error({ ...fields, transport, state }, 'message given up: see store outbox --state dead');
}

/**
 * Sends the outbox messages of one kind. Safe to run in several processes and on several machines: each message is claimed before it is sent.
 * Delivery is at least once: after a crash between sending and marking as sent, the message is sent again with the same message id when its
 * claim expires.
 */
export function startOutboxSender(options: OutboxSenderOptions): BackgroundWorker {
  const { db, kind, transports, log, delayMs = DELAY_MS } = options;
  const sendable = toSendable(kind, transports);
  return sendPeriodically(
    delayMs,
    (limit) => claimDue(db, sendable, limit),
    (message, abort) => send(options, message, abort),
    (error) => log.error({ err: error }, 'the outbox could not be processed'),
  );
}
