import { nameStateTax, type State } from '#api/services/invoices/gst-state-codes.ts';
import { ORDER_CANCELLED, ORDER_RETURNED } from '#lib/contract/order-status.ts';
import { invoicePaymentLabel } from '#lib/contract/payment-methods.ts';
import { t } from '#lib/contract/text/t.ts';
import { describeReturns } from '#lib/rules/assurance-texts.ts';
import { DISCOUNT_LABEL } from '#lib/rules/charge-texts.ts';
import { formatDay } from '#lib/rules/dates.ts';
import { escapeHtml, noIndex, renderHtml } from '#lib/rules/html-document.ts';
import { formatPaise } from '#lib/rules/money.ts';
import type { Picture } from '#lib/rules/pictures/reference.ts';
import { spellAmount } from './amount-in-words.ts';
import { formatRate, sumTax } from './calculate-tax.ts';
import type { IssuedInvoice } from './find-invoice.ts';
import type { InvoiceDocument, InvoiceLine } from './invoice-document.ts';

/** Lines beyond which smaller type keeps the invoice on one A4 page. */
const DENSE_LINES = 14;
const DENSER_LINES = 24;

const style = `
* { box-sizing: border-box; }
html { color-scheme: light; background: #fff; }
body { max-width: 210mm; margin: 0 auto; padding: 8mm; color: #111; background: #fff; font: 10pt/1.4 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
header, .parties, .ends { display: flex; flex-wrap: wrap; gap: 4mm 10mm; justify-content: space-between; }
header { align-items: end; padding-bottom: 3mm; border-bottom: 2px solid #111; }
h1 { margin: 0; font-size: 18pt; line-height: 1.2; }
h2 { margin: 0 0 1mm; font-size: 8pt; font-weight: 600; letter-spacing: 0.04em; text-transform: uppercase; color: #555; }
p { margin: 0; overflow-wrap: anywhere; }
.store { font-size: 18pt; font-weight: 600; line-height: 1.2; }
.logo { width: auto; max-width: 60mm; height: auto; max-height: 16mm; font-size: 18pt; font-weight: 600; }
.thanks { margin-top: 3mm; }
.thanks p:first-child { font-weight: 600; }
.parties { margin: 4mm 0; }
.parties > section { flex: 1 1 50mm; min-width: 0; }
.parties > section:last-child { flex-grow: 0; flex-basis: auto; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0 3mm; margin: 0; }
dt { color: #555; }
dd { margin: 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 9pt; font-variant-numeric: tabular-nums; }
th, td { padding: 1.2mm 1.5mm; border-bottom: 1px solid #ccc; text-align: right; vertical-align: top; white-space: nowrap; }
th { color: #333; font-weight: 600; border-bottom-color: #111; vertical-align: bottom; white-space: normal; }
.text { text-align: left; white-space: normal; overflow-wrap: anywhere; }
.text { width: 45%; min-width: 40mm; }
tfoot td { border-bottom: 0; border-top: 1px solid #111; font-weight: 600; }
.ends { margin-top: 4mm; }
.ends > section { flex: 1 1 70mm; }
.due { text-align: right; }
.due strong { display: block; font-size: 15pt; font-variant-numeric: tabular-nums; }
.notice { margin: 4mm 0; padding: 2mm 3mm; border: 1px solid #111; font-weight: 600; }
footer { margin-top: 5mm; padding-top: 2mm; border-top: 1px solid #ccc; color: #555; font-size: 8pt; }
.on-each-page { display: none; }
.print { margin: 0 0 5mm; padding: 2.5mm 6mm; border: 0; border-radius: 2mm; background: #111; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
.dense { font-size: 8.5pt; } .dense table { font-size: 7.5pt; } .dense td, .dense th { padding-block: 0.7mm; }
.denser { font-size: 7.5pt; line-height: 1.25; } .denser table { font-size: 6.5pt; } .denser td, .denser th { padding-block: 0.25mm; }
@media screen and (max-width: 40em) {
  body { padding: 4mm; }
  thead { display: none; }
  table, tbody, tfoot, tr, td { display: block; }
  table { font-size: 10pt; }
  tr { padding-block: 2mm; border-bottom: 1px solid #ccc; }
  tfoot tr { border-top: 1px solid #111; border-bottom: 0; }
  td, tfoot td { display: flex; justify-content: space-between; gap: 4mm; padding: 0.4mm 0; border: 0; }
  td:empty { display: none; }
  td::before { flex: none; content: attr(data-heading); color: #555; font-weight: 400; }
  td.text { width: auto; min-width: 0; font-weight: 600; }
  tbody { counter-reset: line; }
  tbody tr { counter-increment: line; }
  td:first-child, tfoot td.text::before { display: none; }
  td.text { justify-content: start; gap: 1ch; }
  tbody td.text::before { content: counter(line) "."; color: inherit; font-weight: inherit; }
  td:last-child { font-weight: 600; }
}
@media print {
  body { max-width: none; padding: 0; }
  .print { display: none; }
  /* Browsers repeat the head of a table on every page, and its foot, which has the totals. */
  .on-each-page { display: table-row; }
  .on-each-page th { padding: 0 0 1mm; border: 0; color: #555; font-weight: 400; }
  tfoot { display: table-row-group; }
  .scroll { overflow: visible; }
  tr, .ends, footer { break-inside: avoid; }
}
`;

