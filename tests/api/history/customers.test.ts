import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { exportCustomers } from '#api/services/export/export-customers.ts';
import { exportOrders } from '#api/services/export/export-orders.ts';
import { eraseContact, findFormerOrders } from '#api/services/history/former-orders.ts';
import { importCustomers } from '#api/services/history/import-customers.ts';
import { importFormerOrders } from '#api/services/history/import-orders.ts';
import { updateUserDetailsCall } from '#lib/contract/guest-details.ts';
import { csv, customerFile, shopifyOrder, shopifyOrderColumns, table } from '#tests/support/history-files.ts';
import { signInByCode } from '#tests/support/store/account-takeover.ts';
import { forgetLimits, newMobile, openSendingShop } from '#tests/support/store/accounts.ts';
import { customerOf } from '#tests/support/store/customer.ts';
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

const orders = (...rows: Record<string, string>[]) => importFormerOrders(shop.store.db, table(shopifyOrderColumns, ...rows));
const stored = () => shop.store.db.selectFrom('imported_customer').selectAll().orderBy('id').execute();

describe('customers', () => {
  test('of Shopify are records with consent, its source and time, and nobody can sign in by them', async () => {
    const file = customerFile({
      'First Name': 'Asha',
      'Last Name': 'Rao',
      Email: 'Asha@Example.com',
      'Accepts Email Marketing': 'yes',
      'Default Address Address1': '12 Lake Road',
      'Default Address City': 'Bengaluru',
      'Default Address Province Code': 'KA',
      'Default Address Country Code': 'IN',
      'Default Address Zip': "'560001",
      Phone: "'+919876543210",
      Tags: 'vip',
    });
    expect(await importCustomers(shop.store.db, file)).toMatchObject({ outcome: 'imported', added: 1 });
    const [row] = await stored();
    expect(row).toMatchObject({
      source: 'Shopify',
      contact: 'asha@example.com',
      phone: '9876543210',
      accepts_email: 1,
      accepts_sms: 0,
      consent_source: 'Shopify',
      consent_at: expect.stringMatching(/^\d{4}-/),
      address: JSON.stringify({ address: '12 Lake Road', city: 'Bengaluru', state: 'Karnataka', pincode: '560001' }),
    });
    expect(await importCustomers(shop.store.db, file)).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    expect(await stored()).toEqual([row]);
    expect(await shop.store.db.selectFrom('customer').selectAll().where('phone_number', '=', '9876543210').execute()).toEqual([]);
  });

  test.each([
    ['+91 98765 43210', '9876543210'],
    ['0091-98765-43210', '9876543210'],
    ['09876543210', '9876543210'],
    ['919876543210', '9876543210'],
    ['(98765) 43210', '9876543210'],
    ['९८७६५४३२१०', '9876543210'],
    ['+1 415 555 0123', null],
    ['022 2222 3333', null],
    ['9.87654E+09', null],
    ['12345', null],
  ])('with the number %s have the ten digits %s', async (Phone, phone) => {
    await importCustomers(shop.store.db, customerFile({ Email: 'a@example.com', Phone }));
    expect((await stored()).map((row) => row.phone)).toEqual([phone]);
  });

  test('abroad have no Indian number unless it has the country’s code', async () => {
    const abroad = { 'Default Address Country Code': 'US' };
    const rows = [
      { Email: 'a@example.com', Phone: '6505550123', ...abroad },
      { Email: 'b@example.com', Phone: '+919876543210', ...abroad },
    ];
    await importCustomers(shop.store.db, customerFile(...rows));
    expect((await stored()).map((row) => row.phone)).toEqual([null, '9876543210']);
  });

  test('of one contact are one, and a refusal anywhere in the file counts', async () => {
    const summary = await importCustomers(
      shop.store.db,
      customerFile(
        { 'First Name': 'Asha', Email: 'a@example.com', 'Accepts Email Marketing': 'yes' },
        { 'First Name': 'Asha R', Email: 'A@example.com', 'Accepts Email Marketing': 'no' },
        { 'First Name': 'Ravi', Phone: '9876543210', 'Accepts SMS Marketing': 'yes' },
        { 'First Name': 'Ravi', Phone: '+91 9876543210', 'Accepts SMS Marketing': 'yes' },
      ),
    );
    expect(summary).toMatchObject({ added: 2, repeated: 2 });
    expect(await stored()).toMatchObject([
      { firstname: 'Asha', accepts_email: 0, consent_source: null, consent_at: null },
      { firstname: 'Ravi', accepts_sms: 1, consent_source: 'Shopify' },
    ]);
  });

  test('without a contact are refused by line, and the rest is imported on demand', async () => {
    const file = customerFile({ 'First Name': 'Nobody' }, { Email: 'a@example.com' }, { Email: 'not an address' });
    expect(await importCustomers(shop.store.db, file)).toMatchObject({
      outcome: 'refused',
      badRows: [
        { line: 2, column: 'Email' },
        { line: 4, column: 'Email' },
      ],
    });
    expect(await importCustomers(shop.store.db, file, { dryRun: true, skipBad: true })).toMatchObject({
      outcome: 'dry run',
      added: 1,
    });
    expect(await stored()).toEqual([]);
    expect(await importCustomers(shop.store.db, file, { skipBad: true })).toMatchObject({ outcome: 'imported', added: 1 });
  });

  test('of WooCommerce’s own export and of user exports are read', async () => {
    // https://woocommerce.com/document/woocommerce-analytics/customers-report/
    const analytics = table(
      [
        'Name',
        'Username',
        'Last Active',
        'Date Registered',
        'Email',
        'Orders',
        'Total Spend',
        'Country / Region',
        'City',
        'Region',
        'Postal Code',
      ],
      {
        Name: 'Ravi Kumar Nair',
        Email: 'ravi@example.com',
        'Country / Region': 'IN',
        City: 'Kochi',
        Region: 'KL',
        'Postal Code': '682001',
      },
    );
    // https://wordpress.org/plugins/users-customers-import-export-for-wp-woocommerce/
    const users = table(
      ['user_email', 'first_name', 'last_name', 'user_pass', 'billing_phone', 'billing_address_1', 'billing_state'],
      {
        user_email: 'mina@example.com',
        first_name: 'Mina',
        user_pass: '$P$BSecretHash',
        billing_phone: '+91-98765-43211',
        billing_address_1: '1 Fort Road',
        billing_state: 'MH',
      },
    );
    await importCustomers(shop.store.db, analytics);
    await importCustomers(shop.store.db, users);
    const rows = await stored();
    expect(rows).toMatchObject([
      { firstname: 'Ravi Kumar', lastname: 'Nair', source: 'WooCommerce', mailbox: 'ravi@example.com' },
      { firstname: 'Mina', phone: '9876543211', address: expect.stringContaining('Maharashtra') },
    ]);
    expect(JSON.stringify(rows)).not.toContain('SecretHash');
  });

  test('and orders of a contact are erased together', async () => {
    await importCustomers(shop.store.db, customerFile({ Email: 'asha@example.com' }, { Email: 'other@example.com' }));
    await orders(shopifyOrder(), shopifyOrder({ Name: '#1002', Email: 'other@example.com' }));
    const erased = await shop.change((tx) => eraseContact(tx, { mailbox: 'asha@example.com', phone: null }));
    expect(erased).toEqual({ customers: 1, orders: 1 });
    expect(await stored()).toMatchObject([{ contact: 'other@example.com' }]);
    expect(await findFormerOrders(shop.store.db, { limit: 9 })).toMatchObject([{ order_number: '#1002' }]);
  });
});

