import type { ColumnType, Generated } from 'kysely';
import type { AuditEventTable, KnownDeviceTable } from './auth.ts';
import type {
  CreditNoteTable,
  InvoiceSeriesTable,
  InvoiceTable,
  SellerTable,
  ShipmentTable,
  TaxSettingTable,
} from './invoices.ts';
import type {
  CheckoutKeyTable,
  CheckoutTable,
  CouponTable,
  CouponUseTable,
  OrderItemTable,
  OrderTable,
  PaymentEventTable,
  PaymentTable,
  RefundTable,
} from './orders.ts';

/**
 * The store's tables. Money is integer paise, times are ISO 8601 text in UTC, booleans are 0 and 1, lists and objects are JSON text.
 * Every product has at least one variant; a product without options has exactly one, with variation ''.
 */
export interface Tables {
  /** One row: the owner's settings, as the contract's storeSettings and homeSection JSON. */
  store: { id: number; settings: string; home_sections: string };
  /** One row. */
  catalogue_revision: {
    id: number;
    /** Incremented with every change to what pages show. */
    revision: number;
    /** Incremented with every change to the search index. */
    words_revision: number;
    /** Incremented with every change to which products a listing has, or in which order. */
    listing_revision: Generated<number>;
    /** The same without products that sell out or come back. */
    assortment_revision: Generated<number>;
    changed_at: string;
    /** 1 while a CDN has to be told what changed. */
    purges: Generated<number>;
  };
  /** Products that sold out or came back with a listing revision, if that changed nothing else; only the newest are kept. */
  availability_change: { listing_revision: number; product_id: number };
  cdn_purge: CdnPurgeTable;
  seller: SellerTable;
  sub_category: { id: Generated<number>; name: string; image: string; position: number };
  product: ProductTable;
  variant: VariantTable;
  customer: CustomerTable;
  session: SessionTable;
  /** Periods in demo mode; the current one has no `ended_at`. */
  demo_period: { id: Generated<number>; began_at: string; ended_at: string | null };
  known_device: KnownDeviceTable;
  audit_event: AuditEventTable;
  otp: OtpTable;
  registration: RegistrationTable;
  /** Password reset links; `token_hash` is the SHA-256 of the secret, hex. */
  password_reset: { token_hash: string; customer_id: number; expires_at: string };
  /** A customer's one address, as the contract's JSON. */
  saved_address: { customer_id: number; address: string; saved_at: string };
  wishlist: { id: Generated<number>; customer_id: number; product_id: number; added_at: string };
  /** Rate limit counters; `expire` is in milliseconds since 1970. The columns are rate-limiter-flexible's. */
  rate_limit: { key: string; points: number; expire: number | null };
  /** The owner's overrides of default limits; `value` is null for a disabled limit. Amounts are paise. */
  shop_limit: { name: string; value: number | null };
  checkout_key: CheckoutKeyTable;
  cart_line: { id: Generated<number>; customer_id: number; variant_id: number; quantity: number; added_at: string };
  checkout: CheckoutTable;
  orders: OrderTable;
  order_item: OrderItemTable;
  order_event: {
    id: Generated<number>;
    order_id: number;
    status: string;
    at: string;
    /** Reason given by customer or owner, if any. */
    reason: string | null;
  };
  coupon: CouponTable;
  coupon_use: CouponUseTable;
  payment: PaymentTable;
  payment_event: PaymentEventTable;
  refund: RefundTable;
  shipment: ShipmentTable;
  invoice: InvoiceTable;
  credit_note: CreditNoteTable;
  invoice_series: InvoiceSeriesTable;
  tax_setting: TaxSettingTable;
  outbox: OutboxTable;
  contact_message: ContactMessageTable;
  import_run: ImportRunTable;
  /** Changes that the import run has yet to apply, in order: JSON (StagedProduct), or null to take the product off sale. */
  import_item: { seq: number; slug: string; change: string | null };
}

