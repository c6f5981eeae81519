import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseFile, openDatabase, write } from '#api/database/open.ts';
import { bumpRevision, readRevision } from '#api/services/revision.ts';
import { openShop, type TestShop } from './shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('the file is kept for durable work by several processes', async () => {
  const database = new DatabaseSync(databaseFile(shop.dataDir));
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
});

test('a write that throws leaves nothing behind', async () => {
  const before = await readRevision(shop.store.db);
  const broken = write(shop.store.db, async (tx) => {
    await bumpRevision(tx);
    throw new Error('changed my mind');
  });
  await expect(broken).rejects.toThrow('changed my mind');
  expect(await readRevision(shop.store.db)).toBe(before);
});

test('writes of one process take turns, and a broken one does not stop the next', async () => {
  const before = await readRevision(shop.store.db);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      write(shop.store.db, async (tx) => {
        await bumpRevision(tx);
        await sleep(1);
        if (i % 4 === 0) throw new Error('no');
      }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(15);
  expect(await readRevision(shop.store.db)).toBe(before + 15);
});

test('while another process writes, reading goes on and a write waits its turn', async () => {
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

test('several may open a new shop at the same moment', async () => {
  const { mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const dataDir = mkdtempSync(`${tmpdir()}/shop-`);
  const databases = await Promise.all(Array.from({ length: 4 }, () => openDatabase(dataDir)));
  for (const db of databases) {
    expect(await readRevision(db)).toBe(1);
    await db.destroy();
  }
  rmSync(dataDir, { recursive: true });
});
