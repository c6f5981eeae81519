import type { PrintedOrder } from '#api/services/orders/parcels/printed-orders.ts';
import type { CourierFormat } from '#lib/contract/admin/fulfilment.ts';
import { indianTime } from '#lib/rules/dates.ts';
import { toRupees } from '#lib/rules/money.ts';

/** What a row is made of: an order and, in a file with a row for each item, the item. */
export interface CourierRow {
  order: PrintedOrder;
  item: PrintedOrder['items'][number] | undefined;
  /** From 1. */
  serial: number;
  /** The shop's place in the courier's account from which it collects. */
  pickup: string;
}

/** A column: its name in the courier's template, and its cell; empty where the shop does not know or the courier does not need it. */
type Column = readonly [name: string, cell?: (row: CourierRow) => string];

/** Columns without a cell. */
const without = (names: string): Column[] => names.split(', ').map((name) => [name]);

interface CourierFile {
  /** Whether it has a row for each item; otherwise for each order. */
  hasItemRows: boolean;
  columns: readonly Column[];
}

const INDIA = 'India';

const timeFormat = new Intl.DateTimeFormat('sv-SE', { ...indianTime, dateStyle: 'short', timeStyle: 'short' });

/** Formats a time as "20-11-2026 16:00", in Indian time. */
const formatTime = (time: string): string => timeFormat.format(new Date(time)).replace(/^(\d+)-(\d+)-(\d+)/, '$3-$2-$1');

const onOneLine = (text: string): string => text.replace(/,?\s*[\r\n]+\s*/g, ', ');

/** Splits an address at spaces into lines of at most `length` characters; the last one has the rest. */
export function splitAddress(text: string, length: number, lines: number): string[] {
  const split: string[] = [];
  let rest = onOneLine(text).trim();
  while (split.length < lines - 1 && rest.length > length) {
    const space = rest.lastIndexOf(' ', length);
    const end = space > 0 ? space : length;
    split.push(rest.slice(0, end));
    rest = rest.slice(end).trim();
  }
  return [...split, rest, ...Array<string>(lines).fill('')].slice(0, lines);
}

const fullName = ({ to }: PrintedOrder): string => `${to.firstname} ${to.lastname}`.trim();

const kilograms = ({ grams }: PrintedOrder): string => (grams === undefined ? '' : String(grams / 1000));
const inGrams = ({ grams }: PrintedOrder): string => (grams === undefined ? '' : String(grams));

const paymentMode = (order: PrintedOrder): string => (order.to_collect > 0 ? 'COD' : 'Prepaid');
const codAmount = ({ to_collect }: PrintedOrder): string => (to_collect > 0 ? toRupees(to_collect) : '');

const describeItem = ({ product_name, variantName, quantity }: PrintedOrder['items'][number]): string =>
  `${[product_name, variantName].filter(Boolean).join(', ')}${quantity > 1 ? ` × ${quantity}` : ''}`;

const describeItems = ({ items }: PrintedOrder): string => items.map(describeItem).join('; ');

const firstSku = ({ items, order_number }: PrintedOrder): string => items[0]?.sku ?? order_number;

const addressLine =
  (place: number, length: number, lines: number) =>
  ({ order }: CourierRow): string =>
    splitAddress(order.to.address, length, lines)[place] ?? '';

const senderLine =
  (place: number) =>
  ({ order }: CourierRow): string =>
    splitAddress(order.from.address ?? '', 50, 3)[place] ?? '';

const no = (): string => 'No';

const shiprocket: CourierFile = {
  hasItemRows: true,
  columns: [
    ['*Order Id', ({ order }) => order.order_number],
    ['Order Date as dd-mm-yyyy hh:MM', ({ order }) => formatTime(order.placed_at)],
    ['*Channel', () => 'CUSTOM'],
    ['*Payment Method(COD/Prepaid)', ({ order }) => paymentMode(order)],
    ['*Customer First Name', ({ order }) => order.to.firstname],
    ['Customer Last Name', ({ order }) => order.to.lastname],
    ['Email (Optional)', ({ order }) => order.to.email],
    ['*Customer Mobile', ({ order }) => order.to.phone_number],
    ['Customer Alternate Mobile'],
    ['*Shipping Address Line 1', addressLine(0, 150, 2)],
    ['Shipping Address Line 2', addressLine(1, 150, 2)],
    ['*Shipping Address Country', () => INDIA],
    ['*Shipping Address State', ({ order }) => order.to.state],
    ['*Shipping Address City', ({ order }) => order.to.city],
    ['*Shipping Address Postcode', ({ order }) => order.to.pincode],
    ...without('Billing Address Line 1, Billing Address Line 2, Billing Address Country, Billing Address State'),
    ...without('Billing Address City, Billing Address Postcode'),
    ['*Master SKU', ({ item }) => item?.sku ?? (item ? `V${item.variant_id}` : '')],
    ['*Product Name', ({ item }) => [item?.product_name, item?.variantName].filter(Boolean).join(', ')],
    ['*Product Quantity', ({ item }) => String(item?.quantity ?? '')],
    ['Tax %'],
    ['*Selling Price(Per Unit Item, Inclusive of Tax)', ({ item }) => (item ? toRupees(item.price) : '')],
    ['Discount(Per Unit Item)'],
    ['Shipping Charges(Per Order)', ({ order }) => toRupees(order.shipping)],
    ['COD Charges(Per Order)', ({ order }) => toRupees(order.cod_fee)],
    ['Gift Wrap Charges(Per Order)'],
    ['Total Discount (Per Order)', ({ order }) => toRupees(order.discount)],
    ['*Partial COD (Yes/No)', no],
    ...without('Paid Amount (Rs.), *Length (cm), *Breadth (cm), *Height (cm)'),
    ['*Weight Of Shipment(kg)', ({ order }) => kilograms(order)],
    ['Send Notification(True/False)', () => 'False'],
    ['Comment', ({ order }) => onOneLine(order.note ?? '')],
  ],
};

