import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('there are no unused files, exports and dependencies', { timeout: 300_000 }, () => {
  const { stdout, stderr, status } = spawnSync('npx', ['knip', '--no-progress'], { encoding: 'utf8' });
  expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: '' });
});
