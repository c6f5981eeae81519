import type { Refusal } from '#api/services/refusal.ts';
import type { RefusalReply } from '#lib/contract/call.ts';

/** Answers are for one shopper and one moment: nobody on the way may keep them. */
const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** A success as the wire says it, with `more` headers. */
export function replyJson(reply: unknown, more?: Headers): Response {
  const response = new Response(JSON.stringify(reply), { headers });
  more?.forEach((value, name) => {
    response.headers.append(name, value);
  });
  return response;
}

/** A refusal as the wire says it. */
export function replyFailure(
  status: number,
  message: string | string[],
  more: Omit<RefusalReply, 'success' | 'message'> = {},
): Response {
  return new Response(JSON.stringify({ success: false, message, ...more }), { status, headers });
}

/** What a service refused. */
export function replyRefusal(refusal: Refusal): Response {
  const { status, messages: sentences, errors, code, captcha } = refusal;
  const response = replyFailure(status, sentences, {
    ...(errors && { errors }),
    ...(code && { code }),
    ...(captcha && { captcha }),
  });
  if (refusal.retryAfter !== undefined) response.headers.set('retry-after', String(refusal.retryAfter));
  return response;
}