const delhivery: CourierFile = {
  hasItemRows: false,
  columns: [
    ['*Sale Order Number', ({ order }) => order.order_number],
    ['*Pickup Location Name', ({ pickup }) => pickup],
    ['*Transport Mode', () => 'Surface'],
    ['*Payment Mode', ({ order }) => paymentMode(order)],
    ['COD Amount', ({ order }) => codAmount(order)],
    ['*Customer Name', ({ order }) => fullName(order)],
    ['*Customer Phone', ({ order }) => order.to.phone_number],
    ['*Shipping Address Line1', addressLine(0, 150, 2)],
    ['Shipping Address Line2', addressLine(1, 150, 2)],
    ['*Shipping City', ({ order }) => order.to.city],
    ['*Shipping State', ({ order }) => order.to.state],
    ['*Shipping Pincode', ({ order }) => order.to.pincode],
    ['*Item Sku Code', ({ order }) => firstSku(order)],
    ['*Item Sku Name', ({ order }) => describeItems(order)],
    ['*Quantity Ordered', () => '1'],
    ['*Unit Item Price', ({ order }) => toRupees(order.total)],
    ...without('Package Name, Packaging Type, Length (cm), Breadth (cm), Height (cm)'),
    ['Packaged Product Weight (gm)', ({ order }) => inGrams(order)],
    ['Product Weight (gm)', ({ order }) => inGrams(order)],
    ['Fragile Shipment', no],
    ...without('Discount Type, Discount Value, Tax Class Code'),
    ['Customer Email', ({ order }) => order.to.email],
    ['Billing Address same as Shipping Address', () => 'Yes'],
    ...without('Billing Address Line1, Billing Address Line2, Billing City, Billing State, Billing Pincode, e-Way Bill Number'),
    ['Seller Name', ({ order }) => order.from.name],
    ['Seller GST Number'],
    ['Seller Address Line1', ({ order }) => onOneLine(order.from.address ?? '')],
    ...without('Seller Address Line2, Seller City, Seller State, Seller Pincode'),
  ],
};

const indiaPost: CourierFile = {
  hasItemRows: false,
  columns: [
    ['SERIAL NUMBER', ({ serial }) => String(serial)],
    ['BARCODE NO', ({ order }) => order.parcels[0]?.tracking_number ?? ''],
    ['PHYSICAL WEIGHT', ({ order }) => inGrams(order)],
    ['RECEIVER CITY', ({ order }) => order.to.city],
    ['RECEIVER PINCODE', ({ order }) => order.to.pincode],
    ['RECEIVER NAME', ({ order }) => fullName(order)],
    ['RECEIVER ADD LINE 1', addressLine(0, 50, 3)],
    ['RECEIVER ADD LINE 2', addressLine(1, 50, 3)],
    ['RECEIVER ADD LINE 3', addressLine(2, 50, 3)],
    ['ACK', () => 'FALSE'],
    ['SENDER MOBILE NO', ({ order }) => order.from.phone?.replace(/\D/g, '').slice(-10) ?? ''],
    ['RECEIVER MOBILE NO', ({ order }) => order.to.phone_number],
    ...without('PREPAYMENT CODE, VALUE OF PREPAYMENT'),
    ['CODR/COD', ({ order }) => (order.to_collect > 0 ? 'COD' : '')],
    ['VALUE FOR CODR/COD', ({ order }) => codAmount(order)],
    ...without('INSURANCE TYPE, VALUE OF INSURANCE, SHAPE OF ARTICLE, LENGTH, BREADTH/DIAMETER, HEIGHT, PRIORITY FLAG'),
    ...without('DELIVERY INSTRUCTION, DELIVERY SLOT, INSTRUCTION RTS'),
    ['SENDER NAME', ({ order }) => order.from.name],
    ...without('SENDER COMPANY NAME, SENDER CITY, SENDER STATE/UT'),
    ['SENDER PINCODE', ({ order }) => /\b[1-9]\d{5}\b/.exec(order.from.address ?? '')?.[0] ?? ''],
    ...without('SENDER EMAILID, SENDER ALT CONTACT, SENDER KYC, SENDER TAX, RECEIVER COMPANY NAME'),
    ['RECEIVER STATE/UT', ({ order }) => order.to.state],
    ['RECEIVER EMAILID', ({ order }) => order.to.email],
    ...without('RECEIVER ALT CONTACT, RECEIVER KYC, RECEIVER TAX REF'),
    ['ALT ADDRESS FLAG', () => 'FALSE'],
    ['BULK REFERENCE', ({ order }) => order.order_number],
    ['SENDER ADD LINE 1', senderLine(0)],
    ['SENDER ADD LINE 2', senderLine(1)],
    ['SENDER ADD LINE 3', senderLine(2)],
  ],
};

/** The files with which orders are announced to couriers, with the columns of their templates. */
export const courierFiles: Record<CourierFormat, CourierFile> = { shiprocket, delhivery, 'india-post': indiaPost };
