import { expect, test } from 'vitest';
import { readRevision } from '#api/database/catalogue-revision.ts';
import { write } from '#api/database/transaction.ts';
import { csvFile, emptyShop, importFiles, readProducts, textFile } from '#tests/support/cli/run-command.ts';

const header = [
  'Handle',
  'Title',
  'Type',
  'Vendor',
  'Tags',
  'Status',
  'Option1 Value',
  'Option2 Value',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Price',
  'Variant Compare At Price',
];
const shirt = (size: string, stock: string, price = '1,499', first = false) => [
  'shirt',
  first ? 'Shirt' : '',
  first ? 'Shirts' : '',
  first ? 'Kashi Loom' : '',
  first ? 'linen, blue' : '',
  first ? 'active' : '',
  size,
  '',
  'shopify',
  stock,
  'deny',
  price,
  '1999',
];
const belt = (status = 'active') => [
  'belt',
  'Belt',
  'belts',
  '',
  '',
  status,
  'Default Title',
  '',
  'shopify',
  '4',
  'deny',
  '₹999',
  '',
];

test('stock and prices follow the file, sizes missing from it are withdrawn, and ids stay', async () => {
  const { db } = await emptyShop();
  await importFiles(db, [csvFile([header, shirt('S', '1', '1499', true), shirt('M', '2'), shirt('L', '-3')])]);
  const [before] = await readProducts(db);
  expect(before).toMatchObject({
    name: 'Shirt',
    brand: 'Kashi Loom',
    keywords: 'linen, blue',
    category: 'Shirts',
    price: 149900,
    mrp: 199900,
    stock: 3,
  });
  expect(before?.variants.map(({ stock }) => stock)).toEqual([1, 2, 0]);

  const summary = await importFiles(db, [csvFile([header, shirt('S', '7', '1299', true), shirt('m', '2')])], { yesWithdraw: 1 });
  expect(summary).toMatchObject({ products: { changed: 1 }, variants: { added: 0, withdrawn: 1 } });
  const [after] = await readProducts(db);
  expect(after).toMatchObject({ id: before?.id, price: 129900, stock: 9 });
  expect(after?.variants.map(({ id }) => id).sort()).toEqual(before?.variants.map(({ id }) => id).sort());
  expect(after?.variants.filter(({ active }) => active === 0).map((variant) => variant.product_variation)).toEqual(['L']);
});

test('importing the same file again does not restore stock that was sold since', async () => {
  const { db } = await emptyShop();
  const file = csvFile([header, belt()]);
  await importFiles(db, [file]);
  await db.updateTable('variant').set({ stock: 1 }).execute();
  expect((await importFiles(db, [file])).products.unchanged).toBe(1);
  expect((await readProducts(db))[0]?.variants[0]?.stock).toBe(1);
});

test('an edited description restores no sold stock, and an edited quantity applies', async () => {
  const { db } = await emptyShop();
  const named = (row: string[], name: string) => row.with(1, name);
  const stock = async () => (await readProducts(db))[0]?.variants.map((variant) => variant.stock);
  await importFiles(db, [csvFile([header, shirt('S', '33', '1499', true), shirt('M', '5')])]);
  await db.updateTable('variant').set({ stock: 28 }).where('product_variation', '=', 'S').execute();

  await importFiles(db, [csvFile([header, named(shirt('S', '33', '1399', true), 'Fine Shirt'), shirt('M', '5')])]);
  expect((await readProducts(db))[0]).toMatchObject({ name: 'Fine Shirt', price: 139900 });
  expect(await stock()).toEqual([28, 5]);

  await importFiles(db, [csvFile([header, shirt('S', '33', '1399', true), shirt('M', '6')])]);
  expect(await stock()).toEqual([28, 6]);
  await importFiles(db, [csvFile([header, shirt('S', '40', '1399', true), shirt('M', '6')])]);
  expect(await stock()).toEqual([40, 6]);
});

test('in an exported file the column Stock When Exported tells whether a quantity was edited', async () => {
  const { db } = await emptyShop();
  const exported = (row: string[], before: string) => [...row, before];
  const stock = async () => (await readProducts(db))[0]?.variants.map((variant) => variant.stock);
  await importFiles(db, [csvFile([header, shirt('S', '33', '1499', true), shirt('M', '5')])]);
  // 28 at the time of the export, 25 after a sale.
  await db.updateTable('variant').set({ stock: 25 }).where('product_variation', '=', 'S').execute();
  const file = (small: string, medium: string) =>
    csvFile([
      [...header, 'Stock When Exported'],
      exported(shirt('S', small, '1399', true), '28'),
      exported(shirt('M', medium), '5'),
    ]);
  await importFiles(db, [file('28', '9')]);
  expect(await stock()).toEqual([25, 9]);
  await importFiles(db, [file('33', '9')]);
  expect(await stock()).toEqual([33, 9]);
});

