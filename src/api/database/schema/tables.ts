import type { Generated } from 'kysely';
import type { CustomerTable, KnownDeviceTable, OtpTable, RegistrationTable, SessionTable } from './accounts.ts';
import type { HealthWarningTable, PushMessageTable, PushSubscriptionTable, StaffAlertTable } from './alerts.ts';
import type { AuditChainTable, AuditEventTable } from './audit.ts';
import type {
  CdnPurgeTable,
  FilterFactTable,
  OldSlugTable,
  ProductCategoryTable,
  ProductFactTable,
  ProductTable,
  SellerTable,
  SizeGuideTable,
  VariantTable,
} from './catalogue.ts';
import type { CheckoutKeyTable, CheckoutTable } from './checkout.ts';
import type { CouponTable, CouponUseTable } from './coupons.ts';
import type { ExtensionFailureTable, ExtensionJobTable, ExtensionValueTable } from './extensions.ts';
import type { ImportedCustomerTable, ImportedOrderTable } from './history.ts';
import type { ImportRunTable, ImportUndoItemTable, ImportUndoTable, MissingPictureTable, PictureJobTable } from './import.ts';
import type { ApiKeyTable, OrderFeedTable } from './keys.ts';
import type { CartReminderTable, ContactMessageTable, ContactReplyTable, OutboxTable, StockAlertTable } from './messages.ts';
import type {
  HandRefundTable,
  LinkPaymentTable,
  PhoneOrderTable,
  RemittanceLineTable,
  RemittanceTable,
  RemittedOrderTable,
} from './money.ts';
import type { OrderItemTable, OrderNoteTable, OrderTable, ShipmentTable } from './orders.ts';
import type { PaymentEventTable, PaymentTable, ProviderRefundTable, RefundTable } from './payments.ts';
import type { RedirectTable } from './redirects.ts';
import type { DispatchTimeTable, ShippingZoneTable } from './shipping.ts';
import type {
  StaffDeviceTable,
  StaffLinkTable,
  StaffPasskeyTable,
  StaffRecoveryCodeTable,
  StaffSessionTable,
  StaffTable,
} from './staff.ts';
import type { WebhookDeliveryTable, WebhookTable } from './webhooks.ts';

