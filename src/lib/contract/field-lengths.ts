/** Lengths of form fields and other texts that both the site and the store API enforce (specification, validation). */

export const PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_LENGTH = 2000;
export const NAME_MIN_LENGTH = 2;
export const NAME_MAX_LENGTH = 50;

/** Length of a one-time code, in digits. */
export const OTP_DIGITS = 6;

/** Length of a recovery code of a member of staff, in digits. */
export const RECOVERY_CODE_DIGITS = 15;

/** Maximum lengths of text, in characters, so that requests cannot fill the disk. */
export const MAX_CANCEL_REASON = 2000;
export const MAX_CONTACT_TEXT = 2000;
export const MAX_MESSAGE_REPLY = 10_000;
export const MAX_TRACKING_URL = 2000;
export const MAX_ADDRESS_LINE = 300;
export const MAX_EMAIL = 254;
export const MAX_SEARCH = 200;
export const MAX_ORDER_NOTE = 250;
export const MAX_STAFF_NOTE = 1000;
export const MAX_COUPON_CODE = 50;
export const MAX_AWB = 40;

/** Maximum length of a pasted list of AWBs, or of its file in base64, in characters. */
export const MAX_AWB_LIST = 200_000;

/** Maximum lengths of a random token or receipt of the store, and of the token of a solved CAPTCHA, in characters. */
export const MAX_TOKEN = 200;
export const MAX_CAPTCHA_TOKEN = 4096;

/** Maximum length of the address of a browser at its push service, in characters. */
export const MAX_PUSH_ENDPOINT = 1000;

/** Maximum length of one text of a product that a program sends, in characters; the rules of imports are narrower. */
export const MAX_PROGRAM_TEXT = 100_000;
