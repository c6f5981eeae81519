import type { OutboxMessage } from './outbox.ts';

/** Takes messages of one kind to where they go: a mail server, an SMS provider, a test's own. */
export interface MessageTransport {
  kind: OutboxMessage['kind'];
  /** The subjects that can be delivered; all unless given. */
  subjects?: readonly string[];
  /**
   * Delivers one message. Throws `Undeliverable` when trying again is useless, anything else when it may help. Gives up once `signal`
   * says so.
   */
  send: (message: OutboxMessage, signal: AbortSignal) => Promise<void>;
  /** Throws when the provider cannot be reached or refuses the shop. */
  verify: () => Promise<void>;
}

/** The provider will never take this message: its recipient does not exist, or its content is refused. */
export class Undeliverable extends Error {}
