import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { explainFailure } from '#cli/process/explain-failure.ts';
import { csvFile, store, temporaryFolder } from '#tests/support/cli/run-command.ts';

test('a full disk ends a command with advice', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t (x TEXT); PRAGMA max_page_count = 3');
  let full: unknown;
  try {
    database.exec('INSERT INTO t VALUES (hex(zeroblob(90000)))');
  } catch (error) {
    full = error;
  }
  database.close();
  const advice = 'The disk is full: free some space and run the command again';
  expect(explainFailure(full)).toBe(`database or disk is full. ${advice}`);
  const picture = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(explainFailure(picture)).toBe(`ENOSPC: no space left on device, write. ${advice}`);
});

test('a database that is damaged behind its first pages ends a command with advice', async () => {
  const dataDir = temporaryFolder();
  const rows = Array.from({ length: 200 }, (_, i) => [`cap-${i}`, `Cap ${i}`, 'Caps', '499']);
  await store(dataDir, 'import', csvFile([['Handle', 'Title', 'Type', 'Variant Price'], ...rows]), '--no-pictures');
  const file = join(dataDir, 'shop.db');
  const database = new DatabaseSync(file);
  const page = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'product'").get()?.['rootpage'] as number;
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const size = Number(database.prepare('PRAGMA page_size').get()?.['page_size']);
  database.close();
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0x5a, (page - 1) * size, page * size));
  const { code, out, err } = await store(dataDir, 'products');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(
    /^Error: .+ Restore a backup: npm run store -- restore FILE\n$|^Error: .+ restore a backup with .+ FILE\n$/,
  );
});
