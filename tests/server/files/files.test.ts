import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FailedRequest } from '#server/http/failed-request.ts';
import { countOpenDescriptors } from '#tests/support/open-descriptors.ts';
import { dial, exchange, type FileHost, startFileHost } from './fixture.ts';

const LARGE = 4 * 1024 * 1024;
const failures: { error: unknown; request: FailedRequest | undefined }[] = [];
let host: FileHost;

beforeAll(async () => {
  host = await startFileHost(
    (client) => {
      writeFileSync(join(client, '_astro', 'large.abc.js'), Buffer.alloc(LARGE, 'x'));
      writeFileSync(join(client, '_astro', 'gone.abc.js'), 'x');
      writeFileSync(join(client, 'a b.txt'), 'spaced');
      writeFileSync(join(client, '.hidden'), 'hidden');
      mkdirSync(join(client, '.well-known'));
      writeFileSync(join(client, '.well-known', 'security.txt'), 'Contact: mailto:a@b.example');
    },
    { onError: (error, request) => void failures.push({ error, request }) },
  );
  writeFileSync(join(host.mediaFolder, 'large.jpg'), Buffer.alloc(LARGE, 'x'));
  writeFileSync(join(host.mediaFolder, '.photo.jpg.123'), 'half written');
  writeFileSync(join(host.mediaFolder, '..', 'secret.txt'), 'secret');
});
afterAll(() => host.close());

const status = async (path: string): Promise<number> => {
  const answer = await exchange(host.port, `GET ${path} HTTP/1.1\r\nhost: shop.example\r\nconnection: close\r\n\r\n`);
  expect(answer).not.toContain('secret');
  return Number(answer.split(' ')[1]);
};

describe('a path', () => {
  test.each([
    '/media/..',
    '/media/../secret.txt',
    '/media/%2e%2e/secret.txt',
    '/media/..%2fsecret.txt',
    '/media/%2e%2e%5csecret.txt',
  ])('%s leads to no file outside', async (path) => expect(await status(path)).toBe(404));
  test.each(['/media/', '/media//large.jpg', '/media/large.jpg/', '/media/large.jpg%00', '/media/%00'])(
    '%s is not a picture',
    async (path) => expect(await status(path)).toBe(404),
  );
  test.each(['/media/.photo.jpg.123', `/media/${'a'.repeat(5000)}.jpg`, '/_astro/missing.js', '/_astro/../../secret.txt'])(
    '%s is not found',
    async (path) => expect(await status(path)).toBe(404),
  );

  test.each(['/media/large.jpg%', '/media/%ff.jpg', '/%zz', '/shop/%', '/api/%E0%A4%A'])('%s has invalid escapes', async (path) =>
    expect(await status(path)).toBe(400),
  );

  test('may contain escapes, and hidden files except .well-known are not served', async () => {
    expect(await status('/a%20b.txt')).toBe(200);
    expect(await status('/%61%20b.txt')).toBe(200);
    expect(await status('/.well-known/security.txt')).toBe(200);
    expect(await status('/.hidden')).toBe(302);
  });
});

test('a folder or a pipe is not a file', async () => {
  mkdirSync(join(host.mediaFolder, 'folder.jpg'));
  symlinkSync('/dev/zero', join(host.mediaFolder, 'endless.jpg'));
  expect([await status('/media/folder.jpg'), await status('/media/endless.jpg')]).toEqual([404, 404]);
});

test('a deleted file of the build is not found, and the shop continues', async () => {
  expect(await status('/_astro/gone.abc.js')).toBe(200);
  rmSync(join(host.clientFolder, '_astro', 'gone.abc.js'));
  expect(await status('/_astro/gone.abc.js')).toBe(404);
  expect(await status('/_astro/large.abc.js')).toBe(200);
  expect(failures).toEqual([]);
});

const countConnections = () => promisify(host.server.getConnections).call(host.server);

const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: shop.example\r\n\r\n`;

describe.each(['/_astro/large.abc.js', '/media/large.jpg'])('downloads of %s', (path) => {
  test('that are aborted leave no descriptor open, also when pipelined', async () => {
    const file = join(path.startsWith('/media') ? join(host.mediaFolder, '..') : host.clientFolder, path);
    const sockets = await Promise.all(Array.from({ length: 40 }, () => dial(host.port)));
    for (const socket of sockets) socket.pause().write(request(path).repeat(40));
    // Each connection sends the file of its first request.
    await expect.poll(() => countOpenDescriptors(file)).toBe(40);
    for (const socket of sockets) socket.resetAndDestroy();
    await expect.poll(() => countOpenDescriptors(file)).toBe(0);
    await expect.poll(countConnections).toBe(0);
    expect(await status(path)).toBe(200);
  });

  test('that are pipelined arrive complete and in order', async () => {
    const last = `GET /media/none.jpg HTTP/1.1\r\nhost: shop.example\r\nconnection: close\r\n\r\n`;
    const answer = await exchange(host.port, request(path).repeat(3) + last);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 404']);
    expect(answer.match(/x{1000}/g)).toHaveLength(3 * Math.floor(LARGE / 1000));
  });
});

test('a file truncated during a download ends its connection, and is logged', async () => {
  const file = join(host.mediaFolder, 'shrinking.jpg');
  writeFileSync(file, Buffer.alloc(32 * LARGE));
  const response = await new Promise<IncomingMessage>((resolve) => httpGet(`${host.origin}/media/shrinking.jpg`, resolve));
  truncateSync(file, 0);
  const broken = new Promise((resolve) => response.once('error', resolve));
  response.resume();
  expect(await broken).toMatchObject({ code: 'ECONNRESET' });
  await expect.poll(() => failures).toHaveLength(1);
  expect(failures.pop()).toMatchObject({
    error: { message: 'a file became shorter while it was sent' },
    request: { method: 'GET', path: '/media/shrinking.jpg' },
  });
});
