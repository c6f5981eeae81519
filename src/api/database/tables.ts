import type { Generated } from 'kysely';

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
  seller: { id: Generated<number>; kind: 'retailer' | 'wholesaler'; name: string };
  sub_category: { id: Generated<number>; name: string; image: string; position: number };
  product: ProductTable;
  variant: VariantTable;
  customer: CustomerTable;
  session: SessionTable;
  otp: OtpTable;
  /** When codes were sent to a number, for as long as it limits the next one. */
  otp_send: { id: Generated<number>; phone_number: string; sent_at: string };
  cart_line: { id: Generated<number>; customer_id: number; variant_id: number; quantity: number; added_at: string };
  checkout: CheckoutTable;
  orders: OrderTable;
  order_item: OrderItemTable;
  order_event: { id: Generated<number>; order_id: number; status: string; at: string };
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
}

export interface CustomerTable {
  id: Generated<number>;
  firstname: string;
  lastname: string;
  email: string | null;
  phone_number: string;
  alt_phone_number: string | null;
  created_at: string;
}

export interface SessionTable {
  /** SHA-256 of the token, hex; the token itself is nowhere. */
  token_hash: string;
  customer_id: number;
  created_at: string;
  last_used_at: string;
}

export interface OtpTable {
  id: Generated<number>;
  phone_number: string;
  purpose: 'checkout';
  /** Random, so that equal codes do not look alike. */
  salt: string;
  /** HMAC-SHA-256 of phone, purpose and code under the salt, hex. */
  code_hash: string;
  attempts_left: number;
  expires_at: string;
}

/** A checkout that was accepted: the key that makes a repeat the same checkout, and the reply it got. */
export interface CheckoutTable {
  id: Generated<number>;
  customer_id: number;
  idempotency_key: string;
  /** SHA-256 of the body, hex: the same key with another body is refused. */
  body_hash: string;
  reply: string;
  created_at: string;
}

export interface OrderTable {
  id: Generated<number>;
  order_number: string;
  checkout_id: number;
  customer_id: number;
  seller_id: number;
  status: string;
  payment_method: 'cod' | 'prepaid';
  payment_status: 'pending' | 'paid' | 'failed' | 'refunded';
  price: number;
  discount_amount: number;
  final_amount: number;
  quantity: number;
  /** The contract's address as JSON, as it was when the order was placed. */
  address: string;
  placed_at: string;
}

export interface OrderItemTable {
  id: Generated<number>;
  order_id: number;
  product_id: number;
  variant_id: number;
  product_name: string;
  product_variation: string;
  picture: string;
  quantity: number;
  price: number;
}
