import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { formatCourierFile } from '#api/services/courier-files/format-courier-file.ts';
import type { PrintedOrder } from '#api/services/orders/parcels/printed-orders.ts';
import type { CourierFormat } from '#lib/contract/admin/fulfilment.ts';
import { address } from '#tests/support/store/delivery-address.ts';

const order: PrintedOrder = {
  id: 1,
  order_number: 'HT-7K2M9QXA',
  placed_at: '2026-11-29T10:35:00.000Z',
  to: {
    ...address,
    address: 'Flat 4, 12 MG Road,\nopposite the very old and rather long named cinema, behind the temple',
    firstname: '=cmd()',
  },
  from: { name: 'Loom', address: '1 Mill Road, Pune 411001', phone: '+91 98200 12345' },
  payment_method: 'cod',
  to_collect: 119_900,
  price: 124_900,
  discount: 10_000,
  shipping: 4900,
  cod_fee: 100,
  total: 119_900,
  note: '+call first',
  items: [
    {
      id: 1,
      product_id: 1,
      variant_id: 1,
      product_name: '@Shirt',
      variantName: 'Size: M',
      sku: 'SH-M',
      grams: 250,
      picture: '',
      quantity: 2,
      price: 50_000,
    },
    {
      id: 2,
      product_id: 2,
      variant_id: 7,
      product_name: 'Cap',
      variantName: '',
      sku: null,
      grams: 100,
      picture: '',
      quantity: 1,
      price: 24_900,
    },
  ],
  parcels: [{ id: 1, courier: 'India Post', tracking_number: 'EK123456789IN' }],
  grams: 600,
};

const read = (format: CourierFormat, orders: readonly PrintedOrder[] = [order]): Record<string, string>[] =>
  parse(formatCourierFile(orders, format, 'Pune store'), { bom: true, columns: true });

// The bulk template of https://app.shiprocket.in (Orders, Add order, Bulk order).
test('Shiprocket gets a row for each item, with the charges of the order', () => {
  const rows = read('shiprocket');
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    '*Order Id': 'HT-7K2M9QXA',
    'Order Date as dd-mm-yyyy hh:MM': '29-11-2026 16:05',
    '*Payment Method(COD/Prepaid)': 'COD',
    '*Customer Mobile': '9876543210',
    '*Master SKU': 'SH-M',
    '*Product Quantity': '2',
    '*Selling Price(Per Unit Item, Inclusive of Tax)': '500.00',
    'Shipping Charges(Per Order)': '49.00',
    'Total Discount (Per Order)': '100.00',
    '*Weight Of Shipment(kg)': '0.6',
  });
  expect(rows[1]).toMatchObject({ '*Master SKU': 'V7', '*Product Name': 'Cap' });
});

// The bulk template of https://one.delhivery.com (Orders, Forward, Create, Bulk).
test('Delhivery gets one row for each order, with the amount to collect and the value', () => {
  expect(read('delhivery')).toMatchObject([
    {
      '*Sale Order Number': 'HT-7K2M9QXA',
      '*Pickup Location Name': 'Pune store',
      '*Payment Mode': 'COD',
      'COD Amount': '1199.00',
      '*Unit Item Price': '1199.00',
      'Packaged Product Weight (gm)': '600',
      '*Item Sku Name': "'@Shirt, Size: M × 2; Cap",
    },
  ]);
});

// The sheet "ArticleDetails" of the bulk booking of https://www.indiapost.gov.in.
test('India Post gets the address on three lines, the barcode and the value to collect', () => {
  const [row] = read('india-post');
  expect(row).toMatchObject({
    'SERIAL NUMBER': '1',
    'BARCODE NO': 'EK123456789IN',
    'PHYSICAL WEIGHT': '600',
    'RECEIVER PINCODE': '560001',
    'CODR/COD': 'COD',
    'VALUE FOR CODR/COD': '1199.00',
    'SENDER MOBILE NO': '9820012345',
    'SENDER PINCODE': '411001',
    'BULK REFERENCE': 'HT-7K2M9QXA',
  });
  const lines = [1, 2, 3].map((line) => row?.[`RECEIVER ADD LINE ${line}`] ?? '');
  expect(lines.join(' ').trim()).toBe(
    'Flat 4, 12 MG Road, opposite the very old and rather long named cinema, behind the temple',
  );
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(50);
});

test.for(['shiprocket', 'delhivery', 'india-post'] as const)(
  'no cell of %s begins like a formula, and none has two lines',
  (format) => {
    const cells = read(format).flatMap((row) => Object.values(row));
    expect(cells.filter((cell) => /^[=+\-@\t\r]|[\r\n]/.test(cell))).toEqual([]);
  },
);

test('a paid order is prepaid, and an unknown weight stays empty', () => {
  const { grams: _, ...unweighed } = order;
  const [row] = read('delhivery', [{ ...unweighed, grams: undefined, to_collect: 0, payment_method: 'prepaid' }]);
  expect(row).toMatchObject({ '*Payment Mode': 'Prepaid', 'COD Amount': '', 'Packaged Product Weight (gm)': '' });
});
