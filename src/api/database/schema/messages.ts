import type { Generated } from 'kysely';
import type { MessageState } from '#lib/contract/admin/messages.ts';

/** A message to send, written in the same transaction as the event it reports. */
export interface OutboxTable {
  id: Generated<number>;
  /** UUID sent with every attempt, so that the provider can detect duplicates. */
  message_id: string;
  kind: 'mail' | 'sms';
  recipient: string;
  /** Subject of a mail, template of an SMS. */
  subject: string;
  /** JSON: text of a mail, values of an SMS; cleared once sent. */
  body: string;
  state: 'waiting' | 'sent' | 'dead';
  /** Attempts started. */
  attempts: number;
  /** Earliest time of the next attempt; during an attempt, when its claim expires. */
  next_try_at: string;
  /** From then on the message is useless and no longer sent. */
  expires_at: string;
  last_error: string | null;
  /** The name of the transport that made the last attempt; null before one. */
  transport: string | null;
  created_at: string;
  sent_at: string | null;
}

export interface ContactMessageTable {
  id: Generated<number>;
  firstname: string;
  lastname: string;
  email: string;
  phone_number: string;
  subject: string;
  message: string;
  subscribe: number;
  created_at: string;
  state: Generated<MessageState>;
}

export interface ContactReplyTable {
  id: Generated<number>;
  message_id: number;
  staff_id: number;
  /** UUID of the form, which is taken once. */
  form_id: string;
  reply: string;
  created_at: string;
}

/** A shopper's request for one mail when a product, or one variant of it, is back in stock. */
export interface StockAlertTable {
  id: Generated<number>;
  product_id: number;
  /** Null for any variant. */
  variant_id: number | null;
  email: string;
  /** The address as it is counted: aliases of a mailbox are one. */
  mailbox: string;
  created_at: string;
  /** When the mail was queued; null while the shopper waits. */
  sent_at: Generated<string | null>;
  /** SHA-256 (hex) of the secret in the mail's link to stop; null before the mail. */
  token_hash: Generated<string | null>;
}

/** A customer who has asked to be reminded of a cart by mail. Deleted when they no longer want it. */
export interface CartReminderTable {
  customer_id: number;
  asked_at: string;
  /** The version of the text that they agreed to. */
  asked_text: string;
  /** When the last reminder was queued. */
  reminded_at: Generated<string | null>;
  /** SHA-256 (hex) of the secret in the link to stop of the last reminder. */
  token_hash: Generated<string | null>;
}
