import type { Generated } from 'kysely';
import type { StaffRole } from '#lib/contract/admin/staff.ts';

/** People who run the shop. */
export interface StaffTable {
  id: Generated<number>;
  email: string;
  /** The address in the form that is compared (see `toMailbox`). */
  mailbox: string;
  name: string;
  role: StaffRole;
  /** Null until the one-time link has been used. */
  password_hash: string | null;
  created_at: string;
  /** Kept for the audit log; null for those who may sign in. */
  removed_at: string | null;
}

export interface StaffSessionTable {
  /** The token itself is not stored. */
  token_hash: string;
  staff_id: number;
  created_at: string;
  /** When they last proved who they are; later than `created_at` after signing in again. */
  signed_in_at: string;
  last_used_at: string;
  /** A plain name such as "Chrome on Android". */
  device_name: string;
  /** Truncated network of the client at sign-in; null if unknown. */
  network: string | null;
}
