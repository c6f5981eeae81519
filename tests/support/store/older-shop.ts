import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { databaseFile } from '#api/database/files/data-folder.ts';
import { createDatabase } from '#tests/support/postgres/database.ts';
import { postgresUrl, type TestShop } from './test-store.ts';

const folder = join(import.meta.dirname, '../../fixtures/databases');

/** The last migrations of the versions that shops were made with; see the README there. */
export const olderVersions = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.replace('.sql', ''));

export interface OlderShop extends Pick<TestShop, 'dataDir' | 'databaseUrl'> {
  remove: () => Promise<void>;
}

/** Runs the statements of a dump in a new database on the server under test. */
async function restoreDump(file: string, serverUrl: string) {
  const database = await createDatabase(serverUrl);
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(readFileSync(file, 'utf8'));
  await client.end();
  return database;
}

/** Makes the data folder or database of a shop as an older version left it, on the engine under test. */
export async function restoreOlderShop(version: string): Promise<OlderShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'older-shop-'));
  const database = postgresUrl ? await restoreDump(join(folder, `${version}.sql`), postgresUrl) : undefined;
  if (!database)
    writeFileSync(databaseFile(dataDir), gunzipSync(readFileSync(join(folder, `${version}.db.gz`))), { mode: 0o600 });
  return {
    dataDir,
    databaseUrl: database?.url,
    remove: async () => {
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
