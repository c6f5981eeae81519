import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { readRevision } from '#api/database/catalogue-revision.ts';
import { databaseFile } from '#api/database/files/data-folder.ts';
import { openDatabase } from '#api/database/open-database.ts';
import { write } from '#api/database/transaction.ts';
import { openStore } from '#api/embedded-store.ts';
import { emptyShop, spawnStore, storeIn, temporaryFolder } from '#tests/support/cli/run-command.ts';
import { addProduct } from '#tests/support/store/products.ts';

const names = async (dataDir: string) => {
  const db = await openDatabase(dataDir);
  const rows = await db.selectFrom('product').select('name').orderBy('id').execute();
  await db.destroy();
  return rows.map(({ name }) => name);
};

test('a backup of an open shop is a snapshot of one moment', async () => {
  const { db, dataDir } = await emptyShop();
  await write(db, (tx) => addProduct(tx, { name: 'Lamp', category: 'Home' }));
  const file = join(temporaryFolder(), 'shop.db');
  const writing = write(db, async (tx) => {
    await addProduct(tx, { name: 'Vase', category: 'Home' });
    const ended = await spawnStore(dataDir, 'backup', file, '--json');
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(ended.out)).toMatchObject({ file, bytes: expect.any(Number), pictures: join(dataDir, 'media') });
  });
  await writing;
  const copy = new DatabaseSync(file);
  expect(copy.prepare('SELECT name FROM product').all()).toEqual([{ name: 'Lamp' }]);
  expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  copy.close();
  expect(readdirSync(join(file, '..'))).toEqual(['shop.db']);
}, 180_000);

test('a backup needs a shop and overwrites nothing', async () => {
  const { dataDir } = await emptyShop();
  const file = join(temporaryFolder(), 'shop.db');
  writeFileSync(file, 'precious');
  expect(await spawnStore(dataDir, 'backup', file)).toMatchObject({ code: 1, err: expect.stringContaining('already exists') });
  expect(await spawnStore(temporaryFolder(), 'backup', `${file}2`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('no shop'),
  });
  expect(await storeIn({ DATABASE_URL: 'postgres://nowhere/shop' }, 'backup', `${file}2`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('pg_dump'),
  });
  expect(existsSync(`${file}2`)).toBe(false);
});

test('a restore under a running server takes effect, and the previous data is kept beside it', async () => {
  const dataDir = temporaryFolder();
  const running = await openStore({ dataDir });
  await write(running.db, (tx) => addProduct(tx, { name: 'Lamp', category: 'Home' }));
  const file = join(temporaryFolder(), 'shop.db');
  await spawnStore(dataDir, 'backup', file);
  await write(running.db, (tx) => addProduct(tx, { name: 'Vase', category: 'Home' }));
  const before = running.revision();

  const ended = await spawnStore(dataDir, 'restore', file, '--json');
  expect(ended).toMatchObject({ code: 0, err: '' });
  expect(await names(dataDir)).toEqual(['Lamp']);
  expect(running.revision()).toBeGreaterThan(before);
  await write(running.db, (tx) => addProduct(tx, { name: 'Bowl', category: 'Home' }));
  expect(await running.db.selectFrom('product').select('name').orderBy('id').execute()).toEqual([
    { name: 'Lamp' },
    { name: 'Bowl' },
  ]);
  await running.close();

  const { kept } = JSON.parse(ended.out) as { kept: string };
  expect(readdirSync(dataDir).filter((name) => name.startsWith('restore-'))).toEqual([]);
  const aside = new DatabaseSync(kept, { readOnly: true });
  expect(aside.prepare('SELECT name FROM product ORDER BY id').all()).toEqual([{ name: 'Lamp' }, { name: 'Vase' }]);
  aside.close();
  expect(new DatabaseSync(databaseFile(dataDir)).prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
});

test('a shop can be restored into an empty folder', async () => {
  const { db, dataDir } = await emptyShop();
  await write(db, (tx) => addProduct(tx, { name: 'Lamp', category: 'Home' }));
  const file = join(temporaryFolder(), 'shop.db');
  await spawnStore(dataDir, 'backup', file);
  const elsewhere = join(temporaryFolder(), 'new');
  const ended = await spawnStore(elsewhere, 'restore', file, '--json');
  expect(JSON.parse(ended.out)).toEqual({ restored: file, kept: null });
  expect(await names(elsewhere)).toEqual(['Lamp']);
});

test('an incomplete backup is refused, and the shop stays unchanged', async () => {
  const { db, dataDir } = await emptyShop();
  await write(db, (tx) => addProduct(tx, { name: 'Lamp', category: 'Home' }));
  const revision = await readRevision(db);
  const folder = temporaryFolder();
  const text = join(folder, 'text.db');
  writeFileSync(text, 'no database at all, but long enough to be looked at');
  const other = join(folder, 'other.db');
  const otherDatabase = new DatabaseSync(other);
  otherDatabase.exec('CREATE TABLE t (a)');
  otherDatabase.close();
  const newer = join(folder, 'newer.db');
  await spawnStore(dataDir, 'backup', newer);
  const newerDatabase = new DatabaseSync(newer);
  newerDatabase.exec("INSERT INTO kysely_migration VALUES ('9999-tomorrow', '2099-01-01T00:00:00.000Z')");
  newerDatabase.close();

  for (const [file, why] of [
    [text, 'not a shop database'],
    [other, 'not a shop database'],
    [newer, 'newer version'],
    [join(folder, 'missing.db'), 'no file'],
  ] as const) {
    const { code, err } = await spawnStore(dataDir, 'restore', file);
    expect([code, err]).toEqual([1, expect.stringContaining(why)]);
  }
  expect(await names(dataDir)).toEqual(['Lamp']);
  expect(await readRevision(db)).toBe(revision);
  expect(readdirSync(dataDir).filter((name) => /restore|before/.test(name))).toEqual([]);
});
