import type { Generated } from 'kysely';

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