test('an empty stock cell keeps the stock, and a new size without one is sold out', async () => {
  const { db } = await emptyShop();
  await importFiles(db, [csvFile([header, shirt('S', '7', '1499', true), shirt('M', '2')])]);
  const summary = await importFiles(db, [csvFile([header, shirt('S', '', '1299', true), shirt('M', '5'), shirt('L', '')])]);
  const [product] = await readProducts(db);
  expect(product?.variants.map((variant) => [variant.product_variation, variant.price, variant.stock])).toEqual([
    ['S', 129900, 7],
    ['M', 149900, 5],
    ['L', 149900, 0],
  ]);
  expect(product?.stock).toBe(12);
  expect(summary.notes).toEqual(['2 variants have no stock in the file: existing stock is kept, and new variants are sold out.']);
});

test('a file without a stock column keeps the stock', async () => {
  const { db } = await emptyShop();
  await importFiles(db, [csvFile([header, belt()])]);
  const columns = ['Handle', 'Title', 'Type', 'Variant Price'];
  await importFiles(db, [csvFile([columns, ['belt', 'Belt', 'belts', '899']])]);
  expect((await readProducts(db))[0]).toMatchObject({ price: 89900, stock: 4 });
});

test('untracked products start with ample stock; stock that the owner set stays unless the file has a quantity', async () => {
  const { db } = await emptyShop();
  const untracked = (price: string, quantity: string) => belt().with(8, '').with(9, quantity).with(11, price);
  const stock = async () => (await readProducts(db))[0]?.variants[0]?.stock;
  await importFiles(db, [csvFile([header, untracked('999', '')])]);
  expect(await stock()).toBe(1000);
  await db.updateTable('variant').set({ stock: 12 }).execute();
  await importFiles(db, [csvFile([header, untracked('899', '')])]);
  expect(await stock()).toBe(12);
  await importFiles(db, [csvFile([header, untracked('799', '0')])]);
  expect(await stock()).toBe(1000);
});

test('products missing from the file stay on sale, unless the file replaces the catalogue', async () => {
  const { db } = await emptyShop();
  await importFiles(db, [csvFile([header, belt(), shirt('S', '1', '1499', true)])]);
  const file = csvFile([header, belt()]);
  expect((await importFiles(db, [file])).products).toEqual({ added: 0, changed: 0, unchanged: 1, withdrawn: 0 });
  expect((await importFiles(db, [file], { replace: true, yesWithdraw: 1 })).products.withdrawn).toBe(1);
  expect((await readProducts(db)).map(({ slug, active }) => [slug, active])).toEqual([
    ['belt', 1],
    ['shirt', 0],
  ]);
});

test('a product that became a draft is withdrawn, and returns when it is active again', async () => {
  const { db } = await emptyShop();
  await importFiles(db, [csvFile([header, belt()])]);
  expect((await importFiles(db, [csvFile([header, belt('draft')])], { yesWithdraw: 1 })).products.withdrawn).toBe(1);
  expect((await readProducts(db))[0]?.active).toBe(0);
  expect((await importFiles(db, [csvFile([header, belt()])])).products.changed).toBe(1);
  expect((await readProducts(db))[0]).toMatchObject({ active: 1, stock: 4 });
});

test('a dry run reports the changes and writes nothing', async () => {
  const { db } = await emptyShop();
  await importFiles(db, [csvFile([header, belt()])]);
  const revision = await readRevision(db);
  const before = await readProducts(db);
  const changed = belt();
  changed[11] = '899';
  const summary = await importFiles(db, [csvFile([header, changed, shirt('S', '1', '1499', true)])], {
    dryRun: true,
    replace: true,
  });
  expect(summary).toMatchObject({ outcome: 'dry run', products: { added: 1, changed: 1, withdrawn: 0 } });
  expect(await readProducts(db)).toEqual(before);
  expect(await readRevision(db)).toBe(revision);
});

test('options join into one variant, and rows of a product need not be adjacent', async () => {
  const { db } = await emptyShop();
  const row = (handle: string, title: string, size: string, colour: string) => [
    handle,
    title,
    'Shoes',
    '',
    '',
    '',
    size,
    colour,
    'shopify',
    '1',
    'deny',
    '10',
    '',
  ];
  await importFiles(db, [
    csvFile([header, row('shoe', 'Shoe', ' UK  8 ', 'Red, matt'), belt(), row('shoe', '', '8,5', 'Black')]),
  ]);
  const shoe = (await readProducts(db)).find(({ slug }) => slug === 'shoe');
  expect(shoe?.variants.map((variant) => variant.product_variation)).toEqual(['UK 8 / Red, matt', '8,5 / Black']);
});

