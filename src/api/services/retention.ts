/**
 * How long records are kept before they are deleted, in days. Known devices and sessions have their periods in sessions/, links to
 * invoices in invoices/signed-links.ts.
 */

/** Events of the audit log. */
export const AUDIT_RETENTION_DAYS = 400;

/** Messages that wait for a mail server or SMS provider, unless they say otherwise; they are no longer useful after that. */
export const MESSAGE_TTL_DAYS = 3;

/** Sent messages, which are listed without their body. */
export const SENT_MESSAGE_RETENTION_DAYS = 7;

/** Messages that could not be sent, which can be retried. */
export const DEAD_MESSAGE_RETENTION_DAYS = 30;

/** Processed payment events; longer than providers repeat a delivery, which is about a day. */
export const PAYMENT_EVENT_RETENTION_DAYS = 30;

/** What an import changed, so that it can be taken back. */
export const IMPORT_UNDO_DAYS = 7;

/** Keys by which checkouts are counted; longer than any window that a limit counts. */
export const CHECKOUT_KEY_RETENTION_DAYS = 31;

/** Requests for a mail when a product is back: while they wait, and their links to stop after the mail. */
export const STOCK_ALERT_RETENTION_DAYS = 180;

/** What staff did to orders, with one result per order. */
export const STAFF_ACTION_RETENTION_DAYS = 7;

/** Deliveries to webhooks that have ended, which can be sent again. */
export const WEBHOOK_DELIVERY_RETENTION_DAYS = 30;

/** The customer's account of a refund that was made by hand, once it has been sent. */
export const REFUND_PAYEE_RETENTION_DAYS = 30;
/** Warnings of the hourly check that have ended. */
export const HEALTH_WARNING_RETENTION_DAYS = 30;
