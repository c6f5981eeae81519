import type { OutboxMessage } from './outbox.ts';

/** Sends messages of one kind through a provider. */
export interface MessageTransport {
  kind: OutboxMessage['kind'];
  /** The subjects that can be sent; all by default. */
  subjects?: readonly string[];
  /** Sends one message, until `signal` aborts. Throws `Undeliverable` when a retry is useless, any other error when it may help. */
  send: (message: OutboxMessage, signal: AbortSignal) => Promise<void>;
  /** Throws when the provider cannot be reached, or refuses the shop where that can be asked without sending a message. */
  verify: () => Promise<void>;
}

/** The provider rejects this message permanently: its recipient does not exist, or its content is not accepted. */
export class Undeliverable extends Error {}
