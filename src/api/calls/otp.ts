import { type Tx, write } from '#api/database/open.ts';
import { openDemo } from '#api/services/demo/period.ts';
import { requireBudget } from '#api/services/limits/message-budget.ts';
import { countSignInTry } from '#api/services/limits/sign-in-tries.ts';
import { findByPhone } from '#api/services/login.ts';
import { createOtp, withOtp } from '#api/services/otp.ts';
import { enqueueSms } from '#api/services/outbox.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { Visit } from '#api/services/sign-in.ts';
import { failure, success } from '#lib/contract/messages.ts';
import { requireCaptcha } from './captcha.ts';
import type { Shop } from './handler.ts';
import { keepDevice, visitOf } from './visit.ts';

type Purpose = 'checkout' | 'login';

interface CodeRequest {
  shop: Shop;
  headers: Headers;
  replyHeaders: Headers;
  body: { mobile: string; captcha_token?: string | undefined };
}

/**
 * Makes a code and texts it, both in one transaction; only a demo shop, which sends nothing, shows it instead. A code for signing in is
 * made for every number, so that answers are alike, and sent to a customer's alone. Throws a `Refusal`: 429 too many tries, 503 where
 * no texts can be sent or their budget is used up.
 */
export async function sendCode(request: CodeRequest, purpose: Purpose) {
  const { shop } = request;
  const { mobile } = request.body;
  // The demo may have been ended while it runs (`store demo end`): then no code is shown any more.
  const shows = shop.demoMode && (await openDemo(shop.db)) !== undefined;
  if (!shows && !shop.sends.sms) throw new Refusal(503, failure.otpUnavailable);
  await requireCaptcha(request, 'sendOtp', 'sms');
  const { deviceToken } = visitOf(request);
  const device = await countSignInTry(shop.db, 'sendOtp', { ...visitOf(request), account: mobile });
  // Codes for signing in are sent to customers alone; the answer must not tell whether this is one.
  const asker = device || purpose === 'login' ? 'known' : 'anybody';
  const otp = await write(shop.db, async (tx) => {
    if (shop.sends.sms) await requireBudget(tx, 'sms', asker);
    const { code, expiresAt } = await createOtp(tx, { phone: mobile, purpose, deviceToken });
    const wanted = purpose === 'checkout' || (await findByPhone(tx, mobile)) !== undefined;
    if (wanted && shop.sends.sms) await enqueueSms(tx, { phone: mobile, template: 'otp', values: { otp: code }, expiresAt });
    return code;
  });
  // A browser that had no device token has one for the next code.
  keepDevice(request);
  return { success: true as const, message: success.otpSent, data: shows ? { otp } : {} };
}

/** Checks a code and does `then` with it, once. Throws a `Refusal`: 422 wrong, 429 too many tries. */
export async function verifyCode<Result>(
  request: CodeRequest & { body: { otp: string } },
  purpose: Purpose,
  then: (tx: Tx, visit: Visit) => Promise<Result>,
): Promise<Result> {
  const { shop, body } = request;
  const { deviceToken } = visitOf(request);
  await countSignInTry(shop.db, 'verifyOtp', { ...visitOf(request), account: body.mobile });
  const asked = { phone: body.mobile, purpose, deviceToken, code: body.otp };
  const visit = keepDevice(request);
  return withOtp(shop.db, asked, (tx) => then(tx, visit));
}
