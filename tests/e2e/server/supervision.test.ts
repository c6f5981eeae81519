import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { newDataDir, type RunningShop, startShop } from '#tests/support/browser/shop-server.ts';

const program = 'src/server/start.mjs';
let shop: RunningShop;
afterEach(() => shop.stop());

/** Returns a free port below the ephemeral range, so that no other test's server takes it during a restart. */
async function freePort(): Promise<string> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    await new Promise((resolve) => probe.close(resolve));
    if (isFree) return String(port);
  }
}

const open = async (environment: Record<string, string> = {}) => {
  shop = await startShop(newDataDir(inject('demoTemplate')), { PORT: await freePort(), ...environment }, program);
};

/** Returns the children of a process that run the server (Linux only); others make pictures. */
function serversOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return children.map(Number).filter((child) => commandOf(child).includes('src/server/launch-build-or-sources.mjs'));
}

/** Returns the command line of a process; '' when it has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

const status = (): Promise<number> =>
  fetch(`${shop.url}/api/readyz`).then(
    (response) => response.status,
    () => 0,
  );

/** Returns whether the shop's port accepts connections. */
const listens = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

describe.runIf(process.platform === 'linux')('npm start', () => {
  test('restarts the shop after its process was killed', async () => {
    await open();
    const [server] = serversOf(shop.pid);
    if (!server) throw new Error('The supervisor has no child process');
    process.kill(server, 'SIGKILL');
    await expect.poll(() => serversOf(shop.pid), { timeout: 20_000 }).not.toContain(server);
    await expect.poll(status, { timeout: 20_000 }).toBe(200);
    expect(await shop.terminate()).toBe(0);
    expect(await listens()).toBe(false);
  });

  test('leaves no server running when it is killed itself', async () => {
    await open();
    process.kill(shop.pid, 'SIGKILL');
    await expect.poll(listens, { timeout: 20_000 }).toBe(false);
  });

  test('is a single process under another supervisor', async () => {
    await open({ SUPERVISE: '0' });
    expect(serversOf(shop.pid)).toEqual([]);
    expect(await shop.terminate()).toBe(0);
  });

  test('refuses invalid values of SUPERVISE', async () => {
    await open({ SUPERVISE: '0' });
    const { dataDir } = shop;
    await expect(startShop(dataDir, { SUPERVISE: 'yes' }, program)).rejects.toThrow('SUPERVISE must be 1, or 0 if');
    const refused = startShop(dataDir, { TRUST_PROXY: 'yes' }, program);
    await expect(refused).rejects.toThrow('The shop stopped with 1:\nTRUST_PROXY must be 1');
  });
});
