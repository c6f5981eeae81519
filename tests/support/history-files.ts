import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** Writes rows of cells as a CSV file. */
export function csv(...rows: readonly (readonly string[])[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'history-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'export.csv');
  writeFileSync(file, rows.map((row) => row.map(quoted).join(',')).join('\n'));
  return file;
}

/** A table from rows with some of the columns. */
export function table(columns: readonly string[], ...rows: Record<string, string>[]): string {
  return csv(columns, ...rows.map((row) => columns.map((column) => row[column] ?? '')));
}

// https://help.shopify.com/en/manual/fulfillment/managing-orders/exporting-orders
export const shopifyOrderColumns = [
  'Name',
  'Email',
  'Financial Status',
  'Paid at',
  'Fulfillment Status',
  'Fulfilled at',
  'Accepts Marketing',
  'Currency',
  'Subtotal',
  'Shipping',
  'Taxes',
  'Total',
  'Discount Code',
  'Discount Amount',
  'Shipping Method',
  'Created at',
  'Lineitem quantity',
  'Lineitem name',
  'Lineitem price',
  'Lineitem compare at price',
  'Lineitem sku',
  'Billing Name',
  'Billing Address1',
  'Billing City',
  'Billing Zip',
  'Billing Province',
  'Billing Country',
  'Billing Phone',
  'Shipping Name',
  'Shipping Address1',
  'Shipping Address2',
  'Shipping City',
  'Shipping Zip',
  'Shipping Province',
  'Shipping Country',
  'Shipping Phone',
  'Notes',
  'Cancelled at',
  'Payment Method',
  'Refunded Amount',
  'Phone',
];

/** The first row of an order. */
export const shopifyOrder = (more: Record<string, string> = {}): Record<string, string> => ({
  Name: '#1001',
  Email: 'asha@example.com',
  'Financial Status': 'partially_refunded',
  'Fulfillment Status': 'fulfilled',
  Currency: 'INR',
  Subtotal: '1998.00',
  Shipping: '49.00',
  Total: '1,947.00',
  'Discount Amount': '100.00',
  'Created at': '2024-03-01 12:30:00 +0530',
  'Lineitem quantity': '1',
  'Lineitem name': 'Linen Shirt - M',
  'Lineitem price': '998.00',
  'Lineitem sku': "'=LS-M",
  'Shipping Name': 'Asha Rao',
  'Shipping Address1': '12 Lake Road',
  'Shipping City': 'Bengaluru',
  'Shipping Zip': "'560001",
  'Shipping Province': 'KA',
  'Shipping Country': 'IN',
  'Refunded Amount': '200.00',
  ...more,
});

/** The row of its second item. */
export const secondLine = {
  Name: '#1001',
  Email: 'asha@example.com',
  'Lineitem quantity': '2',
  'Lineitem name': 'Brass Cup',
  'Lineitem price': '500',
};

// https://help.shopify.com/en/manual/customers/import-export-customers
export const shopifyCustomerColumns = [
  'Customer ID',
  'First Name',
  'Last Name',
  'Email',
  'Accepts Email Marketing',
  'Default Address Company',
  'Default Address Address1',
  'Default Address Address2',
  'Default Address City',
  'Default Address Province Code',
  'Default Address Country Code',
  'Default Address Zip',
  'Default Address Phone',
  'Phone',
  'Accepts SMS Marketing',
  'Total Spent',
  'Total Orders',
  'Note',
  'Tax Exempt',
  'Tags',
];

export const customerFile = (...rows: Record<string, string>[]) => table(shopifyCustomerColumns, ...rows);
