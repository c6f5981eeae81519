import { ATTEMPT_TIMEOUT_MS, type ConnectedTransport } from './connect-transports.ts';
import { type MailMessage, type TextMessage, Undeliverable } from './message-transport.ts';

export type ReadMessage = { kind: 'mail'; mail: MailMessage } | { kind: 'sms'; text: TextMessage };

/** How an attempt of one transport ended: `refused` permanently, or `failed` so that another attempt may help. */
export type AttemptResult = 'sent' | 'refused' | 'failed';

export type MessageDelivery = { transport: string } & (
  | { isSent: true }
  | { isSent: false; error: unknown; isPermanent: boolean }
);

export interface DeliverOptions {
  /** Attempts started, this one included. */
  attempts: number;
  /** Aborts when the shop stops. */
  stopping: AbortSignal;
  /** Timeout of each transport in milliseconds; `ATTEMPT_TIMEOUT_MS` by default. */
  timeoutMs?: number | undefined;
  onAttempt: (transport: string, result: AttemptResult, error?: unknown) => void;
}

/** Rejects as soon as `signal` aborts, so that a transport that ignores it cannot hold the outbox up. */
const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

async function attempt(transport: ConnectedTransport, message: ReadMessage, options: DeliverOptions): Promise<void> {
  const { stopping, timeoutMs = ATTEMPT_TIMEOUT_MS } = options;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
  await Promise.race([
    Promise.try(async () => {
      if (message.kind === 'mail' && transport.channel === 'mail') await transport.send(message.mail, signal);
      else if (message.kind === 'sms' && transport.channel !== 'mail') await transport.send(message.text, signal);
      else throw new TypeError(`${transport.name} sends no messages of kind ${message.kind}`);
    }),
    rejectOnAbort(signal),
  ]);
}

const hasKind = (transport: ConnectedTransport, message: ReadMessage): boolean =>
  message.kind === 'mail' || transport.channel === 'mail' || transport.kinds.includes(message.text.kind);

/**
 * Sends a message by the first of these transports that has a template for it. What that refuses permanently goes by the next one at once; after
 * another failure it is tried once more before the next one is. The message is given up when all refuse it.
 */
export async function deliver(
  transports: readonly ConnectedTransport[],
  message: ReadMessage,
  options: DeliverOptions,
): Promise<MessageDelivery> {
  const able = transports.filter((transport) => hasKind(transport, message));
  let last: MessageDelivery = {
    transport: '',
    isSent: false,
    error: new Error('No transport sends this message'),
    isPermanent: false,
  };
  const { attempts, stopping, onAttempt } = options;
  let refusals = 0;
  for (const transport of able) {
    const { name } = transport;
    try {
      await attempt(transport, message, options);
      onAttempt(name, 'sent');
      return { transport: name, isSent: true };
    } catch (error) {
      const isRefused = error instanceof Undeliverable;
      onAttempt(name, isRefused ? 'refused' : 'failed', error);
      if (isRefused) refusals++;
      last = { transport: name, isSent: false, error, isPermanent: refusals === able.length };
      if (stopping.aborted || (!isRefused && attempts === 1)) break;
    }
  }
  return last;
}
