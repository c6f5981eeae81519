import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseFile } from '#api/database/files/data-folder.ts';
import { openDatabase } from '#api/database/open-database.ts';
import { write } from '#api/database/transaction.ts';
import { spawnStore, temporaryFolder } from '#tests/support/cli/run-command.ts';
import { addProduct } from '#tests/support/store/products.ts';

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test.skipIf(process.platform === 'win32')(
  'a shop’s files are readable by their owner only, including existing files that were open to all',
  async () => {
    const dataDir = join(temporaryFolder(), 'shop');
    const first = await openDatabase(dataDir);
    await write(first, (tx) => addProduct(tx, { name: 'Lamp', category: 'Home' }));
    const files = readdirSync(dataDir).filter((name) => name.startsWith('shop.db'));
    expect(files).toEqual(['shop.db', 'shop.db-shm', 'shop.db-wal']);
    expect([mode(dataDir), ...files.map((name) => mode(join(dataDir, name)))]).toEqual(['700', '600', '600', '600']);

    for (const name of files) chmodSync(join(dataDir, name), 0o644);
    const second = await openDatabase(dataDir);
    expect(files.map((name) => mode(join(dataDir, name)))).toEqual(['600', '600', '600']);
    await second.destroy();
    await first.destroy();
    expect(mode(databaseFile(dataDir))).toBe('600');
  },
);

test.skipIf(process.platform === 'win32')(
  'backups, exports and files kept by a restore are readable by their owner only',
  async () => {
    const dataDir = temporaryFolder();
    const db = await openDatabase(dataDir);
    await write(db, (tx) => addProduct(tx, { name: 'Lamp', category: 'Home' }));
    await db.destroy();
    const [backup, file] = [join(dataDir, 'backup.db'), join(dataDir, 'export.csv')];
    await spawnStore(dataDir, 'backup', backup);
    await spawnStore(dataDir, 'export', file);
    const { kept } = JSON.parse((await spawnStore(dataDir, 'restore', backup, '--json')).out) as { kept: string };
    expect([backup, file, kept].map(mode)).toEqual(['600', '600', '600']);
  },
);

test.skipIf(process.platform === 'win32')('an existing data folder keeps its mode', async () => {
  const dataDir = temporaryFolder();
  chmodSync(dataDir, 0o750);
  await (await openDatabase(dataDir)).destroy();
  expect(mode(dataDir)).toBe('750');
});
