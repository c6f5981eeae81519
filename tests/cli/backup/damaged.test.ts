import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { databaseFile } from '#api/database/files/data-folder.ts';
import { MAX_DATABASE_COPIES } from '#api/database/files/database-copies.ts';
import { restoreBackup } from '#api/database/maintenance/restore.ts';
import { openDatabase } from '#api/database/open-database.ts';
import { writeSnapshot } from '#api/database/sqlite/snapshot.ts';
import { write } from '#api/database/transaction.ts';
import { openStore } from '#api/embedded-store.ts';
import { emptyShop, spawnStore, temporaryFolder } from '#tests/support/cli/run-command.ts';
import { addProduct } from '#tests/support/store/products.ts';

const names = async (dataDir: string) => {
  const db = await openDatabase(dataDir);
  const rows = await db.selectFrom('product').select('name').orderBy('id').execute();
  await db.destroy();
  return rows.map(({ name }) => name);
};

/** Creates a closed shop with a lamp and a vase, and a backup made before the vase was added. */
async function shopWithBackup(): Promise<{ dataDir: string; backup: string }> {
  const { db, dataDir } = await emptyShop();
  const backup = join(temporaryFolder(), 'backup.db');
  await write(db, (tx) => addProduct(tx, { name: 'Lamp', category: 'Home' }));
  writeSnapshot(databaseFile(dataDir), backup);
  await write(db, (tx) => addProduct(tx, { name: 'Vase', category: 'Home' }));
  await db.destroy();
  return { dataDir, backup };
}

/** Overwrites bytes of the database with random data. */
function damage(dataDir: string, from: number, to: number): void {
  const handle = openSync(databaseFile(dataDir), 'r+');
  writeSync(handle, Buffer.alloc(to - from, 0xa5), 0, to - from, from);
  closeSync(handle);
}

const keptFiles = (dataDir: string) => readdirSync(dataDir).filter((name) => /damaged|before/.test(name));

test('a shop with damaged pages is restored, and the damaged file is kept', async () => {
  const { dataDir, backup } = await shopWithBackup();
  damage(dataDir, 4096, statSync(databaseFile(dataDir)).size);
  const bytes = readFileSync(databaseFile(dataDir));
  expect((await spawnStore(dataDir, 'doctor')).code).toBe(1);

  const ended = await spawnStore(dataDir, 'restore', backup, '--json');
  expect(ended).toMatchObject({ code: 0, err: '' });
  const { kept, damaged } = JSON.parse(ended.out) as { kept: string; damaged: boolean };
  expect(damaged).toBe(true);
  expect(readFileSync(kept).equals(bytes)).toBe(true);
  expect(await names(dataDir)).toEqual(['Lamp']);
  expect((await spawnStore(dataDir, 'products')).out).toContain('Lamp');
});

test('a file that is no longer a database is restored, and its journal is kept', async () => {
  const { dataDir, backup } = await shopWithBackup();
  damage(dataDir, 0, 200);
  writeFileSync(`${databaseFile(dataDir)}-wal`, 'what a crash left of the journal');
  expect(await spawnStore(dataDir, 'restore', backup)).toMatchObject({
    code: 0,
    out: expect.stringContaining('damaged database is kept'),
  });
  expect(await names(dataDir)).toEqual(['Lamp']);
  expect(keptFiles(dataDir).map((name) => name.replace(/damaged-.*Z/, 'damaged'))).toEqual([
    'shop.db.damaged',
    'shop.db.damaged-wal',
  ]);
});

test('a truncated and an empty file are restored as well', async () => {
  for (const size of [0, 700, 5000]) {
    const { dataDir, backup } = await shopWithBackup();
    writeFileSync(databaseFile(dataDir), readFileSync(databaseFile(dataDir)).subarray(0, size));
    expect(await spawnStore(dataDir, 'restore', backup)).toMatchObject({ code: 0, err: '' });
    expect(await names(dataDir)).toEqual(['Lamp']);
  }
});

