/** The business constants of specification 9 and the server limits decided for this shop. */

export const DEFAULT_PAGE = 1;
export const PRODUCTS_PER_PAGE = 24;
export const PASSWORD_MIN_LENGTH = 6;
export const NAME_MIN_LENGTH = 2;
export const NAME_MAX_LENGTH = 50;

/** One-time codes: length in digits, life in seconds, tries before a code dies. */
export const OTP_DIGITS = 6;
export const OTP_TTL_SECONDS = 5 * 60;
export const OTP_ATTEMPTS = 3;

/** A session dies after so many idle seconds (7 days). */
export const SESSION_IDLE_TIMEOUT_SECONDS = 7 * 24 * 60 * 60;

/** However much it is used, a session dies after so many seconds (30 days). */
export const SESSION_MAX_SECONDS = 30 * 24 * 60 * 60;

/** For so many seconds after signing in, a customer whose e-mail address is not proven may set a password without the old one (15 minutes). */
export const FRESH_SESSION_SECONDS = 15 * 60;

/** How long mailed links work, in seconds: to choose a new password (45 minutes), to confirm an address (24 hours). */
export const RESET_LINK_TTL_SECONDS = 45 * 60;
export const VERIFY_LINK_TTL_SECONDS = 24 * 60 * 60;

/** The largest request body the API reads, in bytes. */
export const MAX_BODY_BYTES = 256 * 1024;

/** Bounds on free text, in characters, so that no field can be used to fill the disk. */
export const MAX_TEXT = 2000;
export const MAX_ADDRESS = 300;
export const MAX_EMAIL = 254;
export const MAX_SEARCH = 200;
export const MAX_COUPON_CODE = 50;
export const MAX_CART_LINES = 100;
export const MAX_WISHLIST_ENTRIES = 200;

/** So many other origins of pictures are named in a page's policy at most; it travels with every page. */
export const MAX_PICTURE_ORIGINS = 10;
