import { parsePrice } from '#api/services/import/read/parse-price.ts';
import { toAsciiDigits } from '#lib/contract/text/typed-text.ts';
import { CellProblem, readCell, readFormerAddress, readMobile } from './contacts.ts';
import type { OrderCells } from './order-columns.ts';

/** One line of an order of the former shop. */
export interface FormerItem {
  name: string;
  quantity: number;
  sku?: string;
  /** Of one unit in paise; absent where the export has none. */
  price?: number;
}

const MAX_UNITS = 100_000;

/**
 * An amount in paise, without its sign: plugins write discounts and refunds below zero, and taxes to many places. 0 for an empty cell.
 * Throws `CellProblem`.
 */
export function readAmount(key: string, cell: string): number {
  const text = toAsciiDigits(cell).replace(/^\s*-\s*/, '');
  if (text.trim() === '') return 0;
  const rounded = /^\d+\.\d{3,}$/.test(text) ? Number(text).toFixed(2) : text;
  const paise = parsePrice(rounded);
  if (typeof paise !== 'number') throw new CellProblem(key, paise.error);
  return paise;
}

function readQuantity(key: string, cell: string): number {
  const units = Number(/^\s*(\d{1,9})(?:\.0+)?(?!\d)/.exec(toAsciiDigits(cell))?.[1] ?? Number.NaN);
  if (units <= MAX_UNITS) return units;
  throw new CellProblem(key, `must be a whole number up to ${MAX_UNITS}, but is "${cell.slice(0, 50)}"`);
}

/** "name:Cap|sku:C-1|quantity:2|total:998.00", the form of WebToffee's plugin. */
function parseLine(text: string): FormerItem | undefined {
  const parts = new Map(text.split('|').map((part) => [part.split(':', 1)[0]?.trim() ?? '', part.slice(part.indexOf(':') + 1)]));
  const name = readCell('itemName', parts.get('name') ?? '', 500);
  if (name === '') return undefined;
  const quantity = readQuantity('itemQuantity', parts.get('quantity') || '1');
  const sku = readCell('itemSku', parts.get('sku') ?? '');
  const total = parts.get('total');
  return {
    name,
    quantity,
    ...(sku && { sku }),
    ...(total && quantity > 0 && { price: Math.round(readAmount('itemPrice', total) / quantity) }),
  };
}

/** "1× Cap, 2× Linen Shirt, M", the form of WooCommerce's own export. */
const parseProducts = (text: string): FormerItem[] =>
  text.split(/,\s*(?=\d+\s*[×x]\s)/u).flatMap((part) => {
    const [, quantity = '1', name = ''] = /^\s*(?:(\d+)\s*[×x]\s)?\s*(.*)$/su.exec(part) ?? [];
    const product = readCell('products', name, 500);
    return product === '' ? [] : [{ name: product, quantity: readQuantity('products', quantity) }];
  });

/** The items that a row names: one, or all of an export with one row for each order. `lines` are the cells of `line_item_1` and so on. */
export function readItems(cells: OrderCells, lines: readonly string[]): FormerItem[] {
  const name = readCell('itemName', cells.itemName, 500);
  if (name === '') return [...parseProducts(cells.products), ...lines.flatMap((line) => parseLine(line) ?? [])];
  const sku = readCell('itemSku', cells.itemSku);
  return [
    {
      name,
      quantity: readQuantity('itemQuantity', cells.itemQuantity || '1'),
      ...(sku && { sku }),
      ...(cells.itemPrice && { price: readAmount('itemPrice', cells.itemPrice) }),
    },
  ];
}

/** The cells of the address that the order went to, or of the one it was billed to. */
function addressCells(cells: OrderCells, of: 'shipping' | 'billing') {
  const names = [cells[`${of}_firstname`], cells[`${of}_lastname`]].filter(Boolean).join(' ');
  return {
    name: readCell(`${of}_name`, cells[`${of}_name`] || names),
    lines: [cells[`${of}_address1`], cells[`${of}_address2`]],
    city: cells[`${of}_city`],
    state: cells[`${of}_state`],
    zip: cells[`${of}_zip`],
  };
}

/** Who ordered, and where it went, on one line. */
export function readRecipient(cells: OrderCells): { customer_name: string; address: string | null } {
  const [shipping, billing] = [addressCells(cells, 'shipping'), addressCells(cells, 'billing')];
  const name = billing.name || shipping.name || readCell('customer', cells.customer);
  const found = [shipping, billing]
    .map((parts) => ({ name: parts.name, address: readFormerAddress('shipping_address1', parts) }))
    .find(({ address }) => address !== null);
  if (!found?.address) return { customer_name: name, address: null };
  const { address, city, pincode, state } = found.address;
  const text = [found.name, address, [city, pincode].filter(Boolean).join(' '), state].filter(Boolean).join(', ');
  return { customer_name: name, address: text };
}

/**
 * The mobile number of who ordered: the order's own, else that of the bill. That of the parcel may be another person's, and counts only where
 * there is no bill.
 */
export function readBuyersPhone(cells: OrderCells): string | null {
  const own = readMobile(cells.phone, cells.billing_country || cells.shipping_country);
  const billed = readMobile(cells.billing_phone, cells.billing_country);
  if (own ?? billed) return own ?? billed;
  const hasBill = [cells.billing_name, cells.billing_firstname, cells.billing_address1, cells.billing_phone].some(Boolean);
  return hasBill ? null : readMobile(cells.shipping_phone, cells.shipping_country);
}
