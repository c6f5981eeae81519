// How long the store lets something live. Delays of the interface are in `lib/site/timings.ts`.

/** How long a one-time code works, in minutes. */
export const OTP_MINUTES = 5;

/** How long a session lasts without a visit, and at most, in days. */
export const SESSION_IDLE_DAYS = 7;
export const SESSION_MAX_DAYS = 30;

/** How long a link in a mail works: one that sets a new password, and one that verifies the address. */
export const RESET_LINK_MINUTES = 45;
export const VERIFICATION_LINK_HOURS = 24;

/** Time after signing in within which a customer may set a first password, in minutes. */
export const RECENT_SIGN_IN_MINUTES = 15;

/** How long stock is held for orders that await payment, in minutes. */
export const PAYMENT_HOLD_MINUTES = 15;

/** The same for a buyer who has proven no contact, until the payment is opened at the provider. */
export const UNPROVEN_HOLD_MINUTES = 3;

/** How long a session of a member of staff lasts without a visit, in hours, and at most, in days. */
export const STAFF_SESSION_IDLE_HOURS = 24;
export const STAFF_SESSION_MAX_DAYS = 14;

/** Time after signing in within which a member of staff may refund, export, erase, and change staff and legal settings, in minutes. */
export const STAFF_RECENT_SIGN_IN_MINUTES = 10;

/** How long a browser of a member of staff stays known after the last sign-in on it, in days. */
export const STAFF_DEVICE_DAYS = 90;
/** How long staff can undo what they did to orders, in minutes. Nothing leaves the shop until then. */
export const STAFF_UNDO_MINUTES = 2;

/** Time after its delivery within which staff can take back that an order was delivered, in days. */
export const DELIVERED_CORRECTION_DAYS = 7;

/** How long a browser may take to answer with a passkey, in minutes. */
export const STAFF_CHALLENGE_MINUTES = 15;

/** How long a one-time link for a member of staff works, in minutes. */
export const STAFF_LINK_MINUTES = 30;