test('a product without stock tracking is never sold out, and the owner is informed', async () => {
  const { db } = await emptyShop();
  const untracked = belt();
  untracked[8] = '';
  const backorder = [...belt()];
  backorder[0] = 'belt-2';
  backorder[9] = '0';
  backorder[10] = 'continue';
  const summary = await importFiles(db, [csvFile([header, untracked, backorder])]);
  expect((await readProducts(db)).map(({ stock }) => stock)).toEqual([1000, 1000]);
  expect(summary.notes.join()).toContain('2 variants have no stock tracking');
});

test('sellers come from the file, or default to the owner', async () => {
  const { db } = await emptyShop();
  const columns = [...header, 'Seller', 'Seller Kind', 'Country of Origin'];
  const other = belt();
  other[0] = 'belt-2';
  await importFiles(db, [csvFile([columns, [...belt(), 'Deccan Traders', 'Wholesaler', 'India'], [...other, '', '', '']])]);
  const sellers = await db
    .selectFrom('product')
    .innerJoin('seller', 'seller.id', 'seller_id')
    .select(['slug', 'kind', 'seller.name', 'country_of_origin'])
    .orderBy('slug')
    .execute();
  expect(sellers).toEqual([
    { slug: 'belt', kind: 'wholesaler', name: 'Deccan Traders', country_of_origin: 'India' },
    { slug: 'belt-2', kind: 'retailer', name: 'Test Shop', country_of_origin: null },
  ]);
});

test('a size that an earlier version stored without its commas keeps its stock and takes its name back', async () => {
  const { db } = await emptyShop();
  const file = csvFile([
    ['Handle', 'Title', 'Option1 Value', 'Variant Price', 'Variant Inventory Qty'],
    ['jar', 'Jar', '1,000 ml', '500', '5'],
    ['jar', '', 'Red, White', '500', '5'],
  ]);
  await importFiles(db, [file]);
  await write(db, async (tx) => {
    const rename = async (to: string, from: string) =>
      tx.updateTable('variant').set({ product_variation: to, stock: 2 }).where('product_variation', '=', from).execute();
    await rename('1.000 ml', '1,000 ml');
    await rename('Red & White', 'Red, White');
    await tx.updateTable('product').set({ import_hash: '' }).execute();
  });
  expect((await importFiles(db, [file])).variants).toEqual({ added: 0, changed: 2, withdrawn: 0 });
  const [jar] = await readProducts(db);
  expect(jar?.variants.map(({ product_variation, stock }) => [product_variation, stock])).toEqual([
    ['1,000 ml', 2],
    ['Red, White', 2],
  ]);
});

test('a file that may have been cut off after a row asks before its last product loses sizes', async () => {
  const { db } = await emptyShop();
  const whole = [header, shirt('S', '1', '1499', true), shirt('M', '2')];
  await importFiles(db, [csvFile(whole)]);
  const cut = csvFile(whole.slice(0, 2));
  const asked = await importFiles(db, [cut]);
  expect(asked).toMatchObject({ outcome: 'unconfirmed', onSale: { losing: 1, mustConfirm: true, cutAfter: 'shirt' } });
  expect((await readProducts(db))[0]?.variants.map(({ active }) => active)).toEqual([1, 1]);
  const confirmed = await importFiles(db, [cut], { yesWithdraw: 1 });
  expect(confirmed).toMatchObject({ outcome: 'imported', variants: { withdrawn: 1 } });
});

test('a file asks before a last cell without a line break shortens a value of the shop, and not before another change', async () => {
  const { db } = await emptyShop();
  const file = (rows: readonly string[]) => textFile(rows.join('\n'));
  const rows = ['Title,Handle,Variant Price', 'Jar,jar,499', 'Steel bottle,steel-bottle,1499'];
  await importFiles(db, [file(rows)]);
  const before = await readProducts(db);
  for (const last of ['Steel bottle,steel-bottle,149', 'Steel bottle,steel-bottle,14']) {
    const cut = await importFiles(db, [file([...rows.slice(0, 2), last])]);
    expect(cut).toMatchObject({ outcome: 'unconfirmed', onSale: { losing: 1, cutAfter: 'steel-bottle' } });
  }
  const named = ['Title,Variant Price,Handle', 'Jar,499,jar', 'Steel bottle,1499,steel-bot'];
  expect(await importFiles(db, [file(named)])).toMatchObject({ outcome: 'unconfirmed', onSale: { cutAfter: 'steel-bot' } });
  expect(await readProducts(db)).toEqual(before);
  for (const end of ['1399', '139\n']) {
    const whole = await importFiles(db, [file([...rows.slice(0, 2), `Steel bottle,steel-bottle,${end}`])]);
    expect(whole).toMatchObject({ outcome: 'imported', products: { changed: 1 } });
  }
});
