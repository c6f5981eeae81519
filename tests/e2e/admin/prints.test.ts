import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import type { IssuedInvoice } from '#api/services/invoices/find-invoice.ts';
import type { PrintedOrder } from '#api/services/orders/parcels/printed-orders.ts';
import { renderInvoices } from '#api/services/prints/invoices.ts';
import { renderLabels } from '#api/services/prints/labels.ts';
import { renderPickList } from '#api/services/prints/pick-list.ts';
import type { PrintDocument } from '#api/services/prints/print-document.ts';
import { renderSlips } from '#api/services/prints/slips.ts';
import { useBrowser } from '#tests/support/browser/chromium/launch.ts';
import { describePdf } from '#tests/support/browser/chromium/pdf-pages.ts';

const long = 'अनुष्का '.repeat(50).trim();
const script = '</style><script>globalThis.ran = 1</script><img src=x onerror="globalThis.ran = 1">\u202e';

const order = (number: number, hostile: boolean): PrintedOrder => ({
  id: number,
  order_number: `HT-7K2M9QX${number}`,
  placed_at: '2026-11-29T10:00:00.000Z',
  to: {
    email: 'asha@example.com',
    firstname: hostile ? script : 'Asha',
    lastname: hostile ? long : 'Rao',
    phone_number: '9876543210',
    address: hostile ? `"><svg onload="globalThis.ran = 1"> ${long}` : '12 MG Road',
    pincode: '560001',
    city: hostile ? `Pune</p></bdi>${script}` : 'Bengaluru',
    state: hostile ? '<!--' : 'Karnataka',
  },
  from: hostile
    ? { name: `${script}${long}`, address: long, phone: script }
    : { name: 'Loom', address: '1 Mill Road', phone: null },
  payment_method: 'cod',
  to_collect: 12_345_600,
  price: 12_345_600,
  discount: 0,
  shipping: 0,
  cod_fee: 0,
  total: 12_345_600,
  note: hostile ? script : null,
  items: [1, 2, 3].map((id) => ({
    id,
    product_id: id,
    variant_id: number * 10 + id,
    product_name: hostile ? `${script}${id === 1 ? long : ''}` : 'Lamp',
    variantName: hostile ? script : 'Size: M',
    sku: hostile ? script : 'L-1',
    grams: 200,
    picture: '',
    quantity: id,
    price: 50_000,
  })),
  parcels: [{ id: number, courier: hostile ? script : 'Delhivery', tracking_number: `149081234567${number}` }],
  grams: 1200,
});

const invoice = (number: number, hostile: boolean): IssuedInvoice => ({
  status: 'order is confirmed',
  document: {
    kind: 'bill_of_supply',
    number: `26-27/1/0000${number}`,
    issued_at: '2026-11-29T10:00:00.000Z',
    order_number: `HT-7K2M9QX${number}`,
    ordered_at: '2026-11-29T10:00:00.000Z',
    payment_method: 'cod',
    store_name: hostile ? script : 'Loom',
    support_email: null,
    seller: { name: hostile ? script : 'Loom', address: hostile ? long : null, gstin: null, state: null },
    buyer: {
      name: hostile ? script : 'Asha Rao',
      address: long,
      city: script,
      pincode: '560001',
      state: '<!--',
      phone_number: '9876543210',
    },
    place_of_supply: null,
    is_same_state: false,
    lines: [1, 2, 3].map((quantity) => ({
      description: hostile ? `${script}${long}` : 'Lamp',
      hsn: null,
      quantity,
      price: 50_000,
      discount: 0,
      amount: 50_000 * quantity,
      rate: null,
      taxable: 50_000 * quantity,
      central: 0,
      state: 0,
      integrated: 0,
    })),
    total: 300_000,
  },
});

const orders = [1, 2, 3, 4, 5].map((number) => order(number, number === 1));
const invoices = [1, 2, 3, 4, 5].map((number) => invoice(number, number === 1));

const browser = await useBrowser();

/** Expects that a label shows all that the courier needs, whatever the name. */
async function expectWhole(label: Locator): Promise<void> {
  const box = await label.boundingBox();
  for (const selector of ['.place', '.pay', '.code', '.code-small', '.from']) {
    const inner = await label.locator(selector).boundingBox();
    expect((inner?.y ?? 0) + (inner?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0) + 0.5);
  }
}

const prints: [name: string, print: PrintDocument, size: [number, number], pages: number][] = [
  ['labels', renderLabels(orders, 'label'), [100, 150], 5],
  ['labels on A4', renderLabels(orders, 'a4'), [210, 297], 2],
  ['slips', renderSlips(orders.slice(1), { paper: 'a5', withoutPrices: false }), [148, 210], 4],
  // Names of 400 characters take a second sheet.
  ['slips of hostile names', renderSlips(orders, { paper: 'a4', withoutPrices: false }), [210, 297], 6],
  ['a pick list', renderPickList(orders, () => undefined), [210, 297], 2],
  ['invoices', renderInvoices(invoices.slice(1), undefined), [210, 297], 4],
  ['invoices of hostile names', renderInvoices(invoices, undefined), [210, 297], 6],
];

test.for(prints)(
  '%s run nothing that is typed, and have the right size and number of pages',
  async ([, { html }, size, pages]) => {
    const page = await browser.newPage();
    try {
      await page.setContent(html);
      expect(await page.evaluate('globalThis.ran')).toBeUndefined();
      expect(await page.locator('main script, main img, main svg[onload], main style').count()).toBe(0);
      for (const label of await page.locator('.label').all()) await expectWhole(label);
      expect(await describePdf(page)).toEqual(Array(pages).fill(size));
    } finally {
      await page.close();
    }
  },
);
