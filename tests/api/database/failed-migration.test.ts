import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { databaseFile } from '#api/database/files/data-folder.ts';
import { migrations } from '#api/database/migrations/index.ts';
import { openDatabase } from '#api/database/open-database.ts';
import { longRunningPostgresDialect } from '#api/database/postgres/dialect.ts';
import { NodeSqliteDialect } from '#api/database/sqlite/dialect.ts';
import { createDatabase } from '#tests/support/postgres/database.ts';
import { postgresUrl } from '#tests/support/store/test-store.ts';

test('a failed migration is named with its reason, changes nothing, and works once the reason is gone', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'failed-migration-'));
  const database = postgresUrl ? await createDatabase(postgresUrl) : undefined;
  const dialect = database ? longRunningPostgresDialect(database.url) : new NodeSqliteDialect(databaseFile(dataDir));
  const db = new Kysely<unknown>({ dialect });
  onTestFinished(async () => {
    await db.destroy();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const provider = { getMigrations: async () => migrations };
  expect((await new Migrator({ db, provider }).migrateTo('0022-availability-changes')).error).toBeUndefined();
  await sql`CREATE TABLE listing_change (id INTEGER)`.execute(db);

  const sentence =
    /^The database cannot be upgraded \(migration 0024-listing-changes: .*listing_change.* already exists\)\. Nothing was changed, so the version of the shop from before still works/;
  await expect(openDatabase(dataDir, database?.url)).rejects.toThrow(sentence);
  const last = await sql<{ name: string }>`SELECT max(name) AS name FROM kysely_migration`.execute(db);
  expect(last.rows[0]?.name).toBe('0022-availability-changes');

  await sql`DROP TABLE listing_change`.execute(db);
  await (await openDatabase(dataDir, database?.url)).destroy();
});
