import type { Generated } from 'kysely';

export interface ApiKeyTable {
  id: Generated<number>;
  name: string;
  /** JSON list of scopes. */
  scopes: string;
  /** SHA-256 of the key, hex. */
  key_hash: string;
  created_at: string;
  /** To the minute; null before the first use. */
  last_used_at: string | null;
}

/** The order in which programs read changes of orders. */
export interface OrderFeedTable {
  /** Given when a program reads, so that a change never gets a number below one that was read. */
  id: Generated<number>;
  order_event_id: number;
}
