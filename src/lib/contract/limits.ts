/** The business constants of specification 9 and the server limits decided for this shop. */

export const DEFAULT_PAGE = 1;
export const PRODUCTS_PER_PAGE = 24;
export const PASSWORD_MIN_LENGTH = 6;
export const NAME_MIN_LENGTH = 2;
export const NAME_MAX_LENGTH = 50;

/** Length of a one-time code, in digits. */
export const OTP_DIGITS = 6;

/** Wrong attempts after which a one-time code is invalid. */
export const OTP_ATTEMPTS = 3;

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

/** Maximum number of external picture origins in the Content-Security-Policy, which is sent with every page. */
export const MAX_PICTURE_ORIGINS = 10;
