import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bumpRevision, readRevision } from '#api/database/catalogue-revision.ts';
import { databaseFile } from '#api/database/files/data-folder.ts';
import { write } from '#api/database/transaction.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('the database file is configured for durability and several processes', async () => {
  const database = new DatabaseSync(databaseFile(shop.dataDir));
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
});

test('while another process writes, reads succeed and a write waits', async () => {
  const script = `
    import { DatabaseSync } from 'node:sqlite';
    const database = new DatabaseSync(${JSON.stringify(databaseFile(shop.dataDir))});
    database.exec('BEGIN IMMEDIATE; UPDATE catalogue_revision SET revision = revision + 100');
    process.stdout.write('writing');
    setTimeout(() => { database.exec('COMMIT'); database.close(); }, 600);`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const before = await readRevision(shop.store.db);
  await once(other.stdout, 'data');

  const written = write(shop.store.db, bumpRevision);
  let longestPause = 0;
  for (let i = 0, last = performance.now(); i < 20; i++) {
    expect(await readRevision(shop.store.db)).toBe(before);
    await sleep(5);
    longestPause = Math.max(longestPause, performance.now() - last);
    last = performance.now();
  }
  await written;
  expect(longestPause).toBeLessThan(400);
  expect(await readRevision(shop.store.db)).toBe(before + 101);
});
