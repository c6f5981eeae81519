import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';

/** Returns the seed of a random test: `SEED`, or another one in each run, which is printed if the test fails. Call it in the test. */
export function testSeed(): number {
  const seed = Number(process.env['SEED']) || randomInt(2 ** 31);
  onTestFailed(() => console.error(`To repeat the test: SEED=${seed}`));
  return seed;
}
