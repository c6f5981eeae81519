import type { Generated } from 'kysely';

/**
 * A customer of the former shop. Grants nothing: it belongs to a customer of this shop only while that customer has proven the mailbox or the
 * phone number.
 */
export interface ImportedCustomerTable {
  id: Generated<number>;
  /** The system whose export it was in. */
  source: string;
  /** What tells customers apart: the mailbox, else the phone number. */
  contact: string;
  /** The email address in lower case. */
  mailbox: string | null;
  /** Ten digits. */
  phone: string | null;
  firstname: string;
  lastname: string;
  /** JSON of `FormerAddress`. */
  address: string | null;
  tags: string;
  accepts_email: number;
  accepts_sms: number;
  /** Where the consent was given; null without one. */
  consent_source: string | null;
  /** When it was given as the file says, else when it was imported. */
  consent_at: string | null;
  imported_at: string;
}

/** An order of the former shop. Nothing but lists reads it: no sales, limits, stock, invoices or events. Amounts are paise. */
export interface ImportedOrderTable {
  id: Generated<number>;
  source: string;
  /** As the former shop wrote it, such as "#1001". */
  order_number: string;
  mailbox: string | null;
  phone: string | null;
  customer_name: string;
  placed_at: string;
  /** In words of the former shop. */
  status: string;
  total: number;
  discount: number;
  shipping: number;
  refunded: number;
  /** JSON of `FormerItem[]`. */
  items: string;
  /** On one line. */
  address: string | null;
  imported_at: string;
}