export const invoiceStyle = `
@page { size: A4; margin: 12mm; @bottom-right { content: "Page " counter(page) " of " counter(pages); color: #555; font: 8pt/1 system-ui, sans-serif; } }${style}`;

/** The style of several invoices in one document, each in an `article` of its own. */
export const invoicesStyle = `
@page { size: A4; margin: 12mm; }${style}
article + article { break-before: page; }
@media screen { article + article { margin-top: 8mm; padding-top: 8mm; border-top: 1px dashed #999; } }
`;

export const invoiceScript = "document.querySelector('.print').addEventListener('click', () => window.print());";

const paragraph = (text: string | null, name = ''): string =>
  text ? `<p${name && ` class="${name}"`}>${escapeHtml(text)}</p>` : '';

const title = (text: string): string => `<h2>${escapeHtml(text)}</h2>`;

const formatState = ({ name, code }: State): string => `${name} (${code})`;

interface Column {
  heading: string;
  cell: (line: InvoiceLine, index: number) => string;
  sum?: string;
  isText?: boolean;
}

const amount = (heading: string, pick: (line: InvoiceLine) => number, lines: readonly InvoiceLine[]): Column => ({
  heading,
  cell: (line) => formatPaise(pick(line)),
  sum: formatPaise(lines.reduce((sum, line) => sum + pick(line), 0)),
});

function listColumns({ kind, credits, lines, is_same_state, place_of_supply }: InvoiceDocument): Column[] {
  const isTaxed = (credits?.kind ?? kind) === 'tax_invoice';
  const stateTax = place_of_supply ? nameStateTax(place_of_supply) : 'SGST';
  const taxes = is_same_state
    ? [amount('CGST', ({ central }) => central, lines), amount(stateTax, ({ state }) => state, lines)]
    : [amount('IGST', ({ integrated }) => integrated, lines)];
  return [
    { heading: t('No.'), cell: (_, i) => String(i + 1) },
    { heading: t('Description'), cell: ({ description }) => description, isText: true, sum: t('Total') },
    ...(lines.some(({ hsn }) => hsn) ? [{ heading: 'HSN', cell: ({ hsn }: InvoiceLine) => hsn ?? '' }] : []),
    {
      heading: t('Qty'),
      cell: ({ quantity }) => String(quantity),
      sum: String(lines.reduce((sum, { quantity }) => sum + quantity, 0)),
    },
    { heading: isTaxed ? t('Price incl. tax') : t('Price'), cell: ({ price }) => formatPaise(price) },
    ...(lines.some(({ discount }) => discount > 0) ? [amount(DISCOUNT_LABEL, ({ discount }) => discount, lines)] : []),
    ...(isTaxed
      ? [
          amount(t('Taxable value'), ({ taxable }) => taxable, lines),
          { heading: 'GST', cell: ({ rate }: InvoiceLine) => `${formatRate(rate ?? 0)} %` },
          ...taxes,
        ]
      : []),
    amount(t('Amount'), (line) => line.amount, lines),
  ];
}

function renderLines(document: InvoiceDocument): string {
  const columns = listColumns(document);
  // Roles, because on phones the rows are blocks, and headings repeated in each cell.
  const row = (cell: (column: Column) => string) => `<tr role="row">${columns.map(cell).join('')}</tr>`;
  const name = ({ isText }: Column) => (isText ? ' class="text"' : '');
  const cells = (text: (column: Column) => string) =>
    row(
      (column) => `<td role="cell"${name(column)} data-heading="${escapeHtml(column.heading)}">${escapeHtml(text(column))}</td>`,
    );
  return `<div class="scroll" role="region" aria-label="${escapeHtml(t('Items'))}" tabindex="0"><table role="table">
<thead role="rowgroup"><tr class="on-each-page"><th class="text" colspan="${columns.length}">${escapeHtml(`${nameInvoice(document)} ${document.number}`)}</th></tr>${row((column) => `<th role="columnheader"${name(column)}>${escapeHtml(column.heading)}</th>`)}</thead>
<tbody role="rowgroup">${document.lines.map((line, i) => cells(({ cell }) => cell(line, i))).join('\n')}</tbody>
<tfoot role="rowgroup">${cells(({ sum }) => sum ?? '')}</tfoot>
</table></div>${renderPrepaidDiscount(document)}`;
}

const renderPrepaidDiscount = ({ prepaid_discount }: InvoiceDocument): string =>
  prepaid_discount
    ? paragraph(t('The discount includes {amount} for paying ahead.', { amount: formatPaise(prepaid_discount) }))
    : '';

