import type { ColumnType, Generated } from 'kysely';

export interface CustomerTable {
  id: Generated<number>;
  firstname: string;
  lastname: string;
  /** Unique among verified addresses only. */
  email: string | null;
  /** Unique among verified numbers only; an unverified one is just a contact number. */
  phone_number: string;
  alt_phone_number: string | null;
  created_at: string;
  /** When the number was verified by a code; null if unverified. */
  phone_verified_at: string | null;
  /** When the address was verified by a mailed link; null if unverified. */
  email_verified_at: string | null;
  /** argon2id with its parameters; null for customers who only sign in by code. */
  password_hash: string | null;
  /** When the owner of the verified email address entered the phone number; null if someone else may have entered it. */
  phone_named_at: string | null;
  /** The mailbox that a guest has proven by a mailed code, in lower case; null for customers. Such a row has verified nothing and has no password. */
  mailbox: ColumnType<string | null, string | null | undefined, string | null>;
}

/** A sign-up with an unverified email address; it becomes a customer by verification. */
export interface RegistrationTable {
  id: Generated<number>;
  firstname: string;
  lastname: string;
  email: string;
  phone_number: string;
  password_hash: string;
  /** SHA-256 of the mailed secret, hex. */
  token_hash: string;
  /** SHA-256 of the receipt in the sign-up's reply, hex. */
  receipt_hash: string | null;
  expires_at: string;
}

export interface SessionTable {
  /** SHA-256 of the token, hex; the token itself is not stored. */
  token_hash: string;
  customer_id: number;
  created_at: string;
  last_used_at: string;
  /** Browser and operating system, such as "Chrome on Android"; empty if unknown. */
  device_name: ColumnType<string, string | undefined, string>;
  /** The known device that opened the session (see `known_device`); null if unknown. */
  device_hash: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface OtpTable {
  id: Generated<number>;
  phone_number: string;
  purpose: 'checkout' | 'login';
  /** SHA-256 of phone number and requesting device's token, hex; empty without a token. */
  device_hash: string;
  /** The mailbox that the code was mailed to, and proves; '' for a code that proves the phone number. */
  mailbox: string;
  salt: string;
  /** HMAC-SHA-256 of phone number, purpose and code with the salt as key, hex. */
  code_hash: string;
  attempts_left: number;
  expires_at: string;
}

export interface KnownDeviceTable {
  /** SHA-256 of customer id and device token, hex, so that one browser has a different hash for each customer. */
  device_hash: string;
  customer_id: number;
  created_at: string;
  last_used_at: string;
}
