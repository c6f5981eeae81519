import type { Generated } from 'kysely';

/** An address of the owner's that events are posted to. */
export interface WebhookTable {
  id: Generated<number>;
  url: string;
  /** `whsec_` and the key of its signatures in base64. */
  secret: string;
  /** JSON list of event types; `["*"]` for all. */
  events: string;
  created_at: string;
}

/** One event for one webhook, written in the transaction that causes the event. */
export interface WebhookDeliveryTable {
  id: Generated<number>;
  webhook_id: number;
  /** Sent as `webhook-id` with every attempt, so that the receiver can detect duplicates. */
  message_id: string;
  event: string;
  /** Events with the same value are delivered one after the other; null for an event on its own. */
  sequence_key: string | null;
  payload: string;
  state: Generated<'waiting' | 'delivered' | 'failed'>;
  /** Attempts started. */
  attempts: Generated<number>;
  /** Earliest time of the next attempt; during an attempt, when its claim expires. */
  next_try_at: string;
  last_error: string | null;
  created_at: string;
  delivered_at: string | null;
}
