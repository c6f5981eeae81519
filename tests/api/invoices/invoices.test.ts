import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findInvoice } from '#api/services/invoices/find-invoice.ts';
import type { InvoiceDocument } from '#api/services/invoices/invoice-document.ts';
import { findInvoiceLogo } from '#api/services/invoices/invoice-logo.ts';
import { renderInvoice } from '#api/services/invoices/render-invoice.ts';
import { setSellerParticulars } from '#api/services/invoices/seller-particulars.ts';
import { setTaxDefaults } from '#api/services/invoices/tax-defaults.ts';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import type { OrderStatus } from '#lib/contract/order-status.ts';
import type { Order } from '#lib/contract/orders.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

const dispatched = 'order has been dispatched from retailer';
/** Registered in Karnataka, where test orders go, and in Maharashtra. */
const gstin = '29ABCDE1234F1ZW';
const elsewhere = '27AAPFU0939F1ZV';

let shop: TestShop;
let next = 9_450_000_000;

beforeEach(async () => {
  shop = await openShop();
});
afterEach(async () => {
  vi.useRealTimers();
  await shop.close();
});

const move = (number: string, status: OrderStatus) => shop.change((tx) => setOrderStatus(tx, number, status));

/** Orders the cart of a new customer and returns the newest order. */
async function buy(productIds: readonly number[], total: string, more: object = {}): Promise<Order> {
  const shopper = customerOf(shop, await signUp(shop, String(next++)));
  for (const id of productIds) await shopper.put(id, 1);
  await shopper.buy(total, more);
  return (await shopper.orders())[0] as Order;
}

async function invoiceOf(number: string): Promise<InvoiceDocument> {
  const invoice = await findInvoice(shop.store.db, number);
  if (!invoice) throw new Error(`${number} has no invoice`);
  return invoice.document;
}

async function dispatch(order: Order): Promise<InvoiceDocument> {
  await move(order.order_number, dispatched);
  return invoiceOf(order.order_number);
}

const addLamp = () => shop.add({ name: 'Lamp', category: 'Home', price: 105_00, stock: 200, seller: 'Loom' });

