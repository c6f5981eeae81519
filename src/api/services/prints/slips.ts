import type { PrintedOrder } from '#api/services/orders/parcels/printed-orders.ts';
import { formatDay } from '#lib/rules/dates.ts';
import { escapeHtml } from '#lib/rules/html-document.ts';
import { formatPaise } from '#lib/rules/money.ts';
import { renderCode128 } from './code-128.ts';
import { type PrintDocument, renderPrint, typed, typedParagraph } from './print-document.ts';

const slipStyle = (paper: 'a5' | 'a4') => `@page { size: ${paper === 'a5' ? 'A5' : 'A4'}; margin: 10mm; }
.slip + .slip { break-before: page; }
.slip header { display: flex; justify-content: space-between; gap: 6mm; padding-bottom: 3mm; border-bottom: 0.5mm solid #000; }
.slip h1 { font-size: 15pt; line-height: 1.2; }
.slip header > * { min-width: 0; }
.slip .number { width: 50mm; flex: none; text-align: right; }
.slip .code { height: 9mm; }
.slip .to { margin: 4mm 0; }
.slip h2 { font-size: 8pt; font-weight: 600; color: #444; }
.slip table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.slip th, .slip td { padding: 1.2mm 1mm; border-bottom: 0.2mm solid #bbb; text-align: right; vertical-align: top; }
.slip th { font-size: 8pt; }
.slip .text { width: 60%; text-align: left; overflow-wrap: anywhere; }
.slip tr { break-inside: avoid; }
.slip .variant { font-weight: 600; }
.slip .sku { color: #444; font-size: 8.5pt; }
.slip dl { display: grid; grid-template-columns: 1fr auto; gap: 0.5mm 6mm; margin: 3mm 0 0 auto; width: fit-content; font-variant-numeric: tabular-nums; break-inside: avoid; }
.slip dd { margin: 0; text-align: right; }
.slip .total { font-weight: 700; font-size: 12pt; }
.slip .note { margin-top: 5mm; padding: 3mm; border: 0.3mm solid #000; font-size: 12pt; white-space: pre-line; break-inside: avoid; }
.slip .thanks { margin-top: 5mm; }
@media screen { .slip { padding: 10mm; } }`;

/** Words by which a note says that the order is a present: its slip then has no prices. */
const giftWords = /\b(?:gift|present|birthday|anniversary|surprise)\b|उपहार|तोहफ|गिफ्ट|பரிசு/iu;

const isGift = ({ note }: PrintedOrder): boolean => note !== null && giftWords.test(note);

function renderTotals({ price, discount, shipping, cod_fee, total, to_collect }: PrintedOrder): string {
  const rows: [string, number][] = [
    ['Items', price],
    ...(discount > 0 ? [['Discount', -discount] as [string, number]] : []),
    ...(shipping > 0 ? [['Delivery', shipping] as [string, number]] : []),
    ...(cod_fee > 0 ? [['Cash on delivery fee', cod_fee] as [string, number]] : []),
  ];
  const amount = (paise: number) => escapeHtml(paise < 0 ? `−${formatPaise(-paise)}` : formatPaise(paise));
  return `<dl>${rows.map(([name, paise]) => `<dt>${name}</dt><dd>${amount(paise)}</dd>`).join('')}<dt class="total">Total</dt><dd class="total">${amount(total)}</dd>${to_collect > 0 ? `<dt>To pay on delivery</dt><dd>${amount(to_collect)}</dd>` : '<dt>Paid</dt><dd></dd>'}</dl>`;
}

function renderSlip(order: PrintedOrder, withoutPrices: boolean): string {
  const { to, from, order_number, placed_at, items, note } = order;
  const isPriced = !withoutPrices && !isGift(order);
  const rows = items.map(
    (item) =>
      `<tr><td class="text"><p>${typed(item.product_name)}</p>${typedParagraph(item.variantName, 'variant')}${typedParagraph(item.sku, 'sku')}</td><td>${item.quantity}</td>${isPriced ? `<td>${escapeHtml(formatPaise(item.price * item.quantity))}</td>` : ''}</tr>`,
  );
  return `<section class="sheet slip">
<header><div><h1>${typed(from.name)}</h1>${typedParagraph(from.address)}</div>
<div class="number"><div class="code">${renderCode128(order_number)}</div><p>${escapeHtml(order_number)}</p><p>${escapeHtml(formatDay(placed_at))}</p></div></header>
<div class="to"><h2>For</h2><p>${typed(`${to.firstname} ${to.lastname}`)}</p><p>${typed(to.address)}</p><p>${typed(to.city)} ${escapeHtml(to.pincode)}, ${typed(to.state)}</p></div>
<table><thead><tr><th class="text">Item</th><th>Units</th>${isPriced ? '<th>Amount</th>' : ''}</tr></thead><tbody>${rows.join('\n')}</tbody></table>
${isPriced ? renderTotals(order) : ''}
${note ? `<p class="note">${typed(note)}</p>` : ''}
<p class="thanks">Thank you for your order.</p>
</section>`;
}

/** Packing slips, each on a page of its own. Those of presents have no prices. */
export const renderSlips = (
  orders: readonly PrintedOrder[],
  { paper, withoutPrices }: { paper: 'a5' | 'a4'; withoutPrices: boolean },
): PrintDocument =>
  renderPrint(
    'Packing slips',
    slipStyle(paper),
    orders.map((order) => renderSlip(order, withoutPrices)),
  );
