import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findFormerOrders } from '#api/services/history/former-orders.ts';
import { importCustomers } from '#api/services/history/import-customers.ts';
import { importFormerOrders } from '#api/services/history/import-orders.ts';
import { NotAnExport } from '#api/services/history/named-columns.ts';
import { createSession } from '#api/services/sessions/sessions.ts';
import { updateUserDetailsCall } from '#lib/contract/guest-details.ts';
import { getOrdersCall } from '#lib/contract/orders.ts';
import { csv, secondLine, shopifyOrder, shopifyOrderColumns, table } from '#tests/support/history-files.ts';
import { signInByCode } from '#tests/support/store/account-takeover.ts';
import {
  forgetLimits,
  guestByMail,
  newMobile,
  openMailingShop,
  openSendingShop,
  registerPerson,
} from '#tests/support/store/accounts.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openSendingShop();
});
beforeEach(async () => {
  await forgetLimits(shop);
  await shop.change(async (tx) => {
    await tx.deleteFrom('imported_order').execute();
    await tx.deleteFrom('imported_customer').execute();
  });
});
afterAll(() => shop.close());

/** What Shopify's order above is on the wire. */
const onTheWire = {
  order_number: '#1001',
  order_date: '2024-03-01T07:00:00.000Z',
  status: 'Partially refunded, fulfilled',
  final_amount: '1947.00',
  discount_amount: '100.00',
  shipping_amount: '49.00',
  refunded_amount: '200.00',
  items: [
    { product_name: 'Linen Shirt - M', quantity: 1, final_price: '998.00' },
    { product_name: 'Brass Cup', quantity: 2, final_price: '500.00' },
  ],
  address: 'Asha Rao, 12 Lake Road, Bengaluru 560001, Karnataka',
};

const orders = (...rows: Record<string, string>[]) => importFormerOrders(shop.store.db, table(shopifyOrderColumns, ...rows));
const former = async (token: string) => (await shop.succeed(getOrdersCall, { token })).former_orders;

/** A signed-in customer who has proven this number, with this email address unproven. */
async function customerByPhone(mobile: string, email = `${mobile}@example.com`): Promise<string> {
  const token = await signInByCode(shop, mobile);
  await shop.succeed(updateUserDetailsCall, { token, body: { firstname: 'Asha', lastname: 'Rao', email } });
  return token;
}

