import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a run of tests that failed says so in its exit code, with a PostgreSQL server too', () => {
  const program = "await import('#tests/api/postgres-server.ts'); process.exitCode = 3;";
  expect(spawnSync(process.execPath, ['--input-type=module', '--eval', program]).status).toBe(3);
});
