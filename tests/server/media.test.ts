import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHost } from '#server/host.ts';

const folder = mkdtempSync(join(tmpdir(), 'haat-media-'));
const mediaFolder = join(folder, 'media');
const failures: unknown[] = [];
let server: Server;
let origin = '';

/** Writes a drawing with this name and shape: red, with a transparent corner. */
const draw = (name: string, size: string, root = ''): void =>
  writeFileSync(
    join(mediaFolder, name),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}" ${root}><rect x="30%" y="30%" width="70%" height="70%" fill="#f00"/></svg>`,
  );

const hashOf = (digit: string): string => digit.repeat(24);

beforeAll(async () => {
  mkdirSync(mediaFolder, { recursive: true });
  const refuse = () => Promise.resolve(new Response('a page', { status: 404 }));
  const failed = (error: unknown) => failures.push(error);
  server = createHost({
    clientFolder: mkdtempSync(join(folder, 'client-')),
    mediaFolder,
    revision: () => 1,
    handleRequest: refuse,
    onError: failed,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  failures.length = 0;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Requests a path without normalisation; resolves to the status. */
const statusOf = (path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(origin, { path }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });

describe('the JPEG of a drawing', () => {
  test.for([
    ['a', '900 1200', '', 1200, 1600],
    ['b', '1600 700', '', 1200, 525],
    ['c', '30 30', 'width="100%" height="40"', 1200, 1200],
  ] as const)('%s of %s is rendered on request', async ([digit, size, root, width, height]) => {
    draw(`${hashOf(digit)}.svg`, size, root);
    const response = await fetch(`${origin}/media/${hashOf(digit)}.svg.jpg`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(response.headers.get('cache-control')).toContain('immutable');
    const bytes = Buffer.from(await response.arrayBuffer());
    const picture = await sharp(bytes).metadata();
    expect([picture.format, picture.width, picture.height]).toEqual(['jpeg', width, height]);
    const pixels = await sharp(bytes).raw().toBuffer();
    expect([...pixels.subarray(0, 3)]).toEqual([255, 255, 255]);
    expect(pixels.at(-3)).toBeGreaterThan(240);
    expect(pixels.at(-2)).toBeLessThan(20);
  });

  test('is rendered once and cached, however many requests are concurrent', async () => {
    const name = `${hashOf('d')}.svg`;
    draw(name, '300 400');
    const all = await Promise.all(Array.from({ length: 12 }, () => fetch(`${origin}/media/${name}.jpg?v=1`)));
    expect(all.map((response) => response.status)).toEqual(Array(12).fill(200));
    expect(
      readdirSync(mediaFolder)
        .filter((file) => file.includes(name))
        .sort(),
    ).toEqual([name, `${name}.jpg`]);
    writeFileSync(join(mediaFolder, `${name}.jpg`), 'as it was kept');
    expect(await (await fetch(`${origin}/media/${name}.jpg`)).text()).toBe('as it was kept');
  });

  test('that cannot be rendered is not found, and is logged', async () => {
    const name = `${hashOf('e')}.svg`;
    writeFileSync(join(mediaFolder, name), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect');
    expect((await fetch(`${origin}/media/${name}.jpg`)).status).toBe(404);
    expect(failures).toHaveLength(1);
    expect(readdirSync(mediaFolder)).not.toContain(`${name}.jpg`);
  });
});

test('only drawings in the media folder are rendered', async () => {
  const name = `${hashOf('f')}.svg`;
  writeFileSync(join(folder, name), readFileSync(join(mediaFolder, `${hashOf('a')}.svg`)));
  mkdirSync(join(mediaFolder, 'deep'));
  for (const place of ['deep/drawing.svg', `deep/${name}`, 'drawing.svg', `${hashOf('2')}.svg`, `${hashOf('F')}.svg`])
    draw(place, '9 9');
  const before = readdirSync(folder, { recursive: true }).length;
  const paths = [
    `/media/${name}.jpg`,
    `/media/../${name}.jpg`,
    `/media/..%2f${name}.jpg`,
    `/media/%2e%2e/${name}.jpg`,
    `/media/deep/${name}.jpg`,
    '/media/deep/drawing.svg.jpg',
    '/media/drawing.svg.jpg',
    `/media/${hashOf('F')}.svg.jpg`,
    `/media/${hashOf('2')}.svg.png`,
    `/media/${hashOf('2')}.svg.jpg.jpg`,
    `/media/${hashOf('2')}.svg.jpg/`,
    `/media/${hashOf('2')}.svg%00.jpg`,
    `/media//${hashOf('2')}.svg.jpg?url=https://example.com/a.svg`,
    `/media/https://example.com/${hashOf('2')}.svg.jpg`,
    `/media/${hashOf('0')}.svg.jpg`,
    `/media/?file=${hashOf('2')}.svg.jpg`,
  ];
  for (const path of paths) expect([path, await statusOf(path)]).toEqual([path, 404]);
  expect(readdirSync(folder, { recursive: true })).toHaveLength(before);
  expect(failures).toEqual([]);
});

test('a rendered drawing cannot include files outside it', async () => {
  const secret = join(folder, 'secret.png');
  await sharp({ create: { width: 60, height: 60, channels: 3, background: '#00f' } }).toFile(secret);
  symlinkSync(secret, join(mediaFolder, 'linked.png'));
  const name = `${hashOf('1')}.svg`;
  const images = [`file://${secret}`, secret, 'linked.png', '../secret.png', `${origin}/media/linked.png`];
  const uses = images.map((href, i) => `<image href="${href}" xlink:href="${href}" x="${i * 20}" width="20" height="100"/>`);
  writeFileSync(
    join(mediaFolder, name),
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100">${uses.join('')}</svg>`,
  );
  const response = await fetch(`${origin}/media/${name}.jpg`);
  expect(response.status).toBe(200);
  const { channels } = await sharp(Buffer.from(await response.arrayBuffer())).stats();
  expect(channels.map(({ min }) => min)).toEqual([255, 255, 255]);
});
