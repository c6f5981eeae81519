import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAX_DATABASE_COPIES, nameCopy, pruneDatabaseCopies } from '#api/database/files/database-copies.ts';

test('the newest copies from before upgrades and restores are kept, and everything else beside the database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'copies-'));
  const file = join(folder, 'shop.db');
  const others = [
    'shop.db',
    'shop.db-wal',
    'shop.db.damaged-2026-01-01',
    'shop.db.before-now.part',
    'other.db.before-2026-01-01',
  ];
  for (const name of others) writeFileSync(join(folder, name), '');
  const copies = Array.from({ length: 6 }, (_, i) => `shop.db.${i % 2 ? 'before' : 'before-upgrade'}-2026-01-0${6 - i}`);
  for (const [age, name] of copies.entries()) {
    writeFileSync(join(folder, name), '');
    utimesSync(join(folder, name), 1_700_000_000 - age, 1_700_000_000 - age);
  }
  pruneDatabaseCopies(file);
  expect(readdirSync(folder).sort()).toEqual([...others, ...copies.slice(0, MAX_DATABASE_COPIES)].sort());
  expect(nameCopy(file, 'before-upgrade')).toMatch(/shop\.db\.before-upgrade-\d{4}-\d\d-\d\dT[\d.-]+Z$/);
  rmSync(folder, { recursive: true });
});
