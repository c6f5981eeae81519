import { captchaFreeActions, type GuardedAction } from '#api/services/limits/captcha-rules.ts';
import { enforceRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { UNKNOWN_IP } from '#api/services/limits/ip-network-limits.ts';
import { isBudgetScarce, type MessageKind } from '#api/services/limits/message-budget.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import type { CallContext } from './call-context.ts';
import { CLIENT_ADDRESS_HEADER } from './http/read-ip-address.ts';

interface CaptchaRequest {
  context: CallContext;
  headers: Headers;
  ipAddress: string;
  body: { captcha_token?: string | undefined };
}

/** Whether a CAPTCHA is needed; otherwise counts one attempt of the IP address. Counting is atomic, so parallel requests gain nothing. */
async function isCaptchaNeeded(
  { context, ipAddress }: CaptchaRequest,
  action: GuardedAction,
  kind: MessageKind,
): Promise<boolean> {
  if (await isBudgetScarce(context.db, kind)) return true;
  try {
    await enforceRateLimit(context.db, captchaFreeActions[action], { address: ipAddress });
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

/**
 * Requires a solved CAPTCHA, if the shop has one, once this IP address or the whole shop has sent many messages. `kind` is what the call
 * sends. During an outage of the provider, the requests that `captchaOutage` allows pass for the whole shop, so that sales go on. Throws a `Refusal`: 403
 * `captcha_required`, or 503 during an outage once those are used up.
 */
export async function requireCaptcha(request: CaptchaRequest, action: GuardedAction, kind: MessageKind): Promise<void> {
  const { context, headers, body } = request;
  if (!context.captcha || !(await isCaptchaNeeded(request, action, kind))) return;
  const refusal = new Refusal(403, failure.captchaRequired, { code: 'captcha_required', captcha: context.captcha.widget });
  if (!body.captcha_token) throw refusal;
  const ipAddress = headers.get(CLIENT_ADDRESS_HEADER) ?? UNKNOWN_IP;
  const outcome = await context.captcha.verify(body.captcha_token, ipAddress === UNKNOWN_IP ? undefined : ipAddress);
  if (outcome === 'wrong') throw refusal;
  if (outcome === 'solved') return;
  try {
    await enforceRateLimit(context.db, 'captchaOutage', { account: 'shop' });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { retryAfter } = error;
    throw new Refusal(503, failure.captchaUnreachable, retryAfter === undefined ? {} : { retryAfter });
  }
}
