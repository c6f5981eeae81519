import type { Generated } from 'kysely';
import type { StaffRole } from '#lib/contract/admin/staff.ts';

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
  /** Secret of the app that makes codes (base32); null until the one-time link has been used. */
  totp_secret: Generated<string | null>;
  /** The newest step of 30 seconds whose code was used: no code works twice. */
  totp_last_step: Generated<number>;
  /** 1 for the owner of a demo, who signs in by a button and changes no other staff. */
  is_demo: Generated<number>;
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
  /** The known device; null without one. */
  device_hash: Generated<string | null>;
}

/** One-time links of staff; a newer one replaces the older. */
export interface StaffLinkTable {
  staff_id: number;
  /** SHA-256 of the token, hex. */
  token_hash: string;
  expires_at: string;
}

/** Browsers that members of staff have signed in on, which have rate limits of their own. */
export interface StaffDeviceTable {
  /** SHA-256 of staff id and device token, hex. */
  device_hash: string;
  staff_id: number;
  last_used_at: string;
}

/** Codes that stand in for the app, each of which works once. */
export interface StaffRecoveryCodeTable {
  /** SHA-256 of staff id and code, hex. */
  code_hash: string;
  staff_id: number;
}

export interface StaffPasskeyTable {
  /** As browsers and devices name it (base64url). */
  credential_id: string;
  staff_id: number;
  /** COSE, base64url. */
  public_key: string;
  /** Uses that the device has counted; always 0 on some. */
  counter: number;
  /** Where it was made, such as "Chrome on Android". */
  device_name: string;
  created_at: string;
  last_used_at: string;
}
