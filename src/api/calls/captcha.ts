import { UNKNOWN_IP } from '#api/services/limits/ip-tiers.ts';
import { type MessageKind, readBudgets, toUsageRatio } from '#api/services/limits/message-budget.ts';
import type { LimitedAction } from '#api/services/limits/rate-limit-rules.ts';
import { enforceRateLimit } from '#api/services/limits/rate-limits.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/texts.ts';
import type { CallContext } from './handler.ts';
import { CLIENT_ADDRESS_HEADER, readIpAddress } from './http/client-address.ts';

/** What each action that may need a CAPTCHA counts as while it does not. */
const freeTries = { sendOtp: 'freeCode', register: 'freeSignUp', contact: 'freeMessage' } as const satisfies Record<
  string,
  LimitedAction
>;
type GuardedAction = keyof typeof freeTries;

/** From this share of the shop's hourly or daily budget on, everybody solves one. */
const FREE_SHARE_OF_BUDGET = 0.5;

interface Guarded {
  context: CallContext;
  headers: Headers;
  body: { captcha_token?: string | undefined };
}

/** Counts one of the address's free tries unless a CAPTCHA is needed; counting is atomic, so that requests sent at once get no more. */
async function isNeeded({ context: shop, headers }: Guarded, action: GuardedAction, kind: MessageKind): Promise<boolean> {
  if ((await readBudgets(shop.db, [kind])).some((use) => toUsageRatio(use) >= FREE_SHARE_OF_BUDGET)) return true;
  try {
    await enforceRateLimit(shop.db, freeTries[action], { address: readIpAddress(headers) });
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

/**
 * Has a visitor solve a CAPTCHA where the shop has one and this address or the whole shop has sent much. `kind` is what the call sends.
 * While the provider does not answer, 30 submissions an hour of the whole shop pass, so that an outage does not end all sales and an
 * attacker gains little. Throws a `Refusal`: 403 `captcha_required`, 503 where the provider is down and those are used up.
 */
export async function requireCaptcha(request: Guarded, action: GuardedAction, kind: MessageKind): Promise<void> {
  const { context: shop, headers, body } = request;
  if (!shop.captcha || !(await isNeeded(request, action, kind))) return;
  const refusal = new Refusal(403, failure.captchaRequired, { code: 'captcha_required', captcha: shop.captcha.widget });
  if (!body.captcha_token) throw refusal;
  const address = headers.get(CLIENT_ADDRESS_HEADER) ?? UNKNOWN_IP;
  const outcome = await shop.captcha.verify(body.captcha_token, address === UNKNOWN_IP ? undefined : address);
  if (outcome === 'wrong') throw refusal;
  if (outcome === 'solved') return;
  try {
    await enforceRateLimit(shop.db, 'captchaOutage', { account: 'shop' });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { retryAfter } = error;
    throw new Refusal(503, failure.captchaUnreachable, retryAfter === undefined ? {} : { retryAfter });
  }
}
