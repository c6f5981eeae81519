import { escapeHtml } from '#lib/rules/html-document.ts';
import { formatPaise } from '#lib/rules/money.ts';
import { renderCode128 } from './code-128.ts';
import { type PrintDocument, renderPrint, typed, typedParagraph } from './print-document.ts';
import type { PrintedOrder } from './printed-orders.ts';

const LABELS_ON_A4 = 4;

/** Characters of a name or an address beyond which smaller type keeps them in their box. */
const LONG = 120;
const VERY_LONG = 260;

const labelStyle = `
.label { display: flex; flex-direction: column; gap: 2mm; padding: 4mm; overflow: hidden; }
.label > * { flex: none; }
.to { flex: 1 1 0; min-height: 0; overflow: hidden; font-size: 12pt; line-height: 1.3; }
.to h2 { font-size: 15pt; }
.to.long { font-size: 9.5pt; } .to.long h2 { font-size: 11pt; }
.to.longer { font-size: 7pt; } .to.longer h2 { font-size: 8pt; }
.place { display: flex; flex-wrap: wrap; gap: 0 3mm; align-items: baseline; font-size: 11pt; font-weight: 600; max-height: 15mm; overflow: hidden; }
.pincode { font-size: 19pt; font-variant-numeric: tabular-nums; letter-spacing: 0.04em; }
.pay { display: flex; justify-content: space-between; align-items: center; padding: 1.5mm 2.5mm; border: 0.6mm solid #000; font-size: 12pt; font-weight: 700; }
.pay strong { font-size: 20pt; line-height: 1; font-variant-numeric: tabular-nums; white-space: nowrap; }
.code { height: 17mm; }
.code-small { height: 9mm; }
.line { display: flex; justify-content: space-between; gap: 3mm; font-size: 9.5pt; font-weight: 600; font-variant-numeric: tabular-nums; }
.from { max-height: 17mm; overflow: hidden; padding-top: 1.5mm; border-top: 0.3mm solid #000; font-size: 7.5pt; line-height: 1.25; }
`;

const oneLabel = `@page { size: 100mm 150mm; margin: 0; }
${labelStyle}
.label { width: 100mm; height: 150mm; }
.label + .label { break-before: page; }`;

const fourLabels = `@page { size: A4; margin: 0; }
${labelStyle}
.four { display: grid; grid-template: repeat(2, 148.4mm) / repeat(2, 105mm); width: 210mm; height: 296.8mm; overflow: hidden; }
.four + .four { break-before: page; }
.label { border: 0.1mm dashed #999; }`;

function renderPay({ to_collect, parcels }: PrintedOrder, place: number): string {
  if (to_collect === 0) return '<div class="pay"><span>PREPAID</span><span>Collect nothing</span></div>';
  if (place > 0)
    return `<div class="pay"><span>PARCEL ${place + 1} OF ${parcels.length}</span><span>Collect nothing</span></div>`;
  return `<div class="pay"><span>CASH ON DELIVERY</span><strong>${escapeHtml(formatPaise(to_collect))}</strong></div>`;
}

/** A label of one parcel of an order; an order without an AWB has one label. The first parcel carries the amount to collect. */
function renderLabel(order: PrintedOrder, place: number): string {
  const { to, from, order_number, parcels } = order;
  const parcel = parcels[place];
  const name = `${to.firstname} ${to.lastname}`;
  const length = name.length + to.address.length;
  const size = length > VERY_LONG ? ' longer' : length > LONG ? ' long' : '';
  const awb = parcel
    ? `<div class="code">${renderCode128(parcel.tracking_number)}</div>
<p class="line">${typed(parcel.courier)}<span>AWB ${escapeHtml(parcel.tracking_number)}</span></p>`
    : '';
  const count = parcels.length > 1 ? `Parcel ${place + 1} of ${parcels.length}` : '';
  return `<section class="sheet label">
<div class="to${size}"><h2>${typed(name)}</h2><p>${typed(to.address)}</p></div>
<p class="place"><span class="pincode">${escapeHtml(to.pincode)}</span><span>${typed(to.city)}, ${typed(to.state)}</span></p>
<p class="line"><span>Phone ${escapeHtml(to.phone_number)}</span><span>${count}</span></p>
${renderPay(order, place)}
${awb}
<div class="code-small">${renderCode128(order_number)}</div>
<p class="line"><span>Order ${escapeHtml(order_number)}</span></p>
<div class="from"><p>If undelivered, return to: ${typed(from.name)}</p>${typedParagraph(from.address)}${typedParagraph(from.phone && `Phone ${from.phone}`)}</div>
</section>`;
}

/** Labels of orders, one for each parcel: one on a page of 100 × 150 mm, or four on A4. */
export function renderLabels(orders: readonly PrintedOrder[], paper: 'label' | 'a4'): PrintDocument {
  const labels = orders.flatMap((order) =>
    Array.from({ length: Math.max(1, order.parcels.length) }, (_, place) => renderLabel(order, place)),
  );
  if (paper === 'label') return renderPrint('Labels', oneLabel, labels);
  const sheets = Array.from({ length: Math.ceil(labels.length / LABELS_ON_A4) }, (_, i) =>
    labels.slice(i * LABELS_ON_A4, (i + 1) * LABELS_ON_A4),
  );
  return renderPrint(
    'Labels',
    fourLabels,
    sheets.map((sheet) => `<div class="four">${sheet.join('\n')}</div>`),
  );
}
