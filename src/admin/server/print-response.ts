import { createHash } from 'node:crypto';
import type { adminPrintCall } from '#lib/contract/admin/fulfilment.ts';
import type { ReplyOf } from '#lib/contract/calls/define-call.ts';
import { escapeHtml } from '#lib/rules/html-document.ts';

const sourceHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** An installed app has no button of the browser that leads back. */
const backStyle = `
.back { display: inline-block; padding: 12px; min-width: 44px; color: #111; background: #fff; font: 600 16px/20px system-ui, sans-serif; }
@media print { .back { display: none; } }
`;

/** A printable document as the response of a page, with a link to the page `back`: its policy allows its own styles and script. */
export function toPrintResponse({ html, style, script }: ReplyOf<typeof adminPrintCall>['data'], back: string): Response {
  const policy = `default-src 'none'; style-src ${sourceHash(style)} ${sourceHash(backStyle)}; script-src ${sourceHash(script)}`;
  const shown = html
    .replace('</head>', () => `<style>${backStyle}</style>\n</head>`)
    .replace(/<body[^>]*>/, (body) => `${body}\n<a class="back" href="${escapeHtml(back)}">Back</a>`);
  return new Response(shown, { headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy } });
}