describe('the number of an invoice', () => {
  test('is sequential without gaps under 50 concurrent dispatches, some of which fail', async () => {
    const lamp = await addLamp();
    const orders: Order[] = [];
    for (let i = 0; i < 50; i++) orders.push(await buy([lamp.id], '105.00'));
    const results = await Promise.allSettled(
      orders.map(({ order_number }, i) =>
        shop.change(async (tx) => {
          await setOrderStatus(tx, order_number, dispatched);
          if (i % 10 === 3) throw new Error('The parcel fell into the river');
        }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(45);
    const numbers = (await shop.store.db.selectFrom('invoice').select('number').execute()).map(({ number }) => number).sort();
    const [seller] = await shop.store.db.selectFrom('seller').select('id').where('name', '=', 'Loom').execute();
    const start = numbers[0]?.replace(/\d{5}$/, '');
    expect(start).toMatch(new RegExp(`^\\d\\d-\\d\\d/${seller?.id}/$`));
    expect(numbers).toEqual(Array.from({ length: 45 }, (_, i) => `${start}${String(i + 1).padStart(5, '0')}`));
  });

  test('counts for each seller alone, and begins again at midnight in India on 1 April', async () => {
    const lamp = await addLamp();
    const rug = await shop.add({ name: 'Rug', category: 'Home', price: 50_00, seller: 'Mill' });
    const orders = [await buy([lamp.id], '105.00'), await buy([lamp.id], '105.00'), await buy([rug.id], '50.00')] as const;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-03-31T18:29:59Z') });
    const last = await dispatch(orders[0]);
    vi.setSystemTime(Date.parse('2027-03-31T18:30:00Z'));
    const first = await dispatch(orders[1]);
    expect([last.number, first.number]).toEqual([
      expect.stringMatching(/^26-27\/.*\/00001$/),
      expect.stringMatching(/^27-28\/.*\/00001$/),
    ]);
    const other = await dispatch(orders[2]);
    expect(other.number).toMatch(/\/00001$/);
    expect(other.number).not.toBe(first.number);
  });

  test('is drawn once, at the first step from dispatch on, and the invoice never changes', async () => {
    const lamp = await addLamp();
    const order = await buy([lamp.id], '105.00');
    await move(order.order_number, 'order is confirmed');
    expect(await findInvoice(shop.store.db, order.order_number)).toBeUndefined();
    expect(order.invoice).toBeUndefined();
    const document = await dispatch(order);
    await shop.change((tx) => setSellerParticulars(tx, 'Loom', { gstin, address: 'Moved' }));
    await shop.change((tx) => setTaxDefaults(tx, { gst_rate: 500, hsn: '9405' }));
    for (const status of ['order is out for delivery', 'order is delivered'] as const) await move(order.order_number, status);
    expect(await invoiceOf(order.order_number)).toEqual(document);
    const direct = await buy([lamp.id], '105.00');
    await move(direct.order_number, 'order is delivered');
    expect((await invoiceOf(direct.order_number)).number).toMatch(/\/00002$/);
  });
});

describe('an invoice', () => {
  test('is a bill of supply until the seller has a GSTIN and every item a rate', async () => {
    const lamp = await addLamp();
    const say = async () => (await dispatch(await buy([lamp.id], '105.00'))).kind;
    expect(await say()).toBe('bill_of_supply');
    await shop.change((tx) => setSellerParticulars(tx, 'Loom', { gstin }));
    expect(await say()).toBe('bill_of_supply');
    await shop.change((tx) => setTaxDefaults(tx, { gst_rate: 0 }));
    expect(await say()).toBe('bill_of_supply');
    await shop.change((tx) => setTaxDefaults(tx, { gst_rate: 500 }));
    expect(await say()).toBe('tax_invoice');
  });

  test('within one State has CGST and SGST, between States IGST, by the place of delivery', async () => {
    const lamp = await addLamp();
    await shop.change((tx) => setTaxDefaults(tx, { gst_rate: 500, hsn: '9405' }));
    await shop.change((tx) => setSellerParticulars(tx, 'Loom', { gstin, legal_name: 'Loom LLP', address: '4 Mill Road' }));
    const near = await dispatch(await buy([lamp.id], '105.00'));
    expect(near).toMatchObject({
      seller: { name: 'Loom LLP', address: '4 Mill Road', gstin, state: { code: '29' } },
      place_of_supply: { code: '29', name: 'Karnataka' },
      is_same_state: true,
      lines: [{ hsn: '9405', rate: 500, taxable: 100_00, central: 2_50, state: 2_50, integrated: 0, amount: 105_00 }],
    });
    const far = { ...address, state: 'Kerala', city: 'Kochi', pincode: '682001' };
    expect(await dispatch(await buy([lamp.id], '105.00', { address: far }))).toMatchObject({
      place_of_supply: { code: '32', name: 'Kerala' },
      is_same_state: false,
      lines: [{ taxable: 100_00, central: 0, state: 0, integrated: 5_00 }],
    });
  });

  test('of the store’s own products has the particulars of the settings, and each product’s own rate and HSN', async () => {
    const legal = {
      gstin: elsewhere.toLowerCase(),
      legal_name: 'Meena Stores LLP',
      address: '1 Fort, Mumbai',
      support_email: 'a@b.example',
    };
    await shop.change((tx) => saveSettings(tx, { ...defaultSettings, store_name: 'Meena', legal }));
    const lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 105_00, seller: '' });
    const rug = await shop.add({ name: 'Rug', category: 'Home', price: 118_00, seller: '' });
    await shop.change((tx) => setTaxDefaults(tx, { gst_rate: 500, hsn: '9405' }));
    await shop.change((tx) => tx.updateTable('product').set({ gst_rate: 1800, hsn: '5701' }).where('id', '=', rug.id).execute());
    const document = await dispatch(await buy([lamp.id, rug.id], '223.00'));
    expect(document).toMatchObject({
      store_name: 'Meena',
      support_email: 'a@b.example',
      seller: { name: 'Meena Stores LLP', gstin: elsewhere, state: { code: '27' } },
      lines: [
        { hsn: '9405', rate: 500, integrated: 5_00 },
        { hsn: '5701', rate: 1800, integrated: 18_00 },
      ],
      total: 223_00,
    });
  });

  test('names the options as they were called at the time of the order', async () => {
    const shirt = await shop.add({ name: 'Shirt', category: 'Shirts', price: 100_00, stock: { 'M / Navy': 9 }, seller: 'Loom' });
    const rename = (option_name: string) => shop.change((tx) => tx.updateTable('product').set({ option_name }).execute());
    await rename('Size / Colour');
    const shopper = customerOf(shop, await signUp(shop, String(next++)));
    await shopper.put(shirt.id, 1, shirt.variants['M / Navy']);
    await shopper.buy('100.00');
    await rename('Fit / Shade');
    const [order] = await shopper.orders();
    expect(order?.items[0]?.option_name).toBe('Size / Colour');
    expect((await dispatch(order as Order)).lines[0]?.description).toBe('Shirt, Size: M · Colour: Navy');
  });

  test('has the shop’s logo or its name, thanks, the days for returns and every contact', async () => {
    const legal = { support_email: 'a@b.example', support_phone: '9876500000' };
    const settings = { ...defaultSettings, store_name: 'Meena', legal, return_days: 7, logo: '/media/logo.svg#120x40' };
    await shop.change((tx) => saveSettings(tx, settings));
    const lamp = await addLamp();
    const document = await dispatch(await buy([lamp.id], '105.00'));
    const render = (more: Partial<typeof settings>) =>
      renderInvoice({ document, status: dispatched }, findInvoiceLogo({ ...settings, ...more }));
    for (const said of ['Thank you for your order.', '7-day returns', 'Questions? a@b.example, 9876500000'])
      expect(render({})).toContain(said);
    const logo = '<img class="logo" src="/media/logo.svg" alt="Meena" width="120" height="40">';
    expect(render({})).toContain(logo);
    for (const more of [{ logo: '' }, { logo: 'https://cdn.example/logo.svg' }, { headerBackgroundColor: '#111111' }]) {
      expect(render(more)).not.toContain('<img');
      expect(render(more)).toContain('<p class="store">Meena</p>');
    }
    expect(renderInvoice({ document: { ...document, kind: 'credit_note' }, status: dispatched })).not.toContain('Thank you');
  });

  test('spreads the discount over its lines, which add up to what is paid', async () => {
    const ids: number[] = [];
    for (const price of [33_33, 66_67, 10_01]) {
      ids.push((await shop.add({ name: `P${price}`, slug: `p${price}`, category: 'Home', price, seller: 'Loom' })).id);
    }
    await shop.change((tx) => setSellerParticulars(tx, 'Loom', { gstin }));
    await shop.change((tx) => setTaxDefaults(tx, { gst_rate: 1200 }));
    await shop.change((tx) =>
      tx
        .insertInto('coupon')
        .values({
          code: 'TEN',
          kind: 'amount',
          value: 10_00,
          minimum: 0,
          max_uses: null,
          max_uses_each: null,
          uses: 0,
          starts_at: null,
          ends_at: null,
          created_at: new Date().toISOString(),
        })
        .execute(),
    );
    const { lines, total } = await dispatch(await buy(ids, '100.01', { coupon_code: 'TEN' }));
    const sum = (pick: (line: (typeof lines)[number]) => number) => lines.reduce((all, line) => all + pick(line), 0);
    expect(sum(({ discount }) => discount)).toBe(10_00);
    expect(total).toBe(100_01);
    expect(sum(({ amount }) => amount)).toBe(total);
    expect(sum(({ taxable, central, state, integrated }) => taxable + central + state + integrated)).toBe(total);
  });

  test('of an old order to a State that does not exist says no place of supply', async () => {
    const lamp = await addLamp();
    const order = await buy([lamp.id], '105.00');
    const nowhere = JSON.stringify({ ...address, state: 'Narnia', pincode: '999999' });
    await shop.change((tx) => tx.updateTable('orders').set({ address: nowhere }).execute());
    await dispatch(order);
    const html = renderInvoice((await findInvoice(shop.store.db, order.order_number)) as never);
    expect(html).not.toContain('Place of supply');
  });

  test('escapes every name, and says when its order came back', async () => {
    const evil = '<script>alert(1)</script>';
    const lamp = await shop.add({ name: `Lamp ${evil}`, category: 'Home', price: 105_00, seller: `Loom ${evil}` });
    const order = await buy([lamp.id], '105.00', { address: { ...address, firstname: 'A"><b>', address: evil, state: '<i>' } });
    await dispatch(order);
    const html = async () => renderInvoice((await findInvoice(shop.store.db, order.order_number)) as never);
    expect((await html()).match(/<script>/g)).toHaveLength(1);
    expect(await html()).not.toMatch(/<b>|<i>|alert\(1\)<\/script>/);
    expect(await html()).toContain('Lamp &lt;script&gt;');
    expect(await html()).not.toContain('returned to its seller');
    await move(order.order_number, 'order is returned to origin');
    expect(await html()).toContain('This order was returned to its seller.');
  });
});

describe('a credit note', () => {
  const noteOf = async (number: string) => (await findInvoice(shop.store.db, number, 'credit_note'))?.document;

  test.each(['order is returned to origin', 'order is cancelled'] as const)(
    'is issued once %s after the invoice, says what that said, and has a series of its own',
    async (status) => {
      const lamp = await addLamp();
      await shop.change((tx) => setSellerParticulars(tx, 'Loom', { gstin, address: 'Mysuru' }));
      await shop.change((tx) => setTaxDefaults(tx, { gst_rate: 500, hsn: '9405' }));
      const orders = [await buy([lamp.id], '105.00'), await buy([lamp.id], '105.00')];
      for (const [i, order] of orders.entries()) {
        const { order_number } = order;
        const invoice = await dispatch(order);
        expect(await noteOf(order_number)).toBeUndefined();
        await move(order_number, status);
        const note = await noteOf(order_number);
        expect(note).toEqual({
          ...invoice,
          kind: 'credit_note',
          number: expect.stringMatching(new RegExp(`^C\\d\\d-\\d\\d/\\w+/0000${i + 1}$`)),
          issued_at: expect.any(String),
          credits: { kind: 'tax_invoice', number: invoice.number, issued_at: invoice.issued_at },
        });
        expect(await invoiceOf(order_number)).toEqual(invoice);
        const html = renderInvoice((await findInvoice(shop.store.db, order_number, 'credit_note')) as never);
        expect(html).toContain('<h1>Credit note</h1>');
        expect(html).toMatch(
          new RegExp(`Against</dt><dd>Tax invoice ${invoice.number} of .*Taxable value ₹100\\.00, tax ₹5\\.00`, 's'),
        );
        const mail = shop.store.db.selectFrom('outbox').select('body').where('kind', '=', 'mail').orderBy('id', 'desc');
        const mails = (await mail.limit(3).execute()).map(({ body }) => JSON.parse(body).text as string).join();
        expect(mails).toContain(`Credit note ${note?.number}`);
      }
    },
  );

  test('is not issued for an order cancelled before its dispatch', async () => {
    const lamp = await addLamp();
    const order = await buy([lamp.id], '105.00');
    await move(order.order_number, 'order is cancelled');
    expect(await noteOf(order.order_number)).toBeUndefined();
  });

  test('opens by a link of its own, which opens nothing else', async () => {
    const lamp = await addLamp();
    const shopper = customerOf(shop, await signUp(shop, String(next++)));
    await shopper.put(lamp.id);
    await shopper.buy('105.00');
    const [order] = await shopper.orders();
    await dispatch(order as Order);
    await move(order?.order_number ?? '', 'order is returned to origin');
    const [{ invoice, credit_note } = {}] = await shopper.orders();
    expect(await (await shop.raw(credit_note?.url ?? '')).text()).toContain(`Credit note ${credit_note?.number}`);
    expect((await shop.raw(credit_note?.url.replace('paper=credit_note&', '') ?? '')).status).toBe(403);
    expect((await shop.raw(invoice?.url.replace('?', '?paper=credit_note&') ?? '')).status).toBe(403);
  });
});

describe('the link to an invoice', () => {
  let lamp: AddedProduct | undefined;
  beforeEach(() => {
    lamp = undefined;
  });

  /** Dispatches an order and returns its link as the customer gets it. */
  async function link(): Promise<string> {
    lamp ??= await addLamp();
    const shopper = customerOf(shop, await signUp(shop, String(next++)));
    await shopper.put(lamp.id);
    await shopper.buy('105.00');
    await dispatch((await shopper.orders())[0] as Order);
    return (await shopper.orders())[0]?.invoice?.url ?? '';
  }

  test('shows the document without a session, as a page that nothing may load into, store or frame', async () => {
    const answer = await shop.raw(await link(), { headers: { 'x-app-key': '' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-.*frame-ancestors 'none'$/,
    );
    expect(await answer.text()).toContain('<h1>Bill of supply</h1>');
  });

  test('is refused when changed in any part, for another order, and after a day', async () => {
    const url = await link();
    const other = await link();
    const number = (text: string) => /HT-\w+/.exec(text)?.[0] ?? '';
    const changed = [
      url.replace(number(url), number(other)),
      url.replace(number(url), 'HT-NONE'),
      url.replace(/until=\d/, 'until=9'),
      url.replace(/signature=.*/, 'signature='),
      url.replace(/signature=.*/, 'signature=ü'),
      url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      url.replace(/\?.*/, ''),
    ];
    for (const wrong of changed) {
      const answer = await shop.raw(wrong);
      expect(`${wrong} ${answer.status}`).toBe(`${wrong} 403`);
      expect(await answer.text()).toContain('This link is no longer valid');
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60_000 - 60_000 });
    expect((await shop.raw(url)).status).toBe(200);
    vi.setSystemTime(Date.now() + 61_000);
    expect((await shop.raw(url)).status).toBe(403);
  });
});