/**
 * The store's tables. Money is integer paise, times are ISO 8601 text in UTC, booleans are 0 and 1, lists and objects are JSON text.
 * Every product has at least one variant; a product without options has exactly one, with the name ''.
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
    changed_at: string;
    /** 1 while a CDN has to be told what changed. */
    purges: Generated<number>;
  };
  cdn_purge: CdnPurgeTable;
  seller: SellerTable;
  sub_category: { id: Generated<number>; name: string; image: string; position: number };
  product: ProductTable;
  product_category: ProductCategoryTable;
  variant: VariantTable;
  old_slug: OldSlugTable;
  redirect: RedirectTable;
  size_guide: SizeGuideTable;
  filter_fact: FilterFactTable;
  product_fact: ProductFactTable;
  /** Products whose words in the search index are outdated. */
  product_to_index: { product_id: number };
  customer: CustomerTable;
  session: SessionTable;
  /** Periods in demo mode; the current one has no `ended_at`. */
  demo_period: { id: Generated<number>; began_at: string; ended_at: string | null };
  known_device: KnownDeviceTable;
  /** Keys of this store, which no command shows. */
  store_secret: { name: 'device' | 'vapid'; value: string };
  audit_event: AuditEventTable;
  audit_chain: AuditChainTable;
  otp: OtpTable;
  registration: RegistrationTable;
  /** Password reset links; `token_hash` is the SHA-256 of the secret, hex. */
  password_reset: { token_hash: string; customer_id: number; expires_at: string };
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
    reason: string | null;
  };
  order_note: OrderNoteTable;
  order_feed: OrderFeedTable;
  /** Words by which an order is found: of the recipient's name, phone numbers, and how these end. */
  order_word: { word: string; order_id: number };
  coupon: CouponTable;
  coupon_use: CouponUseTable;
  payment: PaymentTable;
  payment_event: PaymentEventTable;
  refund: RefundTable;
  provider_refund: ProviderRefundTable;
  hand_refund: HandRefundTable;
  remittance: RemittanceTable;
  remittance_line: RemittanceLineTable;
  remitted_order: RemittedOrderTable;
  link_payment: LinkPaymentTable;
  phone_order: PhoneOrderTable;
  shipment: ShipmentTable;
  staff_action: StaffActionTable;
  staged_change: StagedChangeTable;
  imported_customer: ImportedCustomerTable;
  imported_order: ImportedOrderTable;
  invoice: InvoiceTable;
  credit_note: CreditNoteTable;
  replaced_invoice: ReplacedInvoiceTable;
  invoice_series: InvoiceSeriesTable;
  tax_setting: TaxSettingTable;
  shipping_zone: ShippingZoneTable;
  /** A pincode, its first digits, the name of a State, or `*` for everywhere else. */
  shipping_area: { area: string; zone_id: number };
  dispatch_time: DispatchTimeTable;
  outbox: OutboxTable;
  contact_message: ContactMessageTable;
  contact_reply: ContactReplyTable;
  cart_reminder: CartReminderTable;
  stock_alert: StockAlertTable;
  extension_failure: ExtensionFailureTable;
  extension_job: ExtensionJobTable;
  extension_value: ExtensionValueTable;
  api_key: ApiKeyTable;
  staff: StaffTable;
  staff_session: StaffSessionTable;
  staff_link: StaffLinkTable;
  staff_device: StaffDeviceTable;
  staff_recovery_code: StaffRecoveryCodeTable;
  staff_alert: StaffAlertTable;
  push_subscription: PushSubscriptionTable;
  push_message: PushMessageTable;
  health_warning: HealthWarningTable;
  /** Switches of the admin pages, and times of their workers. */
  admin_setting: { name: 'cart_reminders' | 'health_checked_at'; value: string };
  staff_passkey: StaffPasskeyTable;
  /** Challenges of passkeys that were answered. */
  staff_used_challenge: { challenge_hash: string; used_at: string };
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
  picture_job: PictureJobTable;
  missing_picture: MissingPictureTable;
  import_run: ImportRunTable;
  /** Changes that the import run has yet to apply, in order: JSON (StagedProduct), or null to take the product off sale. */
  import_item: { seq: number; slug: string; change: string | null };
  import_undo: ImportUndoTable;
  import_undo_item: ImportUndoItemTable;
  /** Variants whose stock the owner has set since the last import. */
  stock_set_since_import: { variant_id: number };
}

interface StaffActionTable {
  id: Generated<number>;
  staff_id: number;
  /** The kind of its changes (see `StagedChange`). */
  kind: string;
  /** Of the form that was sent, so that sending it again does nothing; null without one. */
  form_id: string | null;
  made_at: string;
  /** Until then it can be undone. */
  due_at: string;
  /** JSON: `ActionResult[]`. */
  results: string;
}

/** A change of an order that staff can still undo. It is applied when it is due. */
interface StagedChangeTable {
  order_id: number;
  action_id: number;
  kind: string;
  /** The status that the order gets; null for the mark "packed". */
  status: string | null;
  /** JSON: `StagedChange`. */
  change: string;
  due_at: string;
}

/** An invoice or credit note, issued once and never changed. */
interface IssuedPaper {
  order_id: number;
  seller_id: number;
  number: string;
  issued_at: string;
  /** Everything that is printed, as JSON (InvoiceDocument). */
  document: string;
}

interface InvoiceTable extends IssuedPaper {
  /** Random key of the invoice's signed links. */
  secret: string;
}

/** The credit note of an order that was cancelled or came back after its invoice. */
type CreditNoteTable = IssuedPaper;

/** The invoice of what an order was before a change, and the credit note that reverses it. */
interface ReplacedInvoiceTable extends IssuedPaper {
  credit_number: string;
  credited_at: string;
  /** As `document`. */
  credit_document: string;
}

/** Last invoice number of a seller in a financial year. */
interface InvoiceSeriesTable {
  seller_id: number;
  /** Such as "26-27"; "C26-27" for credit notes. */
  financial_year: string;
  last_number: number;
}

/** One row: the tax of products that have none of their own. */
interface TaxSettingTable {
  id: number;
  /** Hundredths of a percent; null if not set. */
  gst_rate: number | null;
  hsn: string | null;
}
