import { createHash } from 'node:crypto';
import type { adminPrintCall } from '#lib/contract/admin/fulfilment.ts';
import type { ReplyOf } from '#lib/contract/calls/define-call.ts';

const sourceHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A printable document as the response of a page: its policy allows its own style and script. */
export function toPrintResponse({ html, style, script }: ReplyOf<typeof adminPrintCall>['data']): Response {
  const policy = `default-src 'none'; style-src ${sourceHash(style)}; script-src ${sourceHash(script)}`;
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy } });
}
