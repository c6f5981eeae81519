import { failure, success } from '#lib/contract/messages.ts';
import { type Tx, write } from '../database/open.ts';
import { requireBudget } from '../services/limits/message-budget.ts';
import { findByPhone } from '../services/login.ts';
import { createOtp, withOtp } from '../services/otp.ts';
import { enqueueSms } from '../services/outbox.ts';
import { countTries } from '../services/rate-limits.ts';
import { Refusal } from '../services/refusal.ts';
import { requireCaptcha } from './captcha.ts';
import { clientAddress } from './client-address.ts';
import type { Shop } from './handler.ts';

type Purpose = 'checkout' | 'login';

interface CodeRequest {
  shop: Shop;
  headers: Headers;
  body: { mobile: string; captcha_token?: string | undefined };
}

/**
 * Makes a code and texts it, both in one transaction; only a demo shop, which sends nothing, shows it instead. A code for signing in is
 * made for every number, so that answers are alike, and sent to a customer's alone. Throws a `Refusal`: 429 too many tries, 503 where
 * no texts can be sent or their budget is used up.
 */
export async function sendCode(request: CodeRequest, purpose: Purpose) {
  const { shop, headers, body } = request;
  const { mobile } = body;
  if (!shop.demoMode && !shop.sends.sms) throw new Refusal(503, failure.otpUnavailable);
  await requireCaptcha(request, 'sendOtp', 'sms');
  await countTries(shop.db, 'sendOtp', { address: clientAddress(headers), account: mobile });
  const otp = await write(shop.db, async (tx) => {
    if (shop.sends.sms) await requireBudget(tx, 'sms');
    const { code, expiresAt } = await createOtp(tx, mobile, purpose);
    const wanted = purpose === 'checkout' || (await findByPhone(tx, mobile)) !== undefined;
    if (wanted && shop.sends.sms) await enqueueSms(tx, { phone: mobile, template: 'otp', values: { otp: code }, expiresAt });
    return code;
  });
  return { success: true as const, message: success.otpSent, data: shop.demoMode ? { otp } : {} };
}

/** Checks a code and does `then` with it, once. Throws a `Refusal`: 422 wrong, 429 too many tries. */
export async function verifyCode<Result>(
  { shop, headers, body }: CodeRequest & { body: { otp: string } },
  purpose: Purpose,
  then: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  await countTries(shop.db, 'verifyOtp', { address: clientAddress(headers), account: body.mobile });
  return withOtp(shop.db, { phone: body.mobile, purpose, code: body.otp }, then);
}
