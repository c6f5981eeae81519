import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyShop, spawnStore, store, temporaryFolder, textFile } from '#tests/support/cli/run-command.ts';
import { customerFile, shopifyOrder, shopifyOrderColumns, table } from '#tests/support/history-files.ts';

const orders = (...rows: Record<string, string>[]) => table(shopifyOrderColumns, ...rows);

test('past orders are tried, imported, listed and found, as text and as JSON', async () => {
  const { dataDir, db } = await emptyShop();
  const file = orders(shopifyOrder(), shopifyOrder({ Name: '#1002', Email: '', Phone: '+91 98765 43210' }));
  const dry = await store(dataDir, 'orders', 'import', file, '--dry-run');
  expect(dry.out).toContain('Dry run');
  expect(dry.out).toContain('2 added, 0 changed, 0 unchanged');
  expect((await store(dataDir, 'orders', 'imported')).out).toBe('No imported orders.\n');
  const imported = await store(dataDir, 'orders', 'import', file, '--json');
  expect(JSON.parse(imported.out)).toMatchObject({ outcome: 'imported', found: 2, added: 2, badRows: [] });
  expect((await store(dataDir, 'orders', 'imported')).out).toMatch(/#1001[\s\S]*#1002|#1002[\s\S]*#1001/);
  for (const find of ['1001', '#1001', 'Asha@Example.com']) {
    const found = JSON.parse((await store(dataDir, 'orders', 'imported', find, '--json')).out) as { order_number: string }[];
    expect(found.map(({ order_number }) => order_number)).toEqual(['#1001']);
  }
  expect((await store(dataDir, 'orders', 'imported', '098765 43210')).out).toContain('#1002');
  // The list of the shop's own orders, and one by its number, are as before.
  expect(await store(dataDir, 'orders', '--json')).toMatchObject({ code: 0, out: '[]\n' });
  expect((await store(dataDir, 'orders', 'HT-NONE')).err).toContain('There is no order "HT-NONE"');
  const erased = await store(dataDir, 'customers', 'erase', 'asha@example.com', '--json');
  expect(JSON.parse(erased.out)).toEqual({ customers: 0, orders: 1 });
  expect((await store(dataDir, 'customers', 'erase', 'nobody')).code).not.toBe(0);
  const events = await db.selectFrom('audit_event').select(['action', 'subject', 'detail']).orderBy('id').execute();
  expect(events.map(({ action }) => action)).toEqual(['orders import', 'customers erase', 'customers erase']);
  // Not whose data it was.
  expect(JSON.stringify(events)).not.toContain('asha');
});

test('bad rows are named with line, column and reason, and the exit status is 1', async () => {
  const { dataDir } = await emptyShop();
  const bad = await store(dataDir, 'customers', 'import', customerFile({ Email: 'not an address' }, { Email: 'a@example.com' }));
  expect(bad.code).toBe(1);
  expect(bad.out).toContain('Nothing was imported: 1 row of');
  expect(bad.out).toContain('line 2: Email must be an email address, but is "not an address"');
  const skipped = await store(
    dataDir,
    'customers',
    'import',
    customerFile({ Email: 'no' }, { Email: 'a@example.com' }),
    '--skip-bad',
  );
  expect(skipped).toMatchObject({ code: 0, out: expect.stringContaining('1 added') });
  const other = await store(dataDir, 'orders', 'import', textFile('Handle,Title\ncap,Cap\n'));
  expect(other.code).toBe(1);
  expect(other.err).toContain('does not look like an export of orders from Shopify or WooCommerce');
  expect((await store(dataDir, 'orders', 'import', textFile('Name,Created at,Total,Financial Status\n"x'))).code).toBe(1);
});

test('an export of customers is private to its owner, and the audit log has who exported how many before it is written', async () => {
  const { dataDir, db } = await emptyShop();
  await store(dataDir, 'customers', 'import', customerFile({ Email: 'a@example.com' }, { Email: 'b@example.com' }));
  const file = join(temporaryFolder(), 'customers.csv');
  expect(await store(dataDir, 'customers', 'export', file, '--json')).toMatchObject({
    code: 0,
    out: expect.stringContaining('"customers": 2'),
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8').trim().split('\r\n')).toHaveLength(3);
  expect(await store(dataDir, 'customers', 'export', file)).toMatchObject({ code: 1 });
  const orderFile = join(temporaryFolder(), 'orders.csv');
  const period = ['--from', '2026-04-01', '--until', '2027-03-31'];
  expect(await store(dataDir, 'orders', 'export', orderFile, ...period)).toMatchObject({ code: 0, err: '' });
  const events = await db.selectFrom('audit_event').selectAll().where('action', 'like', '% export').orderBy('id').execute();
  expect(events).toMatchObject([
    { action: 'customers export', subject: 'customers.csv', actor: expect.stringMatching(/^owner:/) },
    { action: 'orders export', subject: 'orders.csv' },
  ]);
  expect(JSON.parse(events[0]?.detail ?? '')).toEqual({ customers: 2 });
  expect(JSON.parse(events[1]?.detail ?? '')).toEqual({
    orders: 0,
    from: '2026-03-31T18:30:00.000Z',
    until: '2027-03-31T18:29:59.999Z',
  });
});

test('a backup has the imported customers and orders', async () => {
  const { dataDir } = await emptyShop();
  await store(dataDir, 'orders', 'import', orders(shopifyOrder()));
  const copy = join(temporaryFolder(), 'backup.db');
  expect((await store(dataDir, 'backup', copy)).code).toBe(0);
  await store(dataDir, 'customers', 'erase', 'asha@example.com');
  expect((await store(dataDir, 'restore', copy)).code).toBe(0);
  expect((await store(dataDir, 'orders', 'imported')).out).toContain('#1001');
});

test('100,000 rows of orders are imported in bounded memory', async () => {
  const { dataDir } = await emptyShop();
  const head =
    'Name,Email,Financial Status,Fulfillment Status,Currency,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Shipping Name,Shipping Address1,Shipping City,Shipping Zip';
  const order = (i: number): string =>
    `#${i},p${i}@example.com,paid,fulfilled,INR,4990.00,${2020 + (i % 5)}-03-01 12:30:00 +0530,1,Linen Shirt,998.00,Asha Rao,12 Lake Road,Bengaluru,560001`;
  const file = join(temporaryFolder(), 'orders.csv');
  const lines = Array.from({ length: 100_000 }, (_, i) =>
    i % 5 === 0 ? order(i / 5) : `#${Math.floor(i / 5)},p${i}@example.com,,,,,,1,"Linen Shirt, the ${i % 5}th",998.00`,
  );
  writeFileSync(file, [head, ...lines].join('\n'));
  const settings = process.env['NODE_OPTIONS'];
  process.env['NODE_OPTIONS'] = '--max-old-space-size=80';
  try {
    const ended = await spawnStore(dataDir, 'orders', 'import', file, '--json');
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(ended.out)).toMatchObject({ outcome: 'imported', found: 20_000, added: 20_000 });
  } finally {
    if (settings === undefined) delete process.env['NODE_OPTIONS'];
    else process.env['NODE_OPTIONS'] = settings;
  }
}, 180_000);
