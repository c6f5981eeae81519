import type { Generated } from 'kysely';

/** A browser from which a customer has signed in. */
export interface KnownDeviceTable {
  /** SHA-256 of customer id and device token, hex, so that one browser has a different hash for each customer. */
  device_hash: string;
  customer_id: number;
  created_at: string;
  /** Time of the last sign-in. */
  last_used_at: string;
}

/** One line of the audit log. */
export interface AuditEventTable {
  id: Generated<number>;
  at: string;
  /** `customer:12`, `owner:<name on the machine>` or `system`. */
  actor: string;
  action: string;
  /** Affected object, such as `customer:12` or an order number; empty when the action needs none. */
  subject: string;
  /** Truncated network of the client: `203.0.113.0/24`, `2001:db8:1::/48`; null if unknown. */
  network: string | null;
  /** JSON object of short values. */
  detail: string;
}