async function text(work: (write: (part: string) => Promise<unknown>) => Promise<unknown>): Promise<string> {
  let written = '';
  await work(async (part) => (written += part));
  return written;
}

describe('exports', () => {
  test('of customers keep consent, are safe from formulas, have no secrets, and can be imported again', async () => {
    const other = await openSendingShop();
    onTestFinished(() => other.close());
    const { db } = other.store;
    const mobile = `94${newMobile().slice(2)}`;
    await importCustomers(
      db,
      customerFile(
        { 'First Name': '=cmd', Email: 'evil@example.com', 'Accepts Email Marketing': 'yes', Tags: '@x' },
        { 'First Name': 'Asha', Phone: mobile, 'Accepts SMS Marketing': 'yes', 'Default Address Address1': '1 Fort Road' },
      ),
    );
    const token = await signInByCode(other, mobile);
    const body = { firstname: '+Asha', lastname: 'Rao', email: 'asha@example.com' };
    await other.succeed(updateUserDetailsCall, { token, body });
    const written = await text((write) => exportCustomers(db, { as: 'shopify' }, write));
    const lines = written.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^First Name,Last Name,Email,Accepts Email Marketing,/);
    // The customer has proven the number, so that the record of the former shop is hers.
    expect(lines[1]).toMatch(
      new RegExp(`^'\\+Asha,Rao,asha@example.com,no,1 Fort Road,.*,${mobile},yes,,Shopify,\\d{4}-.*,this shop$`),
    );
    expect(lines[2]).toMatch(/^'=cmd,,evil@example.com,yes,.*,no,'@x,Shopify,\d{4}-.*,former shop$/);
    expect(written).not.toMatch(/argon|hash|otp/i);
    const file = csv();
    writeFileSync(file, written);
    expect(await importCustomers(shop.store.db, file)).toMatchObject({ outcome: 'imported', added: 2 });
    const before = (await stored()).map(({ consent_at, consent_source }) => ({ consent_at, consent_source }));
    expect(before).toEqual(
      (await db.selectFrom('imported_customer').select(['consent_at', 'consent_source']).orderBy('id', 'desc').execute()).map(
        (row) => row,
      ),
    );
    const forWoo = await text((write) => exportCustomers(db, { as: 'woocommerce' }, write));
    expect(forWoo).toMatch(/^\ufeffuser_email,role,first_name/);
    expect((await text((write) => exportCustomers(db, { as: 'shopify', until: '2001-01-01' }, write))).trim()).not.toContain(
      '\n',
    );
  });

  test('of orders have a row for each item, and are read as past orders by another shop', async () => {
    const other = await openShop();
    onTestFinished(() => other.close());
    const shirt = await other.add({ name: '=Linen Shirt', category: 'Shirts', price: 99_800, stock: 5, seller: 'Loom' });
    const cup = await other.add({ name: 'Cup', category: 'Cups', price: 50_000, stock: 5, seller: 'Loom' });
    const shopper = customerOf(other, await signUp(other, '9876500099'));
    await shopper.put(shirt.id, 2);
    await shopper.put(cup.id, 1);
    await shopper.buy('2496.00');
    const [own] = await shopper.orders();
    const written = await text((write) => exportOrders(other.store.db, {}, write));
    expect(written.trim().split('\r\n')).toHaveLength(3);
    expect(written).toContain(",'=Linen Shirt,");
    const file = csv();
    writeFileSync(file, written);
    expect(await importFormerOrders(shop.store.db, file)).toMatchObject({ outcome: 'imported', added: 1 });
    const [order] = await findFormerOrders(shop.store.db, { limit: 9 });
    expect(order).toMatchObject({
      order_number: own?.order_number,
      order_date: own?.order_date,
      final_amount: own?.final_amount,
      items: own?.items.map(({ product_name, quantity, final_price }) => ({ product_name, quantity, final_price })),
    });
    expect((await text((write) => exportOrders(other.store.db, { from: '2999' }, write))).trim()).not.toContain('\n');
  });
});
