import type { Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { createOtp, redeemOtp } from '#api/services/auth/otp.ts';
import { findNamedCustomerByPhone } from '#api/services/auth/password-sign-in.ts';
import type { SignInContext } from '#api/services/auth/sign-in.ts';
import { enforceSignInLimit } from '#api/services/auth/sign-in-limits.ts';
import { findActiveDemo } from '#api/services/demo.ts';
import { requireBudget } from '#api/services/limits/message-budget.ts';
import { enqueueSms } from '#api/services/messages/outbox.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure, success } from '#lib/contract/texts.ts';
import { requireCaptcha } from './captcha.ts';
import { readSignInContext, setDeviceCookie } from './device-cookie.ts';
import type { CallContext } from './handler.ts';

type Purpose = 'checkout' | 'login';

interface CodeRequest {
  context: CallContext;
  headers: Headers;
  replyHeaders: Headers;
  body: { mobile: string; captcha_token?: string | undefined };
}

/**
 * Makes a code and texts it, both in one transaction; only a demo shop, which sends nothing, shows it instead. A code for signing in is
 * made for every number, so that answers are alike, and sent to a customer's alone. Throws a `Refusal`: 429 too many tries, 503 where
 * no texts can be sent or their budget is used up.
 */
export async function sendOtpCode(request: CodeRequest, purpose: Purpose) {
  const { context: shop } = request;
  const { mobile } = request.body;
  // The demo may have been ended while it runs (`store demo end`): then no code is shown any more.
  const shows = shop.demoMode && (await findActiveDemo(shop.db)) !== undefined;
  if (!shows && !shop.sends.sms) throw new Refusal(503, failure.otpUnavailable);
  await requireCaptcha(request, 'sendOtp', 'sms');
  const { deviceToken } = readSignInContext(request);
  const device = await enforceSignInLimit(shop.db, 'sendOtp', { ...readSignInContext(request), account: mobile });
  // Codes for signing in are sent to customers alone; the answer must not tell whether this is one.
  const asker = device || purpose === 'login' ? 'known' : 'anybody';
  const otp = await write(shop.db, async (tx) => {
    if (shop.sends.sms) await requireBudget(tx, 'sms', asker);
    const { code, expiresAt } = await createOtp(tx, { phone: mobile, purpose, deviceToken });
    const wanted = purpose === 'checkout' || (await findNamedCustomerByPhone(tx, mobile)) !== undefined;
    if (wanted && shop.sends.sms) await enqueueSms(tx, { phone: mobile, template: 'otp', values: { otp: code }, expiresAt });
    return code;
  });
  // A browser that had no device token has one for the next code.
  setDeviceCookie(request);
  return { success: true as const, message: success.otpSent, data: shows ? { otp } : {} };
}

/** Checks a code and does `then` with it, once. Throws a `Refusal`: 422 wrong, 429 too many tries. */
export async function verifyOtpCode<Result>(
  request: CodeRequest & { body: { otp: string } },
  purpose: Purpose,
  then: (tx: Tx, visit: SignInContext) => Promise<Result>,
): Promise<Result> {
  const { context: shop, body } = request;
  const { deviceToken } = readSignInContext(request);
  await enforceSignInLimit(shop.db, 'verifyOtp', { ...readSignInContext(request), account: body.mobile });
  const asked = { phone: body.mobile, purpose, deviceToken, code: body.otp };
  const visit = setDeviceCookie(request);
  return redeemOtp(shop.db, asked, (tx) => then(tx, visit));
}