/** One row while an import is running or was interrupted. */
export interface ImportRunTable {
  id: number;
  state: 'reading' | 'applying';
  /** Lease token of the process that may write. Another process takes the import over by setting its own. */
  owner: string;
  host: string;
  pid: number;
  started_at: string;
  /** When the owner last renewed its lease. */
  seen_at: string;
  done: number;
  total: number;
  /** JSON (ImportPlan); '' while reading. */
  plan: string;
}

export interface ProductTable {
  id: Generated<number>;
  slug: string;
  name: string;
  /** Sanitised HTML. */
  description: string;
  brand: string | null;
  /** Comma-separated picture references. */
  pictures: string;
  /** Alternative texts as a JSON list, parallel to `pictures`. */
  picture_alts: string;
  sub_category_id: number;
  seller_id: number;
  country_of_origin: string | null;
  /** Search keywords, from the import's tags. */
  keywords: string;
  /** The lowest price among the variants, for filters and sorting. */
  price: number;
  /** MRP of the variant with the lowest price. */
  mrp: number;
  /** Sum of the variants' stock, updated by the same transactions. */
  stock: number;
  /** Hash of the imported rows; an import skips unchanged products. */
  import_hash: string;
  /** 0 once the owner's file no longer contains it. */
  active: number;
  created_at: string;
  /** Last change to what pages show of it; null if unchanged since it was created. */
  updated_at: ColumnType<string | null, string | null | undefined>;
  /** Hundredths of a percent; null for the default of `tax_setting`. */
  gst_rate: ColumnType<number | null, number | null | undefined, number | null>;
  /** Code of the Harmonised System of Nomenclature; null for the default of `tax_setting`. */
  hsn: ColumnType<string | null, string | null | undefined, string | null>;
  /** What the variants differ in, such as "Colour"; null for sizes. */
  option_name: ColumnType<string | null, string | null | undefined>;
}

export interface VariantTable {
  id: Generated<number>;
  product_id: number;
  product_variation: string;
  sku: string | null;
  price: number;
  mrp: number;
  stock: number;
  position: number;
  active: number;
  /** Stock in the owner's last imported file. */
  imported_stock: ColumnType<number | null, number | null | undefined>;
}

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
  salt: string;
  /** HMAC-SHA-256 of phone number, purpose and code with the salt as key, hex. */
  code_hash: string;
  attempts_left: number;
  expires_at: string;
}

/** A message to send, written in the same transaction as the event it reports. */
export interface OutboxTable {
  id: Generated<number>;
  /** UUID sent with every attempt, so that the provider can detect duplicates. */
  message_id: string;
  kind: 'mail' | 'sms';
  recipient: string;
  /** Subject of a mail, template of an SMS. */
  subject: string;
  /** JSON: text of a mail, values of an SMS; cleared once sent. */
  body: string;
  state: 'waiting' | 'sent' | 'dead';
  /** Attempts started. */
  attempts: number;
  /** Earliest time of the next attempt; during an attempt, when its claim expires. */
  next_try_at: string;
  /** From then on the message is useless and no longer sent. */
  expires_at: string;
  last_error: string | null;
  created_at: string;
  sent_at: string | null;
}

/** A message from the contact form. */
export interface ContactMessageTable {
  id: Generated<number>;
  firstname: string;
  lastname: string;
  email: string;
  phone_number: string;
  subject: string;
  message: string;
  subscribe: number;
  created_at: string;
}

/** A purge that the CDN has not carried out yet. */
export interface CdnPurgeTable {
  id: Generated<number>;
  /** Joined by spaces. */
  surrogate_keys: string;
  /** 1 until the catalogue revision announces the change. */
  is_held: number;
  /** How often it is still to be sent. */
  passes: number;
  /** Attempts of the current pass. */
  attempts: number;
  /** When to send it; while it is being sent, when its lease expires. */
  due_at: string;
  created_at: string;
}
