import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));

test.each([
  [{ DATABASE_URL: 'nonsense' }, 'DATABASE_URL must be an address such as postgres://user:password@host/shop\n'],
  [{ PORT: 'abc' }, 'PORT must be the number of a free port, at most 65535, not "abc"\n'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be 1 behind a web server that sets X-Forwarded-For, else 0, not "yes"\n'],
])('a server with %j does not start and says why in one sentence', (settings, stderr) => {
  const env = { ...process.env, NODE_NO_WARNINGS: '1', ...settings };
  expect(spawnSync(process.execPath, [program], { env, encoding: 'utf8' })).toMatchObject({ status: 1, stdout: '', stderr });
});
