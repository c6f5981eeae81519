/** Delays and durations of the interface (specification 2 and 9). */

export const CAROUSEL_AUTOPLAY_MS = 3000;
export const DROPDOWN_CLOSE_MS = 300;
export const SEARCH_CLOSE_MS = 400;
export const ORDER_PANEL_OPEN_MS = 10;
export const ORDER_PANEL_CLOSE_MS = 300;
export const SMOOTH_SCROLL_RESET_MS = 500;

/** How long "Copied" is shown. */
export const COPIED_MS = 2000;

/** How long a toast is shown: by default, and for account and checkout actions. */
export const TOAST_MS = 5000;
export const TOAST_SHORT_MS = 2000;

/** How often a page asks whether a payment has arrived, while it is shown. */
export const PAYMENT_POLL_MS = 5000;

/** Cooldown before another one-time code can be requested, in seconds. */
export const OTP_RESEND_SECONDS = 30;
