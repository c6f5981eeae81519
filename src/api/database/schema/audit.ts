import type { Generated } from 'kysely';

export interface AuditEventTable {
  id: Generated<number>;
  at: string;
  /** `customer:12`, `owner:<name on the machine>`, `visitor` or `system`. */
  actor: string;
  action: string;
  /** Affected object, such as `customer:12` or an order number; empty when the action needs none. */
  subject: string;
  /** Truncated network of the client: `203.0.113.0/24`, `2001:db8:1::/48`; null if unknown. */
  network: string | null;
  /** JSON object of short values. */
  detail: string;
  /** Its number in the chain, without gaps; null for events of earlier versions. */
  seq: number | null;
  /** Hash of this event and all before it, hex; null for events of earlier versions. */
  chain: string | null;
}

/** One row: where the chain of events begins and ends. */
export interface AuditChainTable {
  id: number;
  /** The last event that has been purged; 0 if none has. */
  base_seq: number;
  /** Its hash; empty if there is none. */
  base_hash: string;
  last_seq: number;
  last_hash: string;
}
