import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** How a program ends that has a PostgreSQL server started and stopped, as tests and benchmarks do. */
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
