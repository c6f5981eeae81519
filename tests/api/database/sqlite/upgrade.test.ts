import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databaseFile } from '#api/database/files/data-folder.ts';
import { restoreBackup } from '#api/database/maintenance/restore.ts';
import { migrations } from '#api/database/migrations/index.ts';
import { openDatabase } from '#api/database/open-database.ts';
import { NodeSqliteDialect } from '#api/database/sqlite/dialect.ts';

const names = Object.keys(migrations).sort();
const last = names.at(-1) as string;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'upgrade-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** Creates a database as the version before the last migration did. */
async function createOlderDatabase(): Promise<void> {
  const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name !== last));
  const db = new Kysely<unknown>({ dialect: new NodeSqliteDialect(databaseFile(dataDir)) });
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => older } }).migrateToLatest();
  await db.destroy();
  if (error) throw error;
}

const applied = (file: string): string[] => {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('SELECT name FROM kysely_migration ORDER BY name').all();
  database.close();
  return rows.map(({ name }) => String(name));
};
const copies = (): string[] => readdirSync(dataDir).filter((name) => name.startsWith('shop.db.before-upgrade-'));

test('an older database is upgraded after a backup, and the owner is told where it is', async () => {
  await createOlderDatabase();
  const said: string[] = [];
  await (await openDatabase(dataDir, undefined, { say: (line) => said.push(line) })).destroy();
  expect(applied(databaseFile(dataDir))).toEqual(names);
  const [copy = ''] = copies();
  expect(applied(join(dataDir, copy))).toEqual(names.slice(0, -1));
  expect(statSync(join(dataDir, copy)).mode & 0o777).toBe(0o600);
  expect(said).toEqual([
    `The database is being upgraded (${last} to ${last}). A copy from before is ${join(dataDir, copy)}: delete it when the shop works.`,
  ]);
});

test('a new database and one of this version are not backed up', async () => {
  const said: string[] = [];
  for (let i = 0; i < 2; i++) await (await openDatabase(dataDir, undefined, { say: (line) => said.push(line) })).destroy();
  expect([copies(), said]).toEqual([[], []]);
});

test('a database of a newer version is refused and stays as it is, until a backup is restored', async () => {
  await createOlderDatabase();
  await (await openDatabase(dataDir)).destroy();
  const database = new DatabaseSync(databaseFile(dataDir));
  database.exec("INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-future', '2030-01-01T00:00:00.000Z')");
  database.close();
  await expect(openDatabase(dataDir)).rejects.toThrow(
    /^The database has been used by a newer version .+ \(9999-future\)\. Install that version or a later one, or restore .+ -- restore FILE$/,
  );
  const [copy = ''] = copies();
  await restoreBackup(join(dataDir, copy), dataDir);
  await (await openDatabase(dataDir)).destroy();
  expect(applied(databaseFile(dataDir))).toEqual(names);
});
