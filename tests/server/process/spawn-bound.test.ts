import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('./bound-parent-process.ts', import.meta.url));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.each(['SIGKILL', 'SIGTERM'] as const)('a server that a test has started ends when its parent ends by %s', async (signal) => {
  const parent = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = await once(parent.stdout, 'data');
  const pid = Number(String(printed));
  expect(isAlive(pid)).toBe(true);
  parent.kill(signal);
  await expect.poll(() => isAlive(pid)).toBe(false);
});
