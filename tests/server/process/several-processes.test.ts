import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const program = fileURLToPath(new URL('./several-processes-process.ts', import.meta.url));
let parent: ChildProcess;
let output: string;
let ended: Promise<unknown[]>;
let sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  parent.kill('SIGKILL');
});

function start(settings: Record<string, string> = {}): void {
  output = '';
  parent = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  ended = once(parent, 'close');
  parent.stdout?.on('data', (chunk) => {
    output += chunk;
  });
}

/** The processes that have been ready, in this order, and their port. */
const ready = () =>
  [...output.matchAll(/^ready (\d+) (\d+)$/gm)].map(([, pid, port]) => ({ pid: Number(pid), port: Number(port) }));
const waitForReady = (count: number) => expect.poll(ready, { timeout: 20_000 }).toHaveLength(count);

/** A connection, and what it has received. */
interface Client {
  socket: Socket;
  received: () => string;
  ended: Promise<unknown>;
  /** Asks which process answers. */
  ask: (query?: string) => Promise<number>;
}

async function dial(): Promise<Client> {
  const socket = connect(ready()[0]?.port ?? 0, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  let received = '';
  socket
    .on('error', () => undefined)
    .on('data', (chunk) => {
      received += chunk;
    });
  return {
    socket,
    received: () => received,
    ended: new Promise((resolve) => socket.once('close', resolve)),
    ask: async (query = '') => {
      received = '';
      socket.write(`GET /${query} HTTP/1.1\r\nhost: a\r\n\r\n`);
      await expect.poll(() => received, { timeout: 10_000 }).toMatch(/\r\n\r\n\d+$/);
      return Number(/\d+$/.exec(received)?.[0]);
    },
  };
}

const dialAtOnce = (count: number): Promise<Client[]> => Promise.all(Array.from({ length: count }, dial));

/** The process that answers each client. */
const askEach = (clients: readonly Client[]): Promise<number[]> => Promise.all(clients.map(({ ask }) => ask()));

test('connections that are opened at once reach both processes', async () => {
  start();
  await waitForReady(2);
  const pids = await askEach(await dialAtOnce(32));
  expect(new Set(pids)).toEqual(new Set(ready().map(({ pid }) => pid)));
});

test('each process closes its longest idle connection for one above its limit', async () => {
  start({ MAX_CONNECTIONS: '4' });
  await waitForReady(2);
  for (let i = 0; i < 12; i++) expect(ready().map(({ pid }) => pid)).toContain(await (await dial()).ask());
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(0);
});

test('a request that does not end in time is refused', async () => {
  start();
  await waitForReady(2);
  for (const { socket, ended, received } of await dialAtOnce(2)) {
    socket.write('GET / HTTP/1.1\r\n');
    await ended;
    expect(received()).toMatch(/^HTTP\/1\.1 408 /);
  }
});

test('the other process serves while one that died is started again', async () => {
  start();
  await waitForReady(2);
  const pids = ready().map(({ pid }) => pid);
  for (const number of [1, 0]) {
    const [dying, other] = [pids[number], pids[1 - number]] as [number, number];
    const starts = ready().length;
    process.kill(dying, 'SIGKILL');
    await expect.poll(() => output).toMatch(/crashed \(SIGKILL\)/);
    expect(new Set(await askEach(await dialAtOnce(8)))).toEqual(new Set([other]));
    await waitForReady(starts + 1);
    const back = ready().at(-1)?.pid as number;
    pids[number] = back;
    expect(new Set(await askEach(await dialAtOnce(32)))).toEqual(new Set([back, other]));
    for (const socket of sockets) socket.destroy();
    output = output.replace('crashed (SIGKILL)', '');
  }
});

test('a stop answers what was asked, closes idle connections and accepts no more', async () => {
  start();
  await waitForReady(2);
  const idle = await dialAtOnce(2);
  await askEach(idle);
  const slow = await dialAtOnce(4);
  const asked = Promise.all(slow.map(({ ask }) => ask('?think=800')));
  await sleep(200);
  parent.kill('SIGTERM');
  await Promise.all(idle.map((client) => client.ended));
  await expect(dial()).rejects.toThrow('ECONNREFUSED');
  expect(await asked).toHaveLength(4);
  for (const { received } of slow) expect(received()).toMatch(/^connection: close\r$/im);
  expect((await ended)[0]).toBe(0);
});

test('a port in use is reported, and no process is left', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  start({ PORT: String((other.address() as { port: number }).port) });
  expect((await ended)[0]).toBe(1);
  other.close();
  expect(output).toContain('EADDRINUSE');
});
