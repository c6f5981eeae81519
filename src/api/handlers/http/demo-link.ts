import { timingSafeEqual } from 'node:crypto';
import { parse } from 'hono/utils/cookie';
import type { CallContext } from '#api/handlers/call-context.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { DEMO_LINK_COOKIE } from '#lib/rules/http/demo-link-cookie.ts';

/** Compares a token with the expected one in constant time. */
export function isDemoLinkToken(token: string | undefined, expected: string): boolean {
  const [given, known] = [Buffer.from(token ?? ''), Buffer.from(expected)];
  return given.length === known.length && timingSafeEqual(given, known);
}

/** Whether a request may use the demo: any one with DEMO_MODE=1, else those of a browser that opened the printed link. */
export function mayUseDemo({ demoMode, demoLinkToken }: CallContext, headers: Headers): boolean {
  if (!demoMode || demoLinkToken === undefined) return demoMode;
  return isDemoLinkToken(parse(headers.get('cookie') ?? '', DEMO_LINK_COOKIE)[DEMO_LINK_COOKIE], demoLinkToken);
}

/** Throws a `Refusal` (403) that names the link, unless the request may use the demo. */
export function requireDemoLink({ context, headers }: { context: CallContext; headers: Headers }): void {
  if (!mayUseDemo(context, headers)) throw new Refusal(403, failure.demoLink);
}
