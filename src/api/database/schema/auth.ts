import type { Generated } from 'kysely';

/** A browser that a customer has signed in with. */
export interface KnownDeviceTable {
  /** SHA-256 of the customer's id and the device token, hex: the same browser has another hash for every customer. */
  device_hash: string;
  customer_id: number;
  created_at: string;
  /** The last sign-in with it. */
  last_used_at: string;
}

/** One line of the audit log. */
export interface AuditEventTable {
  id: Generated<number>;
  at: string;
  /** `customer:12`, `owner:<name on the machine>` or `system`. */
  actor: string;
  action: string;
  /** What it was done to, such as `customer:12` or an order number; empty where the action says it all. */
  subject: string;
  /** The network it came from, shortened: `203.0.113.0/24`, `2001:db8:1::/48`; null where it is not known. */
  network: string | null;
  /** JSON object of short values. */
  detail: string;
}
