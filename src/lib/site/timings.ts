/** Delays and durations of the interface; some are specified. */

export const CAROUSEL_AUTOPLAY_MS = 3000;
export const DROPDOWN_CLOSE_MS = 300;
export const SEARCH_CLOSE_MS = 400;
export const ORDER_PANEL_OPEN_MS = 10;
export const ORDER_PANEL_CLOSE_MS = 300;
export const SMOOTH_SCROLL_RESET_MS = 500;

/** Duration of smoothed wheel scrolling. */
export const SCROLL_SMOOTHING_SECONDS = 1.5;

/** How long "Copied" is shown. */
export const COPIED_MS = 2000;

/** Debounce of the suggestions while a search is typed. */
export const SEARCH_DEBOUNCE_MS = 200;

/** Debounce of the counts while a filter is typed. */
export const FILTER_DEBOUNCE_MS = 300;

/** Debounce of checking an applied coupon after the cart has changed. */
export const COUPON_RECHECK_MS = 400;

/** Debounce of asking what delivery costs after the cart has changed. */
export const QUOTE_REFRESH_MS = 400;

/** For how long after the total has risen by itself no order is placed, so that it is read first. */
export const UNCONFIRMED_TOTAL_MS = 1000;

/** How long a toast is shown: by default, and for account and checkout actions. */
export const TOAST_MS = 5000;
export const TOAST_SHORT_MS = 2000;

/** How often a page asks whether a payment has arrived, while it is shown. */
export const PAYMENT_POLL_MS = 5000;

/** How long the checkout waits for a customer's saved address before it asks for one. */
export const KNOWN_ADDRESS_WAIT_MS = 3000;

/** How long signing out waits for the store, before the session ends here without its reply. */
export const SIGN_OUT_MS = 10_000;

/** How often a page without a connection asks whether there is one again. */
export const RECONNECT_MS = 5000;

/** Age from which a static page checks its prices and stock, in milliseconds. */
export const OFFERS_STALE_MS = 30_000;

/** Cooldown before another one-time code can be requested, in seconds. */
export const OTP_RESEND_SECONDS = 30;

/** The longest that everything else of a page waits until its first picture is painted. */
export const FIRST_PICTURE_MS = 2000;