describe('past orders', () => {
  test('of Shopify are read with all their lines, and again without a change', async () => {
    expect(await orders(shopifyOrder(), secondLine)).toMatchObject({ outcome: 'imported', found: 1, added: 1, badRowCount: 0 });
    expect(await orders(shopifyOrder(), secondLine)).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    expect(await orders(shopifyOrder({ Total: '5' }), secondLine)).toMatchObject({ added: 0, changed: 1, unchanged: 0 });
    expect(await orders(shopifyOrder(), secondLine)).toMatchObject({ changed: 1 });
    expect(await findFormerOrders(shop.store.db, { limit: 10 })).toEqual([
      { ...onTheWire, source: 'Shopify', customer_name: 'Asha Rao', email: 'asha@example.com', phone_number: null },
    ]);
  });

  test('are shown to a customer who has proven the number by a code, beside the unchanged own list', async () => {
    const mobile = `98${newMobile().slice(2)}`;
    await orders(shopifyOrder({ Phone: `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`, Email: '' }), secondLine);
    const token = await customerByPhone(mobile);
    expect(await shop.succeed(getOrdersCall, { token })).toEqual({ success: true, data: [], former_orders: [onTheWire] });
  });

  test('are shown to an account whose email address was verified by a mailed link', async () => {
    const account = await registerPerson(shop);
    await orders(shopifyOrder({ Email: account.email.toUpperCase() }), secondLine);
    const { id } = await shop.store.db
      .selectFrom('customer')
      .select('id')
      .where('email', '=', account.email)
      .executeTakeFirstOrThrow();
    const token = await shop.change((tx) => createSession(tx, id, { name: '', hash: null }));
    expect(await former(token)).toEqual([onTheWire]);
  });

  test('are shown to a guest who has proven the mailbox by a mailed code', async () => {
    const mailing = await openMailingShop();
    onTestFinished(() => mailing.close());
    const guest = { mobile: newMobile(), email: 'Asha@Example.com' };
    await importFormerOrders(mailing.store.db, table(shopifyOrderColumns, shopifyOrder(), secondLine));
    const token = await guestByMail(mailing, guest);
    expect((await mailing.succeed(getOrdersCall, { token })).former_orders).toEqual([onTheWire]);
  });

  test('are not shown to a stranger who only claims the address or the number', async () => {
    const mobile = `97${newMobile().slice(2)}`;
    await orders(shopifyOrder({ Phone: mobile }), secondLine);
    // Proves another number, and claims the address.
    expect(await former(await customerByPhone(newMobile(), 'asha@example.com'))).toBeUndefined();
    // Signs up with a verified address of their own, and claims the number.
    const account = await registerPerson(shop, { phone_number: mobile });
    const rows = await shop.store.db.selectFrom('customer').selectAll().where('email', '=', account.email).execute();
    expect(rows).toMatchObject([{ phone_number: mobile, phone_verified_at: null }]);
    const token = await shop.change((tx) => createSession(tx, rows[0]?.id ?? 0, { name: '', hash: null }));
    expect(await former(token)).toBeUndefined();
    // A guest by a mailed code claims the number with it.
    const mailing = await openMailingShop();
    onTestFinished(() => mailing.close());
    await importFormerOrders(mailing.store.db, table(shopifyOrderColumns, shopifyOrder({ Phone: mobile }), secondLine));
    const guest = await guestByMail(mailing, { mobile, email: 'eve@example.com' });
    expect((await mailing.succeed(getOrdersCall, { token: guest })).former_orders).toBeUndefined();
  });

  test('are not shown by a demo, which shows everybody every code', async () => {
    const demo = await openShop();
    onTestFinished(() => demo.close());
    await importFormerOrders(demo.store.db, table(shopifyOrderColumns, shopifyOrder({ Phone: '9876500001' }), secondLine));
    const token = await signUp(demo, '9876500001');
    expect((await demo.succeed(getOrdersCall, { token })).former_orders).toBeUndefined();
  });

  test('belong to who paid: the number of the parcel is another person’s where there is a bill', async () => {
    const [buyer, receiver] = [`96${newMobile().slice(2)}`, `95${newMobile().slice(2)}`];
    await orders(
      shopifyOrder({ Email: '', 'Billing Name': 'Asha Rao', 'Billing Phone': buyer, 'Shipping Phone': receiver }),
      shopifyOrder({ Name: '#1002', Email: '', 'Shipping Phone': receiver }),
    );
    expect((await former(await customerByPhone(buyer)))?.map(({ order_number }) => order_number)).toEqual(['#1001']);
    expect((await former(await customerByPhone(receiver)))?.map(({ order_number }) => order_number)).toEqual(['#1002']);
  });

  test('touch nothing that sells: no order, coupon, stock, event, message or account', async () => {
    const product = await shop.add({ name: 'Linen Shirt', category: 'Shirts', price: 99_800, stock: 5, seller: 'Loom' });
    const untouched = [
      'orders',
      'order_item',
      'order_event',
      'coupon_use',
      'checkout_key',
      'invoice',
      'invoice_series',
      'webhook_delivery',
      'customer',
      'session',
      'variant',
      'rate_limit',
    ] as const;
    const count = async () => [
      ...(await Promise.all(untouched.map((name) => shop.store.db.selectFrom(name).selectAll().execute()))),
      (await shop.store.db.selectFrom('outbox').select('id').execute()).length,
    ];
    const before = await count();
    await orders(shopifyOrder({ Phone: '9876543210' }), secondLine);
    await importCustomers(shop.store.db, table(['Email', 'Accepts Email Marketing'], { Email: 'a@example.com' }));
    expect(await count()).toEqual(before);
    expect(product.id).toBeGreaterThan(0);
  });

  test.each([
    ['a date that may be May or December', { 'Created at': '05/12/2024' }, 'Created at'],
    ['another currency', { Currency: 'USD' }, 'Currency'],
    ['no total', { Total: '' }, 'Total'],
    ['an address that is none', { Email: 'asha at example' }, 'Email'],
    ['a total that is none', { Total: 'free' }, 'Total'],
    ['a quantity that is none', { 'Lineitem quantity': 'two' }, 'Lineitem quantity'],
    ['no number', { Name: '' }, 'Name'],
    ['a name of a megabyte', { 'Lineitem name': 'x'.repeat(1_000_000) }, 'Lineitem name'],
  ])('with %s are refused by line and column, and nothing is written', async (_, wrong, column) => {
    const summary = await orders(shopifyOrder(wrong), shopifyOrder({ Name: '#1002' }));
    expect(summary).toMatchObject({ outcome: 'refused', badRowCount: 1, badRows: [{ line: 2, column }] });
    expect(await findFormerOrders(shop.store.db, { limit: 10 })).toEqual([]);
    const file = table(shopifyOrderColumns, shopifyOrder(wrong), shopifyOrder({ Name: '#1002' }));
    expect(await importFormerOrders(shop.store.db, file, { skipBad: true })).toMatchObject({ outcome: 'imported', added: 1 });
  });

  test('whose rows do not follow each other are refused instead of losing lines', async () => {
    const summary = await orders(shopifyOrder(), shopifyOrder({ Name: '#1002' }), shopifyOrder());
    expect(summary).toMatchObject({ outcome: 'refused', badRows: [{ line: 4, reason: expect.stringContaining('two places') }] });
  });

  test('keep hostile texts as texts', async () => {
    const name = '<script>alert(1)</script>\u202e\u0000 =HYPERLINK("x") \ud800';
    await orders(shopifyOrder({ 'Lineitem name': name, 'Shipping Name': name, Name: `#${'9'.repeat(50)}` }));
    const [order] = await findFormerOrders(shop.store.db, { limit: 1 });
    expect(order?.items[0]?.product_name).toBe('<script>alert(1)</script> =HYPERLINK("x")');
    expect(order?.customer_name).toBe(order?.items[0]?.product_name);
  });

  test('of the plugins of WooCommerce and of its own export are read', async () => {
    // https://wordpress.org/plugins/woo-order-export-lite/: a row for each item, with the order in all of them.
    const aoe = {
      'Order Number': '501',
      'Order Status': 'Completed',
      'Order Date': '2024-05-02 10:00',
      'First Name (Billing)': 'Ravi',
      'Last Name (Billing)': 'Nair',
      'Address 1&2 (Billing)': '4 Hill Street',
      'City (Billing)': 'Kochi',
      'State Code (Billing)': 'KL',
      'Postcode (Billing)': '682001',
      'Email (Billing)': 'Ravi@example.com',
      'Phone (Billing)': '098765 00011',
      'Cart Discount Amount': '50',
      'Order Shipping Amount': '0',
      'Order Refund Amount': '-100.00',
      'Order Total Amount': '947.456',
    };
    const columns = [...Object.keys(aoe), 'SKU', 'Item Name', 'Quantity (- Refund)', 'Item Cost'];
    const file = table(
      columns,
      { ...aoe, 'Item Name': 'Cap', SKU: 'C-1', 'Quantity (- Refund)': '2', 'Item Cost': '249.152542' },
      { ...aoe, 'Item Name': 'Scarf', 'Quantity (- Refund)': '1', 'Item Cost': '499' },
    );
    expect(await importFormerOrders(shop.store.db, file)).toMatchObject({ outcome: 'imported', added: 1 });
    // https://wordpress.org/plugins/order-import-export-for-woocommerce/: a row for each order, with a column for each item.
    const webToffee = table(
      [
        'order_id',
        'order_number',
        'order_date',
        'status',
        'shipping_total',
        'discount_total',
        'order_total',
        'order_currency',
        'billing_first_name',
        'billing_email',
        'billing_phone',
        'line_item_1',
        'line_item_2',
      ],
      {
        order_id: '7',
        order_number: '502',
        order_date: '2024-05-03 11:00:00',
        status: 'wc-processing',
        shipping_total: '40.00',
        order_total: '1038.00',
        order_currency: 'INR',
        billing_first_name: 'Ravi',
        billing_email: 'ravi@example.com',
        line_item_1: 'name:Cap: blue|product_id:37|sku:C-1|quantity:2|total:998.00|sub_total:998.00',
      },
    );
    expect(await importFormerOrders(shop.store.db, webToffee)).toMatchObject({ outcome: 'imported', added: 1 });
    // https://woocommerce.com/document/woocommerce-analytics/orders-report/
    const analytics = table(['Date', 'Order #', 'Status', 'Customer', 'Product(s)', 'Items Sold', 'Net Sales'], {
      Date: '2024-05-04 12:00:00',
      'Order #': '503',
      Status: 'on-hold',
      Customer: 'Ravi Nair',
      'Product(s)': '1× Cap, blue, 2× Scarf',
      'Net Sales': '1497',
    });
    expect(await importFormerOrders(shop.store.db, analytics)).toMatchObject({ outcome: 'imported', added: 1 });
    const found = await findFormerOrders(shop.store.db, { limit: 10 });
    expect(found).toMatchObject([
      {
        order_number: '503',
        status: 'On hold',
        customer_name: 'Ravi Nair',
        items: [
          { product_name: 'Cap, blue', quantity: 1 },
          { product_name: 'Scarf', quantity: 2 },
        ],
      },
      { order_number: '502', status: 'Processing', items: [{ product_name: 'Cap: blue', quantity: 2, final_price: '499.00' }] },
      {
        order_number: '501',
        source: 'WooCommerce',
        status: 'Completed',
        final_amount: '947.46',
        refunded_amount: '100.00',
        email: 'ravi@example.com',
        phone_number: '9876500011',
        address: 'Ravi Nair, 4 Hill Street, Kochi 682001, Kerala',
        items: [
          { product_name: 'Cap', quantity: 2, final_price: '249.15' },
          { product_name: 'Scarf', quantity: 1, final_price: '499.00' },
        ],
      },
    ]);
  });

  test('of another file are refused with what it should be', async () => {
    await expect(importFormerOrders(shop.store.db, csv(['Handle', 'Title'], ['cap', 'Cap']))).rejects.toThrow(NotAnExport);
    await expect(importCustomers(shop.store.db, csv(['Handle', 'Title'], ['cap', 'Cap']))).rejects.toThrow(NotAnExport);
  });

  test('of two imports at once are there once', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => shopifyOrder({ Name: `#${i}` }));
    const file = table(shopifyOrderColumns, ...rows);
    const runs = await Promise.all([importFormerOrders(shop.store.db, file), importFormerOrders(shop.store.db, file)]);
    expect(runs.map(({ added, changed, unchanged }) => added + changed + unchanged)).toEqual([300, 300]);
    expect(runs.reduce((sum, { added }) => sum + added, 0)).toBe(300);
    expect(await findFormerOrders(shop.store.db, { limit: 1000 })).toHaveLength(300);
  });
});
