import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const program = fileURLToPath(new URL('./crashing-host-process.ts', import.meta.url));
let host: ChildProcess;
let output: string;
let ended: Promise<unknown[]>;

beforeEach(() => {
  output = '';
  host = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  ended = once(host, 'close');
  host.stdout?.on('data', (chunk) => {
    output += chunk;
  });
});
afterEach(() => void host.kill('SIGKILL'));

const logged = () =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test.each(['throws', 'rejects'])(
  'an uncaught error (%s) is logged with the pending requests, and ends the process',
  async (deed) => {
    await expect.poll(() => output, { timeout: 20_000 }).toMatch(/^\d+\n/);
    const origin = `http://127.0.0.1:${output.trim()}`;
    const waiting = fetch(`${origin}/api/waits?phone=9876543210`);
    const [waits] = await Promise.all([waiting, fetch(`${origin}/api/${deed}?token=secret`)]);
    expect(await waits.text()).toBe('answered after all');
    expect((await ended)[0]).toBe(1);
    expect(output).toContain('closed\n');
    expect(logged()).toEqual([
      expect.objectContaining({
        level: 'fatal',
        msg: 'unexpected crash: the process stops',
        err: expect.objectContaining({
          message: 'a test error',
          stack: expect.stringContaining('crashing-host-process.ts'),
        }),
        requests: expect.arrayContaining([
          { method: 'GET', path: '/api/waits' },
          { method: 'GET', path: `/api/${deed}` },
        ]),
      }),
    ]);
    expect(output).not.toMatch(/secret|9876543210/);
  },
);
