/** Limits that both the site and the store API enforce (specification 9). */

export const PASSWORD_MIN_LENGTH = 6;
export const NAME_MIN_LENGTH = 2;
export const NAME_MAX_LENGTH = 50;

/** Length of a one-time code, in digits. */
export const OTP_DIGITS = 6;

/** Wrong attempts after which a one-time code is invalid. */
export const OTP_ATTEMPTS = 3;

/** Maximum lengths of text, in characters, so that requests cannot fill the disk. */
export const MAX_TEXT = 2000;
export const MAX_ADDRESS_LINE = 300;
export const MAX_EMAIL = 254;
export const MAX_SEARCH = 200;
export const MAX_COUPON_CODE = 50;

/** Maximum number of line items in a cart. */
export const MAX_CART_LINES = 100;

/** Maximum number of external picture origins in the Content-Security-Policy, which is sent with every page. */
export const MAX_PICTURE_ORIGINS = 10;
