import { createHash } from 'node:crypto';
import type { Db } from '#api/database/schema/engine.ts';
import { findInvoiceByLink } from '#api/services/invoices/find-invoice.ts';
import { findInvoiceLogo } from '#api/services/invoices/invoice-logo.ts';
import { invoiceScript, invoiceStyle, renderInvoice, renderInvoicePage } from '#api/services/invoices/render-invoice.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
import { escapeHtml } from '#lib/rules/html-document.ts';
import * as paths from '#lib/rules/routes/paths.ts';

/** Path of invoices below the API base. */
export const INVOICE_PATH = '/invoices/:number';

const sourceHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policy = [
  "default-src 'none'",
  `style-src ${sourceHash(invoiceStyle)}`,
  `script-src ${sourceHash(invoiceScript)}`,
  // The logo; an SVG runs no script as an image.
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The link's signature must not reach other sites, caches and search engines. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

const ordersLink = `<a href="${paths.account('orders')}">${escapeHtml(t('your orders'))}</a>`;

function renderRefusal(): string {
  const parts: (string | null)[] = tParts('Please open the invoice from {link}.', { link: null });
  const advice = parts.map((part) => (part === null ? ordersLink : escapeHtml(part))).join('');
  return renderInvoicePage(
    failure.invoiceLink,
    `<main><h1>${escapeHtml(failure.invoiceLink)}</h1>
<p>${advice}</p></main>`,
  );
}

/** Responds to a signed link with the printable invoice or credit note, or with a page that says it is no longer valid (403). */
export async function replyInvoice(db: Db, orderNumber: string, query: Readonly<Record<string, string>>): Promise<Response> {
  const { until = '', signature = '', replaced } = query;
  const paper = query['paper'] === 'credit_note' ? 'credit_note' : 'invoice';
  const invoice = await findInvoiceByLink(db, { orderNumber, paper, until, signature, replaced });
  if (!invoice) return new Response(renderRefusal(), { status: 403, headers });
  return new Response(renderInvoice(invoice, findInvoiceLogo(await readSettings(db))), { headers });
}
