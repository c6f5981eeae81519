import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Returns the exit code of a program that starts and stops a PostgreSQL server, as tests and benchmarks do. */
function exitCode(wanted: number): number | null {
  const program = `
    const { startPostgres } = await import('#tests/support/postgres/server.ts');
    const server = await startPostgres();
    await server.stop();
    process.exitCode = ${wanted};`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program]).status;
}

test.for([0, 3])('the exit code of a test run matches its result, also with a PostgreSQL server: %i', (code) => {
  expect(exitCode(code)).toBe(code);
});
