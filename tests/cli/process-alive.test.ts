import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isProcessAlive, readProcessStart } from '#api/database/files/process-alive.ts';

test('this process is alive, and one that has ended is not', async () => {
  const child = spawn('true');
  await once(child, 'exit');
  expect([isProcessAlive(process.pid), isProcessAlive(child.pid as number)]).toEqual([true, false]);
});

test.runIf(process.platform === 'linux')('a process that has ended counts as ended before its parent asks', async () => {
  // The shell becomes `sleep`, which never waits for the child that the shell started.
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [pid] = await once(parent.stdout, 'data');
  await expect.poll(() => isProcessAlive(Number(String(pid)))).toBe(false);
  expect(isProcessAlive(parent.pid as number)).toBe(true);
  parent.kill('SIGKILL');
});

test.runIf(process.platform === 'linux')('the start of a process is known', () => {
  const startedAt = readProcessStart(process.pid) as number;
  expect(Math.abs(startedAt - (Date.now() - process.uptime() * 1000))).toBeLessThan(5000);
  expect(readProcessStart(2 ** 30)).toBeUndefined();
});
