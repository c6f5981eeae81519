import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrations } from '#api/database/migrations/index.ts';
import { openDatabase } from '#api/database/open-database.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { createDatabase } from '#tests/support/postgres/database.ts';
import { restoreOlderShop } from '#tests/support/store/older-shop.ts';
import { postgresUrl } from '#tests/support/store/test-store.ts';

const program = fileURLToPath(new URL('../../../../src/server/main-from-sources.ts', import.meta.url));

test.each(['production', ''])('with NODE_ENV=%j, an empty PostgreSQL database does not become a demo shop', async (NODE_ENV) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'start-'));
  const database = await createDatabase(postgresUrl as string);
  const env = { ...process.env, NODE_NO_WARNINGS: '1', NODE_ENV, DATA_DIR: dataDir, DATABASE_URL: database.url };
  const ended = spawnSync(process.execPath, [program], { env, encoding: 'utf8', timeout: 50_000 });
  await database.drop();
  rmSync(dataDir, { recursive: true });
  const sentence =
    /^There is no shop in the database at DATABASE_URL\. Set DATABASE_URL to .+ "npm run store -- demo" creates the demo shop\n$/;
  expect(ended).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(sentence) });
});

test('servers that start at once on a new or an older database migrate it once', async () => {
  const [fresh, older] = [await createDatabase(postgresUrl as string), await restoreOlderShop('0022')];
  const dataDir = mkdtempSync(join(tmpdir(), 'start-'));
  const said: string[] = [];
  const openAll = async (url: string) => {
    const databases = await Promise.all(
      Array.from({ length: 4 }, () => openDatabase(dataDir, url, { say: (line) => void said.push(line) })),
    );
    const [first] = databases as [Db];
    const applied = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(first);
    expect(applied.rows.map(({ name }) => name)).toEqual(Object.keys(migrations));
    for (const db of databases) await db.destroy();
  };
  await openAll(fresh.url);
  expect(said).toEqual([]);
  await openAll(older.databaseUrl as string);
  expect(said.length).toBeGreaterThan(0);
  await fresh.drop();
  await older.remove();
  rmSync(dataDir, { recursive: true });
});
