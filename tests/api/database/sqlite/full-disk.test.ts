import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const mayMount = spawnSync('unshare', ['-rm', 'true']).status === 0;

/** The test mounts a small disk, which requires user namespaces. */
const testWithDisk: (name: string, work: () => Promise<void>) => void = mayMount ? test : () => undefined;

testWithDisk('a shop whose disk is full is not ready, refuses writes with 503 and logs it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-disk-'));
  const program = fileURLToPath(new URL('./small-disk.ts', import.meta.url));
  const { stdout } = await promisify(execFile)('unshare', ['-rm', process.execPath, program, folder]);
  rmSync(folder, { recursive: true });
  expect(JSON.parse(stdout)).toEqual({
    ready: 503,
    written: 503,
    retryAfter: '60',
    logged: expect.stringContaining('the disk is full'),
    after: 200,
  });
});
