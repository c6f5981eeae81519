import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const program = fileURLToPath(new URL('./supervisor-process.ts', import.meta.url));
let folder: string;
let parent: ChildProcess;
let output: string;
let ended: Promise<unknown[]>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'haat-supervise-'));
  output = '';
});
afterEach(() => {
  parent.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function supervised(plan: string, options: object = {}): void {
  const env = { ...process.env, PLAN: plan, RUNS: join(folder, 'runs') };
  parent = spawn(process.execPath, [program, JSON.stringify({ backoff: [1], ...options })], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  ended = once(parent, 'close');
  parent.stdout?.on('data', (chunk) => {
    output += chunk;
  });
}

const exitCode = async () => (await ended)[0];
const deeds = (): string[] => [...output.matchAll(/^(\w+) \d+$/gm)].map(([, deed]) => deed as string);
const pidOf = (deed: string): number => Number(new RegExp(`^${deed} (\\d+)$`, 'm').exec(output)?.[1]);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a program that refuses to start is not restarted, and its exit code is kept', async () => {
  supervised('refuse');
  expect(await exitCode()).toBe(3);
  expect(deeds()).toEqual(['refuse']);
});

test('a crashed program is restarted with growing delays', async () => {
  supervised('crash die crash serve', { backoff: [1, 20, 300] });
  await expect.poll(deeds, { timeout: 20_000 }).toEqual(['crash', 'die', 'crash', 'serve']);
  expect(output.match(/The shop crashed .*/g)).toEqual([
    'The shop crashed (exit code 1). Restarting it in 0.001 s.',
    'The shop crashed (SIGKILL). Restarting it in 0.02 s.',
    'The shop crashed (exit code 1). Restarting it in 0.3 s.',
  ]);
  expect(isAlive(pidOf('serve'))).toBe(true);
  parent.kill('SIGTERM');
  expect(await exitCode()).toBe(0);
  expect(isAlive(pidOf('serve'))).toBe(false);
});

test('a program that was running is restarted even when one start in between is refused', async () => {
  supervised('crash refuse serve');
  await expect.poll(deeds, { timeout: 20_000 }).toEqual(['crash', 'refuse', 'serve']);
});

test('a program that crashes repeatedly is given up with a message', async () => {
  supervised('crash', { giveUpAfter: 3 });
  expect(await exitCode()).toBe(1);
  expect(deeds()).toEqual(['crash', 'crash', 'crash']);
  expect(output).toContain(
    'The shop crashed 3 times in a row shortly after its start (exit code 1). It will not be restarted; see the log for the reason.',
  );
});

test('a program that runs for a while before each crash is restarted without limit', async () => {
  supervised('crash crash crash serve', { giveUpAfter: 2, settledMs: 0 });
  await expect.poll(deeds, { timeout: 20_000 }).toEqual(['crash', 'crash', 'crash', 'serve']);
});

test('a stop during the delay before a restart ends at once', async () => {
  supervised('crash serve', { backoff: [600_000] });
  await expect.poll(() => output, { timeout: 20_000 }).toContain('Restarting it in 600 s');
  parent.kill('SIGINT');
  expect(await exitCode()).toBe(0);
  expect(deeds()).toEqual(['crash']);
});

test('the program does not outlive a killed supervisor', async () => {
  supervised('serve');
  await expect.poll(deeds, { timeout: 20_000 }).toEqual(['serve']);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(pidOf('serve')), { timeout: 20_000 }).toBe(false);
});
