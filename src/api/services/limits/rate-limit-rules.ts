import { DAY_SECONDS as DAY, HOUR_SECONDS as HOUR, MINUTE_SECONDS as MINUTE } from '#lib/rules/durations.ts';

/**
 * What a limit counts by: the client's IP address; the target account, phone number or customer; both together (`origin`); the account and
 * the network of the address; a known device of the account.
 */
export type LimitKey = 'address' | 'account' | 'origin' | 'network' | 'device';
type Rule = readonly [by: LimitKey, attempts: number, seconds: number];

/**
 * The rate limits of each action. Addresses are checked first, so that a blocked address does not use up an account's limit. They allow more
 * than accounts, because many customers of a mobile carrier share one address.
 */
export const rateLimits = {
  login: [
    ['address', 60, 15 * MINUTE],
    ['account', 10, 15 * MINUTE],
    ['account', 50, DAY],
  ],
  loginReserve: [
    ['origin', 2, DAY],
    ['network', 8, DAY],
    ['account', 100, DAY],
  ],
  loginDevice: [
    ['device', 10, 15 * MINUTE],
    ['device', 30, DAY],
  ],
  // Passwords compared beyond the account's limits, and links mailed for right ones.
  lockedLogin: [['address', 6, HOUR]],
  unlockMail: [['account', 3, DAY]],
  register: [
    ['address', 30, HOUR],
    ['account', 4, HOUR],
  ],
  verifyEmail: [
    ['address', 60, HOUR],
    ['account', 20, HOUR],
  ],
  rejectSignUp: [['address', 60, HOUR]],
  verifyMail: [['account', 3, HOUR]],
  namedMail: [['account', 1, DAY]],
  forgotPassword: [
    ['address', 30, HOUR],
    ['account', 3, HOUR],
  ],
  tokenPassword: [['address', 60, HOUR]],
  changePassword: [['account', 10, 15 * MINUTE]],
  guestDetails: [['account', 60, HOUR]],
  sendOtp: [
    ['address', 60, HOUR],
    ['address', 300, DAY],
    ['origin', 5, 10 * MINUTE],
    ['origin', 15, DAY],
    ['account', 5, 10 * MINUTE],
    ['account', 15, DAY],
  ],
  sendOtpReserve: [
    ['origin', 1, DAY],
    ['network', 4, DAY],
    ['account', 35, DAY],
  ],
  // From half of a budget on, for numbers that no one has proven.
  sendScarceOtp: [
    ['address', 3, HOUR],
    ['network', 10, HOUR],
  ],
  sendOtpDevice: [
    ['device', 5, 10 * MINUTE],
    ['device', 10, DAY],
  ],
  verifyOtp: [
    ['address', 120, HOUR],
    ['origin', 30, HOUR],
  ],
  verifyOtpDevice: [['device', 30, HOUR]],
  // Lines of the audit log.
  failedSignIn: [
    ['address', 10, HOUR],
    ['account', 100, HOUR],
  ],
  refusedAccess: [
    ['address', 10, HOUR],
    ['account', 100, HOUR],
  ],
  lockoutRecord: [['account', 1, HOUR]],
  lockoutMail: [['account', 1, DAY]],
  newDeviceMail: [['account', 5, DAY]],
  // Sent to the contact of an unpaid order, which no one has verified; holds that expired, and orders placed or cancelled.
  holdMail: [['account', 6, DAY]],
  holdSms: [['account', 6, DAY]],
  orderMail: [['account', 6, DAY]],
  coupon: [
    ['address', 100, 10 * MINUTE],
    ['account', 30, 10 * MINUTE],
  ],
  // Counted in memory (limit-reads.ts).
  deliveryQuote: [['address', 600, 10 * MINUTE]],
  // Placed orders on delivery of buyers who have proven no contact.
  unprovenCod: [['address', 6, HOUR]],
  // To the shop's owner: by kind of message, and by name of the limit.
  budgetMail: [['account', 1, DAY]],
  addressLimitReport: [['account', 1, DAY]],
  contact: [
    ['address', 20, HOUR],
    ['account', 5, HOUR],
  ],
  // Requests for a mail when a product is back: of an IP address and of the whole store, and of one mailbox.
  stockAlert: [
    ['address', 30, HOUR],
    ['account', 3000, HOUR],
  ],
  stockAlertMailbox: [['account', 10, DAY]],
  stopStockAlerts: [['address', 60, HOUR]],
  // Sign-in of staff: of visitors without a known device, all of them together, and the small reserve of a network.
  staffSignIn: [
    ['address', 30, 15 * MINUTE],
    ['account', 10, 15 * MINUTE],
    ['account', 30, DAY],
  ],
  staffSignInAll: [['account', 300, HOUR]],
  staffSignInReserve: [
    ['origin', 2, DAY],
    ['network', 4, DAY],
    ['account', 60, DAY],
  ],
  // Known devices of staff, and open sessions.
  staffSignInDevice: [
    ['device', 10, 15 * MINUTE],
    ['device', 30, DAY],
  ],
  staffSignInAgain: [
    ['device', 10, 15 * MINUTE],
    ['device', 30, DAY],
  ],
  // Made-up links of staff, and tries with a valid one.
  staffLinkGuess: [['address', 30, HOUR]],
  staffSetUp: [['account', 30, HOUR]],
  // Allowed without a CAPTCHA, in a store that has one.
  freeCode: [['address', 6, HOUR]],
  freeSignUp: [['address', 3, HOUR]],
  freeMessage: [['address', 2, HOUR]],
  // Allowed for the whole store while the CAPTCHA provider is unreachable.
  captchaOutage: [['account', 30, HOUR]],
  // Calls of one API key, keys that do not exist, and lines of the audit log about orders that a key has read.
  keyedCall: [['account', 300, MINUTE]],
  keyGuess: [['address', 30, HOUR]],
  keyedRead: [['account', 1, HOUR]],
} as const satisfies Record<string, readonly Rule[]>;

/** Messages of the contact form mailed in one hour; more are only saved, so that a flood of them cannot fill the owner's mailbox. */
export const CONTACT_MAILS_PER_HOUR = 20;

export type LimitedAction = keyof typeof rateLimits;

/** Actions that send mail: their accounts are email addresses, and all aliases of a mailbox share one limit. */
export const mailActions: ReadonlySet<LimitedAction> = new Set([
  'register',
  'verifyMail',
  'forgotPassword',
  'unlockMail',
  'holdMail',
  'orderMail',
  'contact',
  'stockAlertMailbox',
]);
