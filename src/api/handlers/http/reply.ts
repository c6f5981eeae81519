import type { Refusal } from '#api/services/refusal.ts';
import type { RefusalReply } from '#lib/contract/calls/define-call.ts';

/** Replies are personal and current; no cache may store them. */
const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** A successful reply, with additional headers. */
export function replyJson(reply: unknown, extraHeaders?: Headers): Response {
  const response = new Response(JSON.stringify(reply), { headers });
  extraHeaders?.forEach((value, name) => {
    response.headers.append(name, value);
  });
  return response;
}

/**
 * Makes the browser empty its cache of this origin at a sign-out: pictures and pages of the account's orders. Never its storage or cookies,
 * which hold the guest's cart and the known device. A page of another origin sends no cookies: its browser reports the header as an error.
 */
export function clearCache({ headers, replyHeaders }: { headers: Headers; replyHeaders: Headers }): void {
  const isOtherOrigin = /^(cross|same)-site$/.test(headers.get('sec-fetch-site') ?? '');
  if (!isOtherOrigin) replyHeaders.set('clear-site-data', '"cache"');
}

/** A failed reply. */
export function replyFailure(
  status: number,
  message: string | string[],
  details: Omit<RefusalReply, 'success' | 'message'> = {},
): Response {
  return new Response(JSON.stringify({ success: false, message, ...details }), { status, headers });
}

/** The reply for a service's refusal. */
export function replyRefusal(refusal: Refusal): Response {
  const { status, messages, errors, code, captcha, retryAfter } = refusal;
  const response = replyFailure(status, messages, {
    ...(errors && { errors }),
    ...(code && { code }),
    ...(captcha && { captcha }),
  });
  if (retryAfter !== undefined) response.headers.set('retry-after', String(retryAfter));
  return response;
}
