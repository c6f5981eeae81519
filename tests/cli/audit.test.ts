import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#api/database/open-database.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { recordAudit } from '#api/services/audit.ts';
import { toCommandEvents } from '#cli/audit/events-of-commands.ts';
import { csvFile, store, storeIn, temporaryFolder } from '#tests/support/cli/run-command.ts';

interface Event {
  at: string;
  actor: string;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
}

const shop = [
  ['Handle', 'Title', 'Type', 'Option1 Value', 'Variant Price', 'Variant Inventory Qty'],
  ['cap', 'Cap', 'Caps', 'Default Title', '499', '4'],
];

/** Creates a shop by an import. */
async function importedShop(): Promise<string> {
  const dataDir = temporaryFolder();
  expect((await store(dataDir, 'import', csvFile(shop), '--no-pictures')).code).toBe(0);
  return dataDir;
}

async function eventsOf(dataDir: string, ...flags: string[]): Promise<Event[]> {
  return JSON.parse((await store(dataDir, 'audit', '--json', ...flags)).out) as Event[];
}

test('an event of a command is copied to AUDIT_FILE, and a file that cannot be written only leaves a line', async () => {
  const dataDir = await importedShop();
  const file = join(temporaryFolder(), 'audit.log');
  expect((await storeIn({ DATA_DIR: dataDir, AUDIT_FILE: file }, 'stock', 'cap', '7')).code).toBe(0);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ seq: 2, action: 'stock', subject: 'cap', detail: { to: '7' } });
  const failed = await storeIn({ DATA_DIR: dataDir, AUDIT_FILE: join(file, 'below') }, 'stock', 'cap', '8');
  expect([failed.code, failed.err]).toEqual([0, expect.stringContaining('The audit log could not be copied')]);
});

test('the log is verified, and the first event that was altered or removed is named', async () => {
  const dataDir = await importedShop();
  for (const stock of ['1', '2', '3']) await store(dataDir, 'stock', 'cap', stock);
  expect(await store(dataDir, 'audit', '--verify')).toMatchObject({
    code: 0,
    out: expect.stringContaining('4 events checked: none has been altered or removed.'),
  });
  const change = async (work: (tx: Tx) => Promise<unknown>) => {
    const db = await openDatabase(dataDir);
    await write(db, work);
    await db.destroy();
  };
  await change((tx) => tx.updateTable('audit_event').set({ actor: 'owner:someone' }).where('seq', '=', 3).execute());
  const altered = await store(dataDir, 'audit', '--verify');
  expect([altered.code, altered.err]).toEqual([1, expect.stringContaining('Event 3 of the audit log has been altered.')]);
  await change((tx) => tx.deleteFrom('audit_event').where('seq', '=', 2).execute());
  expect((await store(dataDir, 'audit', '--verify')).err).toContain('Event 2 of the audit log has been removed.');
});

test('every command that changes or copies data is recorded with its user and outcome, newest first', async () => {
  const dataDir = await importedShop();
  const backup = join(temporaryFolder(), 'shop.db');
  const csv = join(temporaryFolder(), 'products.csv');
  for (const command of [
    ['stock', 'cap', '9'],
    ['stock', 'sock', '9'],
    ['theme', 'set', 'store_name=Meena', 'buttonBackgroundColor=#8a2b2b'],
    ['coupon', 'add', 'TEN', '--percent', '10'],
    ['coupon', 'end', 'ten'],
    ['shipping', 'set', 'charge=49', 'cod_fee=30'],
    ['export', csv],
    ['backup', backup],
    ['outbox', '--retry'],
  ])
    await store(dataDir, ...command);
  const events = await eventsOf(dataDir);
  expect(events.map(({ action, subject, detail }) => [action, subject, detail])).toEqual([
    ['outbox retry', '', { outcome: 'done' }],
    ['backup', 'shop.db', { outcome: 'done' }],
    ['export', 'products.csv', { outcome: 'started' }],
    ['shipping set', '', { charges: 'charge=49, cod_fee=30', outcome: 'done' }],
    ['coupon end', 'ten', { outcome: 'done' }],
    ['coupon add', 'TEN', { percent: '10', outcome: 'done' }],
    ['theme set', '', { settings: 'store_name, buttonBackgroundColor', outcome: 'done' }],
    ['stock', 'sock', { to: '9', outcome: 'failed' }],
    ['stock', 'cap', { to: '9', outcome: 'done' }],
    ['import', 'products.csv', { outcome: 'done' }],
  ]);
  for (const { actor, at } of events) {
    expect(actor).toMatch(/^owner:.+/);
    expect(at).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
  }
  expect(JSON.stringify(events)).not.toMatch(/Meena|8a2b2b/);
});

test('a restore is recorded in the restored shop', async () => {
  const dataDir = await importedShop();
  const backup = join(temporaryFolder(), 'shop.db');
  await store(dataDir, 'backup', backup);
  await store(dataDir, 'stock', 'cap', '9');
  expect((await store(dataDir, 'restore', backup)).code).toBe(0);
  expect((await eventsOf(dataDir)).map(({ action }) => action)).toEqual(['restore', 'import']);
});

