import type { ColumnType, Generated } from 'kysely';
import type { AuditEventTable, KnownDeviceTable } from './auth.ts';
import type {
  CheckoutKeyTable,
  CheckoutTable,
  CouponTable,
  CouponUseTable,
  OrderItemTable,
  OrderTable,
  PaymentTable,
  RefundTable,
} from './orders.ts';

/**
 * The store's tables. Money is integer paise, moments are ISO 8601 text in UTC, switches are 0 and 1, lists and objects are JSON
 * text. Every product has at least one variant; a product with nothing to choose has exactly one, whose variation is ''.
 */
export interface Tables {
  /** One row: what the owner set, as the contract's storeSettings and homeSection JSON. */
  store: { id: number; settings: string; home_sections: string };
  /** One row: grows by one whenever anything that pages show has changed. */
  catalogue_revision: {
    id: number;
    revision: number;
    /** Grows whenever the words that search knows have changed. */
    words_revision: number;
    changed_at: string;
  };
  /** The store itself has the name '', so that it follows the settings (seller-name.ts). */
  seller: { id: Generated<number>; kind: 'retailer' | 'wholesaler'; name: string };
  sub_category: { id: Generated<number>; name: string; image: string; position: number };
  product: ProductTable;
  variant: VariantTable;
  customer: CustomerTable;
  session: SessionTable;
  /** When the shop was a demo; the one that is still running has no `ended_at`. */
  demo_period: { id: Generated<number>; began_at: string; ended_at: string | null };
  known_device: KnownDeviceTable;
  audit_event: AuditEventTable;
  otp: OtpTable;
  registration: RegistrationTable;
  /** Links to choose a new password: SHA-256 of the secret, hex. */
  password_reset: { token_hash: string; customer_id: number; expires_at: string };
  /** A customer's one address, as the contract's JSON. */
  saved_address: { customer_id: number; address: string; saved_at: string };
  wishlist: { id: Generated<number>; customer_id: number; product_id: number; added_at: string };
  /** How often something was tried; `expire` is a moment in milliseconds since 1970. The columns are rate-limiter-flexible's. */
  rate_limit: { key: string; points: number; expire: number | null };
  /** The owner's limits that differ from the defaults; `value` is null where a limit is off. Amounts are paise. */
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
    /** Why, where somebody said so. */
    reason: string | null;
  };
  coupon: CouponTable;
  coupon_use: CouponUseTable;
  payment: PaymentTable;
  refund: RefundTable;
  outbox: OutboxTable;
  contact_message: ContactMessageTable;
  import_run: ImportRunTable;
  /** What the import run is still to write, in order: JSON (StagedProduct), or null where the product is taken from sale. */
  import_item: { seq: number; slug: string; change: string | null };
}

/** One row while an import is running or was interrupted. */
export interface ImportRunTable {
  id: number;
  state: 'reading' | 'applying';
  /** A token of the process that may write; another one takes the import over by putting its own. */
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
  /** What each picture shows, a JSON list beside `pictures`. */
  picture_alts: string;
  sub_category_id: number;
  seller_id: number;
  country_of_origin: string | null;
  /** Words to be found by, from the import's tags. */
  keywords: string;
  /** The lowest price among variants, and that variant's MRP; kept for filters and sorting. */
  price: number;
  mrp: number;
  /** Sum of the variants' stock; kept by the same transactions that move stock. */
  stock: number;
  /** A fingerprint of the imported rows, so that an unchanged product is left alone. */
  import_hash: string;
  /** 0 once the owner's file no longer offers it. */
  active: number;
  created_at: string;
  /** When what pages show of it last changed; null while it is as it was first offered. */
  updated_at: ColumnType<string | null, string | null | undefined>;
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
  /** What the owner's file last said of its stock. */
  imported_stock: ColumnType<number | null, number | null | undefined>;
}

export interface CustomerTable {
  id: Generated<number>;
  firstname: string;
  lastname: string;
  /** Several may name the same address; only one has verified it. */
  email: string | null;
  /** Names one customer only once it is verified; until then it is where to call, and several may give the same. */
  phone_number: string;
  alt_phone_number: string | null;
  created_at: string;
  /** When the number was verified by a code; null while it is only said. */
  phone_verified_at: string | null;
  /** When the address was verified by a mailed link; null while it is only said. */
  email_verified_at: string | null;
  /** argon2id with its parameters; null for who signs in by code alone. */
  password_hash: string | null;
  /** When the owner of the verified e-mail address named the phone number; null where somebody else may have named it. */
  phone_named_at: string | null;
}

/** A sign-up whose e-mail address is still to be proven; no customer before that. */
export interface RegistrationTable {
  id: Generated<number>;
  firstname: string;
  lastname: string;
  email: string;
  phone_number: string;
  password_hash: string;
  /** SHA-256 of the mailed secret, hex. */
  token_hash: string;
  /** SHA-256 of the receipt that the sign-up was answered with, hex. */
  receipt_hash: string | null;
  expires_at: string;
}

export interface SessionTable {
  /** SHA-256 of the token, hex; the token itself is nowhere. */
  token_hash: string;
  customer_id: number;
  created_at: string;
  last_used_at: string;
  /** Browser and system in plain words, such as "Chrome on Android"; empty where it is not known. */
  device_name: ColumnType<string, string | undefined, string>;
  /** The known device that opened it (see `known_device`); null where none was named. */
  device_hash: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface OtpTable {
  id: Generated<number>;
  phone_number: string;
  purpose: 'checkout' | 'login';
  /** SHA-256 of the device token that asked for the code, with the number, hex; empty where none was sent. */
  device_hash: string;
  /** Random, so that equal codes do not look alike. */
  salt: string;
  /** HMAC-SHA-256 of phone, purpose and code under the salt, hex. */
  code_hash: string;
  attempts_left: number;
  expires_at: string;
}

/** A message to be sent, written by the transaction that it tells of. */
export interface OutboxTable {
  id: Generated<number>;
  /** A UUID that every try of this message carries, so that who receives it twice can tell. */
  message_id: string;
  kind: 'mail' | 'sms';
  recipient: string;
  /** A mail's subject; an SMS's template. */
  subject: string;
  /** JSON: a mail's text, an SMS's values; emptied once sent. */
  body: string;
  state: 'waiting' | 'sent' | 'dead';
  /** Tries begun. */
  attempts: number;
  /** A waiting message may be tried from now on; while one is being tried, this is when the try counts as lost. */
  next_try_at: string;
  /** When the message stops being of use. */
  expires_at: string;
  last_error: string | null;
  created_at: string;
  sent_at: string | null;
}

/** What a shopper wrote to the store. */
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
