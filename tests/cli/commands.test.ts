import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRevision } from '#api/database/catalogue-revision.ts';
import { openDatabase } from '#api/database/open-database.ts';
import { createFolderStorage } from '#api/services/storage/folder-storage.ts';
import { defaultSettings } from '#api/services/store/settings.ts';
import { readSettingsChange } from '#cli/store/settings-change.ts';
import { csvFile, store, temporaryFolder } from '#tests/support/cli/run-command.ts';

const header = ['Handle', 'Title', 'Type', 'Option1 Value', 'Variant Price', 'Variant Inventory Qty'];
const shop = [
  header,
  ['cap', 'Cap', 'Caps', 'Default Title', '499', '4'],
  ['shirt', 'Shirt', 'Shirts', 'M', '1499', '5'],
  ['shirt', '', '', 'L', '1599', '0'],
];

test('an import can be inspected, stocked and listed, as text and as JSON', async () => {
  const dataDir = temporaryFolder();
  const imported = await store(dataDir, 'import', csvFile(shop), '--no-pictures');
  expect(imported).toMatchObject({ code: 0, err: '' });
  expect(imported.out).toContain('2 added, 0 changed, 0 unchanged');
  expect(imported.out).not.toContain('\x1b');
  expect((await store(dataDir, 'import', csvFile(shop), '--no-pictures')).out).toContain('0 added, 0 changed, 2 unchanged');

  expect(JSON.parse((await store(dataDir, 'products', '--json')).out)).toEqual([
    { slug: 'cap', name: 'Cap', category: 'Caps', price: '499.00', stock: 4 },
    { slug: 'shirt', name: 'Shirt', category: 'Shirts', price: '1499.00', stock: 5 },
  ]);
  expect(await store(dataDir, 'stock', 'shirt', 'l', '12')).toMatchObject({ code: 0, out: 'shirt, L: 0 → 12 in stock\n' });
  expect(JSON.parse((await store(dataDir, 'stock', 'cap', '0', '--json')).out)).toEqual({
    slug: 'cap',
    product_variation: '',
    before: 4,
    stock: 0,
  });
  expect((await store(dataDir, 'products')).out.split('\n')[2]).toMatch(/^shirt +Shirt +Shirts +1499\.00 +17$/);
  expect(await store(dataDir, 'orders', '--json')).toMatchObject({ code: 0, out: '[]\n' });
});

test('orders are listed and shown with the delivery details', async () => {
  const dataDir = temporaryFolder();
  await store(dataDir, 'import', csvFile(shop), '--no-pictures');
  const db = await openDatabase(dataDir);
  const now = '2026-11-20T10:30:00.000Z';
  const who = { firstname: 'Asha', lastname: 'Rao', phone_number: '9876543210', email: 'asha@example.com' };
  const address = { ...who, address: '12 Lake Road', pincode: '560001', city: 'Bengaluru', state: 'Karnataka' };
  const [variant] = await db.selectFrom('variant').selectAll().where('product_variation', '=', 'M').execute();
  const sold = { product_id: variant?.product_id ?? 0, variant_id: variant?.id ?? 0 };
  await db
    .insertInto('customer')
    .values({ id: 1, ...who, created_at: now })
    .execute();
  const accepted = { id: 1, customer_id: 1, idempotency_key: 'k', body_hash: 'h', reply: '{}', created_at: now };
  await db.insertInto('checkout').values(accepted).execute();
  const money = {
    price: 299800,
    discount_amount: 10000,
    shipping_amount: 4900,
    cod_fee: 3000,
    final_amount: 297700,
    quantity: 2,
  };
  const state = { status: 'order has been placed', payment_method: 'cod', payment_status: 'pending' } as const;
  const ids = { id: 1, order_number: 'HT-TEST2345', checkout_id: 1, customer_id: 1, seller_id: 1 };
  await db
    .insertInto('orders')
    .values({ ...ids, ...money, ...state, address: JSON.stringify(address), placed_at: now })
    .execute();
  const item = { order_id: 1, ...sold, product_name: 'Shirt', product_variation: 'M', picture: '', quantity: 2, price: 149900 };
  await db.insertInto('order_item').values(item).execute();
  await db.insertInto('order_event').values({ order_id: 1, status: state.status, at: now }).execute();
  await db.destroy();

  const list = await store(dataDir, 'orders');
  expect(list.out).toMatch(
    /HT-TEST2345 +2026-11-20 16:00 +order has been placed +cod, pending +2 +2977\.00 +Asha Rao +9876543210 +Bengaluru/,
  );
  const one = await store(dataDir, 'orders', 'ht-test2345');
  expect(one.out).toMatch(/Shirt +Size: M +2 +1499\.00/);
  expect(one.out).toContain('total 2977.00 (2998.00 less 100.00 plus 49.00 shipping plus 30.00 cash on delivery fee)');
  expect(one.out).toContain('12 Lake Road, Bengaluru 560001, Karnataka');
  expect(JSON.parse((await store(dataDir, 'orders', '--json')).out)).toMatchObject([
    { order_number: 'HT-TEST2345', items: [{ quantity: 2 }] },
  ]);
  expect(await store(dataDir, 'orders', 'HT-NONE')).toMatchObject({ code: 1, err: 'Error: There is no order "HT-NONE"\n' });
});

