import type { PrintedOrder } from '#api/services/orders/parcels/printed-orders.ts';
import { escapeHtml } from '#lib/rules/html-document.ts';
import { thumbnailUrl } from '#lib/rules/pictures/reference.ts';
import { type PrintDocument, renderPrint, typed, typedParagraph } from './print-document.ts';

const style = `@page { size: A4; margin: 10mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt system-ui, sans-serif; } }
.pick h1 { font-size: 15pt; }
.pick table { width: 100%; margin-top: 4mm; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.pick th, .pick td { padding: 1.5mm; border-bottom: 0.2mm solid #bbb; text-align: left; vertical-align: middle; overflow-wrap: anywhere; }
.pick tr { break-inside: avoid; }
.pick .tick { width: 10mm; }
.pick .tick span { display: block; width: 6mm; height: 6mm; border: 0.4mm solid #000; }
.pick .picture { width: 20mm; height: 20mm; padding: 1mm; }
.pick img { display: block; width: 18mm; height: 18mm; object-fit: contain; }
.pick .variant { font-weight: 700; font-size: 12pt; }
.pick .units { width: 18mm; text-align: right; }
.pick td.units { font-size: 18pt; font-weight: 700; }
.pick .orders { width: 45mm; font-size: 8pt; }
@media screen { .pick { padding: 10mm; } }`;

/** Gives the address of a picture that a print may load; undefined where it may not. */
export type PrintPicture = (reference: string) => string | undefined;

/** The narrowest stored file of the shop's own pictures: a look at the print must tell no other site. */
export const ownPicture: PrintPicture = (reference) => {
  const src = thumbnailUrl(reference);
  return src.startsWith('/media/') ? src : undefined;
};

/** Orders of one line that are named; the others are counted. */
const MAX_NAMED_ORDERS = 6;

interface Line {
  product_name: string;
  variantName: string;
  sku: string | null;
  picture: string;
  units: number;
  orders: string[];
}

function sumLines(orders: readonly PrintedOrder[]): Line[] {
  const lines = new Map<number, Line>();
  for (const { order_number, items } of orders) {
    for (const { variant_id, quantity, product_name, variantName, sku, picture } of items) {
      const line = lines.get(variant_id) ?? { product_name, variantName, sku, picture, units: 0, orders: [] };
      line.units += quantity;
      line.orders.push(quantity > 1 ? `${order_number} (${quantity})` : order_number);
      lines.set(variant_id, line);
    }
  }
  const compare = new Intl.Collator('en', { numeric: true }).compare;
  return [...lines.values()].sort((a, b) => compare(a.product_name, b.product_name) || compare(a.variantName, b.variantName));
}

function renderLine({ product_name, variantName, sku, picture, units, orders }: Line, address: PrintPicture): string {
  const src = picture && address(picture);
  const named = orders.slice(0, MAX_NAMED_ORDERS).join(', ');
  const more = orders.length > MAX_NAMED_ORDERS ? ` and ${orders.length - MAX_NAMED_ORDERS} more` : '';
  return `<tr><td class="tick"><span></span></td><td class="picture">${src ? `<img src="${escapeHtml(src)}" alt="">` : ''}</td><td><p>${typed(product_name)}</p>${typedParagraph(variantName, 'variant')}${typedParagraph(sku)}</td><td class="orders">${escapeHtml(named + more)}</td><td class="units">${units}</td></tr>`;
}

/** What to take from the shelves for orders: the units of each product and choice, to tick off. */
export function renderPickList(orders: readonly PrintedOrder[], address: PrintPicture): PrintDocument {
  const lines = sumLines(orders);
  const units = lines.reduce((sum, line) => sum + line.units, 0);
  const body = `<section class="sheet pick"><h1>Pick list</h1><p>${units} ${units === 1 ? 'unit' : 'units'} for ${orders.length} ${orders.length === 1 ? 'order' : 'orders'}</p>
<table><thead><tr><th></th><th></th><th>Item</th><th>Orders</th><th class="units">Units</th></tr></thead>
<tbody>${lines.map((line) => renderLine(line, address)).join('\n')}</tbody></table></section>`;
  return renderPrint('Pick list', style, [body]);
}