test('a running shop continues after its damaged pages are replaced', async () => {
  const { dataDir, backup } = await shopWithBackup();
  const running = await openStore({ dataDir, log: pino({ level: 'silent' }) });
  try {
    const [before, size] = [running.revision(), statSync(databaseFile(dataDir)).size];
    damage(dataDir, 40 * 4096, size);
    expect(await spawnStore(dataDir, 'restore', backup)).toMatchObject({ code: 0, err: '' });
    expect(await running.db.selectFrom('product').select('name').execute()).toEqual([{ name: 'Lamp' }]);
    expect(running.revision()).toBeGreaterThan(before);
    await write(running.db, (tx) => addProduct(tx, { name: 'Bowl', category: 'Home' }));
  } finally {
    await running.close();
  }
  expect(await names(dataDir)).toEqual(['Lamp', 'Bowl']);
});

test('a database without a header is not replaced under a running shop: the owner is told to stop it', async () => {
  const { dataDir, backup } = await shopWithBackup();
  const running = await openStore({ dataDir, log: pino({ level: 'silent' }) });
  try {
    await running.db.selectFrom('product').select('id').execute();
    damage(dataDir, 0, 200);
    const { code, err } = await spawnStore(dataDir, 'restore', backup);
    expect([code, err]).toEqual([1, expect.stringContaining(`still open in process ${process.pid}. Stop the shop`)]);
    expect(keptFiles(dataDir)).toEqual([]);
  } finally {
    await running.close();
  }
  expect((await spawnStore(dataDir, 'restore', backup)).code).toBe(0);
  expect(await names(dataDir)).toEqual(['Lamp']);
});

test('ten restores succeed during continuous writes', async () => {
  const { dataDir, backup } = await shopWithBackup();
  const busy = await openDatabase(dataDir);
  let isBusy = true;
  const writing = (async () => {
    for (let i = 0; isBusy; i++) {
      const key = String(i);
      await write(busy, (tx) =>
        tx
          .insertInto('rate_limit')
          .values({ key, points: 1, expire: null })
          .onConflict((c) => c.doNothing())
          .execute(),
      );
    }
  })();
  try {
    for (let i = 0; i < 10; i++) await restoreBackup(backup, dataDir);
  } finally {
    isBusy = false;
    await writing;
    await busy.destroy();
  }
  expect(await names(dataDir)).toEqual(['Lamp']);
  expect(keptFiles(dataDir)).toHaveLength(MAX_DATABASE_COPIES);
});

test('the next command removes leftovers of killed ones, but not files of a running one', async () => {
  const { dataDir } = await shopWithBackup();
  const media = join(dataDir, 'media');
  mkdirSync(media);
  const old = new Date(Date.now() - 2 * 3_600_000);
  const make = (folder: string, name: string, at = new Date()) => {
    writeFileSync(join(folder, name), 'x');
    utimesSync(join(folder, name), at, at);
  };
  const uuid = '0b7e2f0a-5b0c-4a51-9a53-0d3b0c1f2a3b';
  const dead = 2 ** 22 + 1;
  for (const name of [`restore-${dead}-abc`, `restore-${process.pid}-abc`, 'restore-new', 'restore-old'])
    mkdirSync(join(dataDir, name));
  utimesSync(join(dataDir, 'restore-old'), old, old);
  make(media, `.a.jpg.${uuid}`, old);
  make(media, `.b.jpg.${uuid}`);
  make(media, 'c.jpg', old);

  expect((await spawnStore(dataDir, 'products')).code).toBe(0);
  expect(
    readdirSync(dataDir)
      .filter((name) => name.startsWith('restore-'))
      .sort(),
  ).toEqual([`restore-${process.pid}-abc`, 'restore-new']);
  expect(readdirSync(media).sort()).toEqual([`.b.jpg.${uuid}`, 'c.jpg']);
  expect(existsSync(databaseFile(dataDir))).toBe(true);
});
