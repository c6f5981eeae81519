import type { IssuedInvoice } from '#api/services/invoices/find-invoice.ts';
import { invoicesStyle, renderInvoiceParts } from '#api/services/invoices/render-invoice.ts';
import { noIndex, renderHtml } from '#lib/rules/html-document.ts';
import type { Picture } from '#lib/rules/pictures/reference.ts';
import { type PrintDocument, printScript } from './print-document.ts';

/** Invoices in one document, each on a page of its own. */
export function renderInvoices(invoices: readonly IssuedInvoice[], logo: Picture | undefined): PrintDocument {
  const articles = invoices.map((invoice) => {
    const { main, footer, density } = renderInvoiceParts(invoice, logo);
    return `<article${density && ` class="${density}"`}>${main}${footer}</article>`;
  });
  const body = `<main><button class="print" type="button" hidden>Print</button>
${articles.join('\n')}
</main>
<script>${printScript}</script>`;
  const html = renderHtml({ title: 'Invoices', head: `${noIndex}<style>${invoicesStyle}</style>`, body });
  return { html, style: invoicesStyle, script: printScript };
}
