import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { findByVerifiedPhone, findNamedCustomerByPhone } from '#api/services/accounts/customers.ts';
import { findMailboxGuest, toMailbox } from '#api/services/accounts/mailbox-guests.ts';
import { mailsCodes } from '#api/services/accounts/proven-contact.ts';
import type { SignInContext } from '#api/services/auth/complete-sign-in.ts';
import { createOtp, type RedeemedOtp, redeemOtp } from '#api/services/auth/create-and-redeem-otp.ts';
import { enforceSignInLimit } from '#api/services/auth/enforce-sign-in-limits.ts';
import { enforceRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { isBudgetScarce, type MessageKind, type RequesterKind, requireBudget } from '#api/services/limits/message-budget.ts';
import { mailCode } from '#api/services/messages/mail-code.ts';
import { enqueueSms } from '#api/services/messages/outbox.ts';
import { fitHost } from '#api/services/messages/sms-variables.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import { deriveOtpRequest } from '#api/services/sessions/device-tokens.ts';
import { toNetwork } from '#api/services/shorten-ip-address.ts';
import { findActiveDemo } from '#api/services/store/demo-period.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { success } from '#lib/contract/messages/successes.ts';
import type { CallContext } from './call-context.ts';
import { readSignInContext, setDeviceCookie } from './device-cookie.ts';
import { requireDemoLink } from './http/demo-link.ts';
import { withFailuresRecorded } from './http/record-failed-sign-in.ts';
import { requireCaptcha } from './require-captcha.ts';

type Purpose = 'checkout' | 'login';

interface OtpRequest {
  context: CallContext;
  db: Db;
  headers: Headers;
  ipAddress: string;
  replyHeaders: Headers;
  body: { mobile: string; email?: string | undefined; otp_request?: string | undefined; captcha_token?: string | undefined };
}

/** What the client sent to identify its page: `otp_request`, or else the device cookie. Undefined when it sent neither. */
function readOtpRequest({ mobile, otp_request }: OtpRequest['body'], deviceToken: string | undefined): string | undefined {
  return otp_request || (deviceToken && deriveOtpRequest(deviceToken, mobile));
}

interface Destination {
  kind: MessageKind;
  /** The mailbox that it is mailed to; '' for a text, and in a demo, which shows it. */
  mailbox: string;
}

const toPhone: Destination = { kind: 'sms', mailbox: '' };

/**
 * Where the code of a shop that shows none goes. Throws a `Refusal`: 503 when it cannot be sent, 422 without the email address of a mailed
 * code.
 */
function chooseDestination({ context, body }: OtpRequest, purpose: Purpose): Destination {
  if (context.sends.sms) return toPhone;
  if (!mailsCodes(context)) throw new Refusal(503, failure.otpUnavailable);
  // A mailed code proves no phone number, and accounts belong to phone numbers and passwords.
  if (purpose === 'login') throw new Refusal(503, failure.noSignInCodes);
  if (!body.email) throw refuseField('email', fieldErrors.emailRequired);
  return { kind: 'mail', mailbox: toMailbox(body.email) };
}

/** Whether this phone number, or the mailbox of a mailed code, has been proven before. */
const isProvenBefore = async (db: Db, { mobile }: OtpRequest['body'], { mailbox }: Destination): Promise<boolean> =>
  (await (mailbox ? findMailboxGuest(db, mailbox) : findByVerifiedPhone(db, mobile))) !== undefined;

/**
 * The budget class of a code. Sign-in codes use one class for all numbers, because a different one would reveal which are customers'. Checkout
 * codes reveal it while the budget is scarce, so that others cannot keep customers from buying. New numbers and mailboxes then have lower
 * limits: throws a `Refusal` (429) over them.
 */
async function findBudgetClass(
  { context, ipAddress, body }: OtpRequest,
  purpose: Purpose,
  destination: Destination,
  isKnownDevice: boolean,
): Promise<RequesterKind> {
  const { db, sends } = context;
  const { kind } = destination;
  if (isKnownDevice || purpose === 'login' || (await isProvenBefore(db, body, destination))) return 'known';
  if (!sends[kind] || !(await isBudgetScarce(db, kind))) return 'unknown';
  await enforceRateLimit(db, 'sendScarceOtp', { address: ipAddress, network: toNetwork(ipAddress) });
  return 'unknown';
}

/**
 * Creates a one-time code and queues its SMS or mail in one transaction; an active demo returns the code instead. A sign-in code is created for
 * every number, so that replies do not reveal accounts, but sent to customers only. Throws a `Refusal`: 403 CAPTCHA required, 422 without the
 * email address of a mailed code, 429 rate limit, 503 without a provider or budget. 403 also for a browser that did not open the link of a
 * local demo.
 */
export async function sendOtpCode(request: OtpRequest, purpose: Purpose) {
  const { context } = request;
  const { mobile } = request.body;
  // `store demo end` may have ended the demo while this process runs.
  const showsCode = context.demoMode && (await findActiveDemo(context.db)) !== undefined;
  if (showsCode) requireDemoLink(request);
  const destination = showsCode ? toPhone : chooseDestination(request, purpose);
  const { kind, mailbox } = destination;
  await requireCaptcha(request, 'sendOtp', kind);
  const signInContext = readSignInContext(request);
  const device = await enforceSignInLimit(context.db, 'sendOtp', { ...signInContext, account: mobile, mailbox });
  const budgetClass = await findBudgetClass(request, purpose, destination, device !== undefined);
  const sent = readOtpRequest(request.body, signInContext.deviceToken);
  // A new browser gets a device token, to which its first code is bound already.
  const otpRequest = sent ?? deriveOtpRequest(setDeviceCookie(request).deviceToken, mobile);
  const otp = await write(context.db, async (tx) => {
    if (context.sends[kind]) await requireBudget(tx, kind, budgetClass);
    // A client that knows mailed codes also sends `otp_request` back.
    const isUnbound = sent === undefined && !mailbox;
    const { code, expiresAt } = await createOtp(tx, { phone: mobile, purpose, mailbox, otpRequest, isUnbound });
    if (mailbox) await mailCode(tx, mailbox, { code, expiresAt });
    const isSent = purpose === 'checkout' || (await findNamedCustomerByPhone(tx, mobile)) !== undefined;
    const { hostname } = new URL(context.siteUrl);
    const values = { otp: code, host: fitHost(hostname) ?? hostname };
    if (isSent && !mailbox && context.sends.sms) await enqueueSms(tx, { phone: mobile, template: 'otp', values, expiresAt });
    return code;
  });
  if (sent !== undefined) setDeviceCookie(request);
  return {
    success: true as const,
    message: success.otpSent,
    data: { otp_request: otpRequest, ...(mailbox && { mailed: true }), ...(showsCode && { otp }) },
  };
}

/** Redeems a code once and runs `onVerified` in the same transaction. Throws a `Refusal`: 422 wrong code, 429 rate limit. */
export async function verifyOtpCode<Result>(
  request: OtpRequest & { body: { otp: string } },
  purpose: Purpose,
  onVerified: (tx: Tx, redeemed: RedeemedOtp, signInContext: SignInContext) => Promise<Result>,
): Promise<Result> {
  const { context, body } = request;
  const signInContext = readSignInContext(request);
  await enforceSignInLimit(context.db, 'verifyOtp', { ...signInContext, account: body.mobile });
  const attempt = { phone: body.mobile, purpose, otpRequest: readOtpRequest(body, signInContext.deviceToken), code: body.otp };
  const updatedContext = setDeviceCookie(request);
  return withFailuresRecorded({
    request,
    way: 'code',
    findAccount: (db) => findByVerifiedPhone(db, body.mobile),
    signIn: () => redeemOtp(context.db, attempt, (tx, redeemed) => onVerified(tx, redeemed, updatedContext)),
  });
}
