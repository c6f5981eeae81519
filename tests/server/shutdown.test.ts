import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type RequestOptions, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newHostFolder } from '#tests/server/sockets/host.ts';

const program = fileURLToPath(new URL('host-process.ts', import.meta.url));
let host: ChildProcess;
let port: number;
let output: string;
let ended: Promise<unknown[]>;
let stopped: boolean;
let folder: ReturnType<typeof newHostFolder>;

beforeEach(async () => {
  folder = newHostFolder();
  const env = { ...process.env, DATA_DIR: folder.dataDir };
  host = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'], env });
  ended = once(host, 'close');
  output = '';
  stopped = false;
  host.stdout?.on('data', (chunk) => (output += chunk));
  await expect.poll(() => output, { timeout: 10_000 }).toMatch(/^\d+\n/);
  port = Number(output.trim());
});
afterEach(async () => {
  host.kill('SIGKILL');
  await ended;
  folder.remove();
});

const message = { firstname: 'Asha', lastname: 'Rao', email: 'asha@example.com', subject: 'Size', message: 'Which one?' };

/** The outcome of a connection that came too late to be accepted. */
const TURNED_AWAY = 'turned away';

/** Resolves to the status of the response, or to the error. */
function ask(path: string, agent: Agent, body?: string): Promise<number | string> {
  const headers = { 'x-app-key': 'demo-key', 'content-type': 'application/json' };
  const options: RequestOptions = { host: '127.0.0.1', port, path, agent, headers, method: body === undefined ? 'GET' : 'POST' };
  return new Promise((resolve) => {
    const asked = request(options, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', (error) => resolve(error.message));
    });
    asked.once('error', (error: NodeJS.ErrnoException) => {
      const refused = error.code === 'ECONNREFUSED' || (stopped && !asked.reusedSocket && error.code === 'ECONNRESET');
      resolve(refused ? TURNED_AWAY : (error.code ?? error.message));
    });
    asked.end(body);
  });
}

function stop(): void {
  stopped = true;
  host.kill('SIGTERM');
}

test('a stop under load drops no accepted request, and closes the store', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const outcomes = new Map<number | string, number>();
  let asking = true;
  let next = 9_000_000_000;
  const visitor = async (): Promise<void> => {
    while (asking) {
      const outcome = await (next % 3 === 0
        ? ask('/api/contact', agent, JSON.stringify({ ...message, phone_number: String(next++) }))
        : ask(`/api/search-products?n=${next++}`, agent, '{"search":"lamp"}'));
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (outcome === TURNED_AWAY) return;
    }
  };
  const visitors = Array.from({ length: 32 }, visitor);
  await expect.poll(() => outcomes.get(200) ?? 0, { timeout: 10_000 }).toBeGreaterThan(200);
  stop();
  expect((await ended)[0]).toBe(0);
  asking = false;
  await Promise.all(visitors);
  agent.destroy();
  expect(output).toMatch(/ended\n$/);
  const { 200: done = 0, [TURNED_AWAY]: refused = 0, 429: tooMany = 0, ...others } = Object.fromEntries(outcomes);
  expect(others).toEqual({});
  expect(done + tooMany).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(0);
});

test('a request in progress is answered, and an idle connection may send one more', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await ask('/api/healthz', agent)).toBe(200);
  const slow = ask('/api/healthz?think=1500', new Agent({ keepAlive: true }));
  await sleep(200);
  stop();
  await sleep(300);
  expect(await ask('/api/healthz', agent)).toBe(200);
  expect(await ask('/api/healthz', new Agent())).toBe(TURNED_AWAY);
  expect(await slow).toBe(200);
  expect((await ended)[0]).toBe(0);
});

test('a second signal during the stop changes nothing', async () => {
  const slow = ask('/api/healthz?think=800', new Agent({ keepAlive: true }));
  await sleep(200);
  stop();
  host.kill('SIGINT');
  await sleep(100);
  stop();
  expect(await slow).toBe(200);
  expect((await ended)[0]).toBe(0);
});
