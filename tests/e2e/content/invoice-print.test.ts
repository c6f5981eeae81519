import { expect } from 'vitest';
import type { InvoiceDocument } from '#api/services/invoices/invoice-document.ts';
import { renderInvoice } from '#api/services/invoices/render-invoice.ts';
import { ORDER_DISPATCHED } from '#lib/contract/order-status.ts';
import { readPdfPages } from '#tests/support/browser/chromium/pdf-text.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { pageTest } from '#tests/support/shop-test.ts';

const test = pageTest.extend('pageOptions', { viewport: desktop });
const NUMBER = 'S1/26-27/0042';

const makeInvoice = (count: number): InvoiceDocument => ({
  kind: 'tax_invoice',
  number: NUMBER,
  issued_at: '2026-11-28T10:00:00Z',
  order_number: 'HT-1',
  ordered_at: '2026-11-28T10:00:00Z',
  payment_method: 'cod',
  store_name: 'Small Shop',
  support_email: null,
  seller: { name: 'Small Shop LLP', address: '4 Mill Road', gstin: null, state: null },
  buyer: { name: 'A B', phone_number: '9876543210', address: '1 Park', city: 'Kochi', pincode: '682001', state: 'Kerala' },
  place_of_supply: { code: '32', name: 'Kerala' },
  is_same_state: true,
  lines: Array.from({ length: count }, (_, i) => ({
    description: `Block-printed cotton bedsheet with pillow cases, number ${i + 1}`,
    hsn: '6302',
    quantity: 2,
    price: 147_400,
    discount: 0,
    amount: 294_800,
    rate: 500,
    taxable: 280_762,
    central: 7019,
    state: 7019,
    integrated: 0,
  })),
  total: 294_800 * count,
});

test('a printed invoice of any length has its totals once, at the end, and number and page on each page', async ({ page }) => {
  // The page may still be one whose policy forbids the invoice's styles.
  await page.goto('about:blank');
  for (const count of [1, 14, 24, 45, 100]) {
    await page.setContent(renderInvoice({ document: makeInvoice(count), status: ORDER_DISPATCHED }));
    const pages = readPdfPages(await page.pdf({ format: 'A4', preferCSSPageSize: true }));
    for (const [i, text] of pages.entries()) {
      expect(text, `${count} lines`).toContain(NUMBER);
      expect(text, `${count} lines`).toContain(`Page${i + 1}of${pages.length}`);
    }
    const totals = pages.map((text) => text.match(new RegExp(`Total${count * 2}₹`, 'g'))?.length ?? 0);
    expect(totals, `${count} lines`).toEqual([...Array<number>(pages.length - 1).fill(0), 1]);
    expect(pages.at(-1)).toContain('AMOUNTINWORDS');
  }
});
