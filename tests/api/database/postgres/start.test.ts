import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createDatabase } from '#tests/support/postgres/database.ts';
import { postgresUrl } from '#tests/support/store/test-store.ts';

const program = fileURLToPath(new URL('../../../../src/server/main.ts', import.meta.url));

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
