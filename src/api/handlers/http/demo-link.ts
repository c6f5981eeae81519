import { parse } from 'hono/utils/cookie';
import type { CallContext } from '#api/handlers/call-context.ts';
import { isSameSecret } from '#api/services/hashing.ts';
import { Refusal } from '#api/services/refusal.ts';
import { DEMO_LINK_COOKIE } from '#lib/contract/admin/demo-link-cookie.ts';
import { failure } from '#lib/contract/messages/failures.ts';

/** Whether a request may use the demo: any one with DEMO_MODE=1, else those of a browser that opened the printed link. */
export function mayUseDemo({ demoMode, demoLinkToken }: CallContext, headers: Headers): boolean {
  if (!demoMode || demoLinkToken === undefined) return demoMode;
  return isSameSecret(parse(headers.get('cookie') ?? '', DEMO_LINK_COOKIE)[DEMO_LINK_COOKIE] ?? '', demoLinkToken);
}

/** Throws a `Refusal` (403) that names the link, unless the request may use the demo. */
export function requireDemoLink({ context, headers }: { context: CallContext; headers: Headers }): void {
  if (!mayUseDemo(context, headers)) throw new Refusal(403, failure.demoLink);
}