test('commands that only read are not recorded', async () => {
  const dataDir = await importedShop();
  for (const command of [
    ['products'],
    ['limits', 'show'],
    ['orders'],
    ['theme', 'show'],
    ['coupon', 'list'],
    ['shipping', 'show'],
    ['outbox'],
    ['doctor'],
    ['audit'],
    ['import', csvFile(shop), '--no-pictures', '--dry-run'],
    ['stock', '--help'],
    ['stock', 'cap', 'many'],
  ])
    await store(dataDir, ...command);
  const actions = (await eventsOf(dataDir)).map(({ action, detail }) => [action, detail['outcome']]);
  expect(actions).toEqual([
    ['stock', 'failed'],
    ['import', 'done'],
  ]);
});

test('events can be filtered by time, action and number', async () => {
  const dataDir = await importedShop();
  await store(dataDir, 'stock', 'cap', '9');
  await store(dataDir, 'stock', 'cap', '8');
  const db = await openDatabase(dataDir);
  const weekAgo = { at: new Date(Date.now() - 8 * 24 * 60 * 60_000).toISOString() };
  await db.updateTable('audit_event').set(weekAgo).where('action', '=', 'import').execute();
  await db.destroy();
  const actions = async (...flags: string[]) => (await eventsOf(dataDir, ...flags)).map(({ action }) => action);
  expect(await actions()).toEqual(['stock', 'stock', 'import']);
  expect(await actions('--since', '7d')).toEqual(['stock', 'stock']);
  expect(await actions('--since', '2020-01-01', '--action', 'import')).toEqual(['import']);
  expect(await actions('--limit', '1')).toEqual(['stock']);
  for (const flags of [
    ['--since', 'yesterday'],
    ['--limit', '0'],
  ])
    expect((await store(dataDir, 'audit', ...flags)).code).toBe(2);
});

test('printed events hold no terminal escapes, and long texts are cut', async () => {
  const dataDir = await importedShop();
  const db = await openDatabase(dataDir);
  const nasty = `\u001b[2J\u009b31m\u202Egnp.exe\n${'x'.repeat(500)}`;
  await write(db, (tx) =>
    recordAudit(tx, { actor: nasty, action: nasty, subject: nasty, ipAddress: nasty, detail: { [`a`]: nasty } }),
  );
  const [row] = await db.selectFrom('audit_event').selectAll().orderBy('id', 'desc').execute();
  await db.destroy();
  expect(row?.subject).toMatch(/^\[2J 31m gnp\.exe x+$/);
  expect(row?.subject).toHaveLength(200);
  expect(row?.network).toBeNull();
  const { out, code } = await store(dataDir, 'audit');
  expect(code).toBe(0);
  expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202E]/u);
});

test('without a shop, the log reports it and creates none', async () => {
  const dataDir = temporaryFolder();
  expect(await store(dataDir, 'audit')).toMatchObject({ code: 1, err: expect.stringContaining('There is no shop') });
  expect((await store(dataDir, 'stock', 'cap', '3')).err).toContain('There is no shop');
});

test('a recorded command holds no secret, and an unknown command is recorded by name', () => {
  const called = (name: string, args: unknown[], options = {}) => toCommandEvents({ name, args, options });
  expect(called('move', [], { to: 'postgres://shop:s3cret@db.example:5432/shop' })).toEqual([
    { action: 'move', subject: 'db.example:5432/shop' },
  ]);
  expect(called('order', ['HT-1'], {})).toEqual([]);
  expect(called('order', ['HT-1'], { refund: true, amount: 20_000 })).toEqual([
    { action: 'order refund', subject: 'HT-1', detail: { by: 'provider', paise: '20000' } },
  ]);
  expect(called('order', ['HT-1'], { status: 'cancelled', reason: 'Asha moved', refunded: true })).toEqual([
    { action: 'order status', subject: 'HT-1', detail: { status: 'cancelled' } },
    { action: 'order refund', subject: 'HT-1' },
  ]);
  expect(called('order', ['HT-1'], { courier: 'Delhivery', tracking: '1', invoice: 'invoice.html' })).toEqual([
    { action: 'order courier', subject: 'HT-1' },
    { action: 'order invoice', subject: 'HT-1' },
  ]);
  expect(called('limits set', ['x'], { y: 'z' })).toEqual([{ action: 'limits set' }]);
});

test.each<[name: string, args: unknown[], options: object]>([
  ['filters show', [], {}],
  ['config check', [], {}],
  ['guides', [], {}],
  ['guides', ['guides.csv'], { dryRun: true }],
  ['ship', [], { from: 'awb.csv', dryRun: true }],
])('a command that only reads is not recorded: %s %j %j', (name, args, options) => {
  expect(toCommandEvents({ name, args, options: { ...options } })).toEqual([]);
});
