import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dial } from '#tests/server/files/fixture.ts';
import { startVictim, type Victim } from './host.ts';

let victim: Victim;
beforeEach(async () => {
  victim = await startVictim(200);
});
afterEach(() => victim.stop());

async function tell(wish: string): Promise<void> {
  const done = once(victim.process, 'message');
  victim.process.send(wish);
  await done;
}

/** Sends a request on an open connection; resolves to the head of the response. */
async function ask(socket: Socket, path: string): Promise<string> {
  let got = '';
  const read = (chunk: Buffer): void => {
    got += chunk.toString('latin1');
  };
  socket.on('data', read);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: shop.example\r\n\r\n`);
  await expect.poll(() => got).toContain('\r\n\r\n');
  socket.off('data', read);
  return got.slice(0, got.indexOf('\r\n\r\n')).toLowerCase();
}

test('without free file descriptors, files answer 503 for a moment, and the shop recovers', async () => {
  const socket = await dial(victim.port);
  expect(await ask(socket, '/media/drawing.svg')).toContain('200 ok');
  await tell('exhaust');
  for (const path of ['/media/drawing.svg', '/_astro/cart.js', '/_astro/large.js']) {
    expect(await ask(socket, path)).toMatch(/^http\/1\.1 503 .*retry-after: 1/s);
  }
  await tell('release');
  expect(await ask(socket, '/media/drawing.svg')).toContain('200 ok');
  socket.destroy();
});

test('connections beyond the descriptor limit are closed, the longest idle first, and a new one is served', async () => {
  const crowd = await Promise.all(Array.from({ length: 150 }, () => dial(victim.port)));
  for (const one of crowd) one.resume().write('GET /media/photo.jpg HTTP/1.1\r\n');
  const socket = await dial(victim.port);
  expect(await ask(socket, '/_astro/large.js')).toContain('200 ok');
  const cut = () => crowd.filter((one) => one.closed).length;
  await expect.poll(cut).toBeGreaterThanOrEqual(100);
  expect(cut()).toBeLessThan(150);
  for (const one of [socket, ...crowd]) one.destroy();
  expect(victim.output()).toBe('');
});