function renderFacts({
  number,
  issued_at,
  order_number,
  ordered_at,
  payment_method,
  place_of_supply,
  credits,
}: InvoiceDocument): string {
  const facts = [
    [t('Number'), number],
    [t('Date'), formatDay(issued_at)],
    ...(credits
      ? [
          [
            t('Against'),
            t('{document} of {date}', {
              document: `${nameInvoice(credits)} ${credits.number}`,
              date: formatDay(credits.issued_at),
            }),
          ],
        ]
      : []),
    [t('Order'), order_number],
    [t('Ordered on'), formatDay(ordered_at)],
    [t('Payment'), invoicePaymentLabel({ payment_method })],
    ...(place_of_supply ? [[t('Place of supply'), formatState(place_of_supply)]] : []),
  ];
  return `<dl>${facts.map(([name = '', value = '']) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`;
}

/** The tax in words of law: reverse charge, and that a bill of supply has none. */
function renderTaxNote({ kind, credits, lines, total }: InvoiceDocument): string {
  if (credits?.kind === 'bill_of_supply') return '';
  if (kind === 'bill_of_supply') return paragraph(t('No tax is charged on this bill of supply.'));
  const { taxable } = sumTax(lines);
  return paragraph(
    t('Taxable value {taxable}, tax {tax}. Tax is not payable on reverse charge.', {
      taxable: formatPaise(taxable),
      tax: formatPaise(total - taxable),
    }),
  );
}

const notices: Partial<Record<IssuedInvoice['status'], string>> = {
  [ORDER_CANCELLED]: t('This order has been cancelled.'),
  [ORDER_RETURNED]: t('This order was returned to its seller.'),
};

const titles = { tax_invoice: t('Tax invoice'), bill_of_supply: t('Bill of supply'), credit_note: t('Credit note') };

/** The title of a document, for headings and links. */
export const nameInvoice = ({ kind }: Pick<InvoiceDocument, 'kind'>): string => titles[kind];

/** Renders a page in the style of invoices. `body` is HTML. */
export const renderInvoicePage = (title: string, body: string, bodyAttributes?: string): string =>
  renderHtml({ title, head: `${noIndex}<style>${invoiceStyle}</style>`, body, bodyAttributes });

function renderStore(name: string, logo: Picture | undefined): string {
  if (!logo) return paragraph(name, 'store');
  const size = logo.width && logo.height ? ` width="${logo.width}" height="${logo.height}"` : '';
  return `<img class="logo" src="${escapeHtml(logo.src)}" alt="${escapeHtml(name)}"${size}>`;
}

function renderThanks({ kind, return_days }: InvoiceDocument): string {
  if (kind === 'credit_note') return '';
  return `<div class="thanks">${paragraph(t('Thank you for your order.'))}${paragraph(describeReturns(return_days))}</div>`;
}

/** An invoice or credit note as HTML, its title and the class that keeps it on one sheet of A4. */
export function renderInvoiceParts({ document, status }: IssuedInvoice, logo?: Picture) {
  const { seller, buyer, lines, total, store_name, support_email, support_phone } = document;
  const contact = [support_email, support_phone].filter(Boolean).join(', ');
  const density = lines.length > DENSER_LINES ? 'denser' : lines.length > DENSE_LINES ? 'dense' : '';
  const name = `${nameInvoice(document)} ${document.number}`;
  const notice = document.kind === 'credit_note' ? undefined : notices[status];
  const main = `<header><h1>${escapeHtml(nameInvoice(document))}</h1>${renderStore(store_name, logo)}</header>
${notice ? paragraph(notice, 'notice') : ''}
<div class="parties">
<section>${title(t('Sold by'))}${paragraph(seller.name)}${paragraph(seller.address)}${paragraph(seller.gstin && `GSTIN ${seller.gstin}`)}${paragraph(seller.state && t('State {state}', { state: formatState(seller.state) }))}</section>
<section>${title(t('Billed and delivered to'))}${paragraph(buyer.name)}${paragraph(buyer.address)}${paragraph(`${buyer.city} ${buyer.pincode}, ${buyer.state}`)}${paragraph(t('Phone {phone}', { phone: buyer.phone_number }))}</section>
<section>${title(t('Details'))}${renderFacts(document)}</section>
</div>
${renderLines(document)}
<div class="ends">
<section>${title(t('Amount in words'))}${paragraph(spellAmount(total))}${renderTaxNote(document)}</section>
<section class="due">${title(t('Total'))}<strong>${formatPaise(total)}</strong></section>
</div>
${renderThanks(document)}`;
  const footer = `<footer>${paragraph(t('{document}. For {seller}. Issued by computer and valid without a signature.', { document: name, seller: seller.name }))}${paragraph(contact && t('Questions? {contact}', { contact }))}</footer>`;
  return { name, main, footer, density };
}

/** Renders an invoice or credit note as an HTML page for one sheet of A4, which needs nothing else but the logo. */
export function renderInvoice(invoice: IssuedInvoice, logo?: Picture): string {
  const { name, main, footer, density } = renderInvoiceParts(invoice, logo);
  const body = `<main>
<button class="print" type="button">${escapeHtml(t('Print'))}</button>
${main}
</main>
${footer}
<script>${invoiceScript}</script>`;
  return renderInvoicePage(name, body, density && ` class="${density}"`);
}
