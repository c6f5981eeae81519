import type { Generated } from 'kysely';

/** How a member of staff hears of new orders, beside the devices in `push_subscription`. */
export interface StaffAlertTable {
  staff_id: number;
  /** 1 for mails to their own address. */
  by_mail: number;
  /** Ten digits, to which texts go; null for none. */
  phone_number: string | null;
}

export interface PushSubscriptionTable {
  id: Generated<number>;
  staff_id: number;
  /** Address at the push service of the browser's maker. */
  endpoint: string;
  /** Public key of the browser (P-256, 65 bytes) and its secret (16 bytes), base64url. */
  p256dh: string;
  auth: string;
  device_name: string;
  created_at: string;
}

/** A notification to send to one browser; deleted when it is sent or given up. */
export interface PushMessageTable {
  id: Generated<number>;
  subscription_id: number;
  /** JSON: see `PushPayload`. */
  payload: string;
  attempts: Generated<number>;
  next_try_at: string;
  expires_at: string;
}

/** What `store doctor` warns of, as the hourly check last found it. */
export interface HealthWarningTable {
  /** The warning without its numbers, so that a count that changes is the same warning. */
  warning: string;
  subject: string;
  severity: 'note' | 'bad';
  finding: string;
  fix: string;
  began_at: string;
  /** How many checks in a row have found it, and since then have not. */
  seen: number;
  missed: number;
  /** 1 if its begin was mailed. */
  mailed: number;
  ended_at: string | null;
}