test('a refused command exits with 1 and a message', async () => {
  const dataDir = temporaryFolder();
  await store(dataDir, 'import', csvFile(shop), '--no-pictures');
  const refused = async (...args: string[]) => {
    const { code, err } = await store(dataDir, ...args);
    expect(code).toBe(1);
    return err;
  };
  expect(await refused('import', 'absent.csv')).toContain('There is no file "absent.csv"');
  expect(await refused('import', dataDir)).toContain('is a folder: name the CSV, xlsx or ods file with the products');
  expect(await refused('cod', 'match', dataDir)).toContain('is a folder: name a file in it');
  expect(await refused('import', csvFile(shop), '--pictures', 'absent')).toContain('There is no folder "absent"');
  expect(await refused('stock', 'shirt', '3')).toContain('has several sizes. Choose one: M, L');
  expect(await refused('stock', 'shirt', 'XS', '3')).toContain('it has M, L');
  expect(await refused('stock', 'sock', '3')).toContain('There is no product "sock"');
  expect(await refused('demo')).toContain('--force');
  const bad = await store(dataDir, 'import', csvFile([header, ['cap', 'Cap', '', '', 'x', '']]), '--json');
  expect(bad.code).toBe(1);
  expect(JSON.parse(bad.out)).toMatchObject({ outcome: 'refused', badRows: [{ line: 2, column: 'Variant Price' }] });
  const json = await store(dataDir, 'stock', 'sock', '3', '--json');
  expect(JSON.parse(json.out)).toEqual({ success: false, message: 'There is no product "sock"' });
});

test('wrong usage exits with 2, help with 0', async () => {
  const dataDir = temporaryFolder();
  for (const args of [
    [],
    ['sell'],
    ['import'],
    ['stock', 'cap', 'many'],
    ['orders', '--limit', '0'],
    ['products', '--frob'],
    ['theme', 'set', 'nothing'],
  ]) {
    expect([args, (await store(dataDir, ...args)).code]).toEqual([args, 2]);
  }
  const help = await store(dataDir, 'import', '--help');
  expect(help.code).toBe(0);
  expect(help.out).toContain('Examples:');
});

test('the theme can be set and shown, and pages use it', async () => {
  const dataDir = temporaryFolder();
  const terms = join(dataDir, 'terms.md');
  writeFileSync(terms, '# Terms\n\nBe kind.');
  const logo = join(dataDir, 'logo.svg');
  writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 80"><rect width="240" height="80"/></svg>');
  const set = await store(
    dataDir,
    'theme',
    'set',
    'store_name=Kashi = Loom',
    'buttonBackgroundColor=1F4',
    'categoryLayout=grid',
    `terms=@${terms}`,
    `logo=${logo}`,
    'legal.gstin=29abcde 1234f1zw',
    '--json',
  );
  expect(set.code).toBe(0);
  expect(JSON.parse((await store(dataDir, 'theme', 'show', '--json')).out)).toMatchObject({
    store_name: 'Kashi = Loom',
    buttonBackgroundColor: '#11ff44',
    categoryLayout: 'grid',
    terms: '# Terms\n\nBe kind.',
    logo: expect.stringMatching(/^\/media\/[0-9a-f]{16}\.svg#240x80$/),
    legal: { gstin: '29ABCDE1234F1ZW' },
    fontFamily: 'Instrument Sans',
  });
  expect((await store(dataDir, 'theme', 'set', 'buttonBackgroundColor=red')).code).toBe(1);
  await store(dataDir, 'theme', 'set', 'buttonBackgroundColor=');
  expect((await store(dataDir, 'theme', 'show')).out).toMatch(/buttonBackgroundColor +#111111/);
  const db = await openDatabase(dataDir);
  expect(await readRevision(db)).toBe(3);
  await db.destroy();
});

test('the support address must be an email address or empty', async () => {
  const folder = createFolderStorage(temporaryFolder());
  const set = (await readSettingsChange(['legal.support_email=care@shop.example'], folder))(defaultSettings);
  expect(set.legal?.support_email).toBe('care@shop.example');
  const cleared = (await readSettingsChange(['legal.support_email='], folder))(set);
  expect(cleared.legal?.support_email).toBeUndefined();
});

test.each([
  ['colour=red', 'There is no setting "colour". Settings are: store_name'],
  ['backgroundColor=red', 'must be a colour of 3 or 6 hex digits'],
  ['backgroundColor=#12345', 'must be a colour of 3 or 6 hex digits'],
  ['bannerType=carousel', 'must be one of slider, static'],
  ['faq=[1]', 'faq'],
  ['faq={', 'must be JSON'],
  ['fontFamily=x; } body {', 'fontFamily must be one of Instrument Sans, Source Serif 4, Nunito, Noto Sans Devanagari'],
  ['fontFamily=Poppins', 'fontFamily must be one of Instrument Sans'],
  ['logo=absent.png', 'there is no file "absent.png"'],
  ['terms=@absent.md', 'There is no file "absent.md"'],
  ['legal.support_email=notmail', 'must be an email address such as care@shop.example, but is "notmail"'],
  ['store_name', 'is not of the form key=value'],
])('theme set %s is refused', async (assignment, reason) => {
  const folder = createFolderStorage(temporaryFolder());
  const changed = readSettingsChange([assignment], folder).then((change) => change(defaultSettings));
  await expect(changed).rejects.toThrow(reason);
});
