import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { fetchPicture, isPublicIp } from '#api/services/pictures/fetch-picture.ts';
import { createWebSource } from '#api/services/pictures/picture-source.ts';
import { createPictureFolder } from '#api/services/storage/open-store-files.ts';
import { csvFile, emptyShop, importFiles } from '#tests/support/cli/run-command.ts';

/** Starts a web server on this machine; returns its address. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((ready) => server.once('listening', ready));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

const anywhere = { isAllowed: () => true };

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  'localhost',
])('%s is not on the public internet', (address) => {
  expect(isPublicIp(address)).toBe(false);
});

test.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
  '%s is on the public internet',
  (address) => {
    expect(isPublicIp(address)).toBe(true);
  },
);

test.each([
  'http://127.0.0.1/a.jpg',
  'http://localhost/a.jpg',
  'http://2130706433/a.jpg',
  'http://0x7f.1/a.jpg',
  'http://[::1]/a.jpg',
  'http://[::ffff:127.0.0.1]/a.jpg',
  'http://169.254.169.254/latest/meta-data',
  '//localhost/a.jpg',
])('%s is refused before a request is sent', async (address) => {
  await expect(fetchPicture(address)).rejects.toThrow('not on the public internet');
});

test.each(['file:///etc/passwd', 'ftp://a.example/b.jpg', 'data:image/png;base64,AA', 'photo.jpg', ''])(
  '"%s" is not a web address',
  async (address) => {
    await expect(fetchPicture(address)).rejects.toThrow('is not a web address');
  },
);

test('a redirect target is checked like the first address', async () => {
  let inside = 0;
  const address = await serve((request, response) => {
    if (request.url === '/inside') inside++;
    response.writeHead(302, { location: 'http://127.0.0.2/inside' }).end();
  });
  const firstOnly = { isAllowed: (found: string) => found !== '127.0.0.2' };
  await expect(fetchPicture(`${address}/a.jpg`, firstOnly)).rejects.toThrow('not on the public internet');
  expect(inside).toBe(0);
});

test('at most three redirects are followed', async () => {
  const address = await serve((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end('done');
    else response.writeHead(301, { location: `/${left - 1}` }).end();
  });
  expect(Buffer.from(await fetchPicture(`${address}/3`, anywhere)).toString()).toBe('done');
  await expect(fetchPicture(`${address}/4`, anywhere)).rejects.toThrow('redirects too often');
});

test('a body over 15 MB is refused, with or without a content length', async () => {
  const address = await serve((request, response) => {
    if (request.url === '/honest') response.writeHead(200, { 'content-length': String(16 * 1024 * 1024) });
    const piece = Buffer.alloc(1024 * 1024);
    const send = () => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once('drain', send);
    };
    send();
  });
  await expect(fetchPicture(`${address}/honest`, anywhere)).rejects.toThrow('larger than 15 MB');
  await expect(fetchPicture(`${address}/endless`, anywhere)).rejects.toThrow('larger than 15 MB');
});

test('a page instead of a picture is refused by its content, not by its content type', async () => {
  const { db, dataDir } = await emptyShop();
  const address = await serve((request, response) => {
    if (request.url === '/missing.jpg') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<!doctype html><p>Please sign in');
  });
  const row = (handle: string, picture: string) => [handle, 'Cap', '10', `${address}/${picture}`];
  const file = csvFile([['Handle', 'Title', 'Variant Price', 'Image Src'], row('cap', 'page.jpg'), row('hat', 'missing.jpg')]);
  const summary = await importFiles(db, [file], { pictures: createWebSource(createPictureFolder(dataDir), anywhere) });
  expect(summary.products.added).toBe(2);
  expect(summary.pictures.refused.map(({ reason }) => reason).toSorted()).toEqual([
    'could not be fetched (status 404)',
    'is not a JPEG, PNG, WebP, AVIF or GIF picture',
  ]);
  const again = await importFiles(db, [file], { pictures: createWebSource(createPictureFolder(dataDir), anywhere) });
  expect(again.products).toMatchObject({ changed: 0, unchanged: 2 });
});

test('a request names the shop’s program and its version', async () => {
  const address = await serve(({ headers }, reply) => reply.end(headers['user-agent']));
  expect(Buffer.from(await fetchPicture(address, anywhere)).toString()).toMatch(/^haat\/\d+\.\d+\.\d+$/);
});

test.each([429, 503])('a host that answers %i is asked again after the time that it names', async (status) => {
  let times = 0;
  const address = await serve((_request, reply) => {
    if (++times < 3) reply.writeHead(status, { 'retry-after': '0' }).end();
    else reply.end('done');
  });
  expect(Buffer.from(await fetchPicture(address, anywhere)).toString()).toBe('done');
});

test('a host that stays busy, or for longer than an import waits, is given up', async () => {
  let times = 0;
  const address = await serve(({ url }, reply) => {
    times++;
    reply.writeHead(503, { 'retry-after': url === '/long' ? '3600' : '0' }).end();
  });
  await expect(fetchPicture(`${address}/long`, anywhere)).rejects.toThrow('status 503');
  expect(times).toBe(1);
  await expect(fetchPicture(`${address}/short`, anywhere)).rejects.toThrow('status 503');
  expect(times).toBe(4);
});

const packers = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

test.each(Object.keys(packers) as (keyof typeof packers)[])(
  'a body packed with %s is unpacked, within the limit',
  async (encoding) => {
    const address = await serve(({ url }, reply) => {
      const bytes = url === '/large' ? Buffer.alloc(16 * 1024 ** 2) : Buffer.from('done');
      reply.writeHead(200, { 'content-encoding': encoding }).end(url === '/damaged' ? 'damaged' : packers[encoding](bytes));
    });
    expect(Buffer.from(await fetchPicture(address, anywhere)).toString()).toBe('done');
    await expect(fetchPicture(`${address}/large`, anywhere)).rejects.toThrow('larger than 15 MB');
    await expect(fetchPicture(`${address}/damaged`, anywhere)).rejects.toThrow('could not be fetched');
  },
);

test('the next address of a host is tried when the first refuses, and only public ones are', async () => {
  const address = await serve((_request, reply) => reply.end('done'));
  const found = [
    { address: '127.0.0.2', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ];
  const findAddresses = async () => found;
  const fetched = await fetchPicture(address.replace('localhost', 'pictures.example'), { ...anywhere, findAddresses });
  expect(Buffer.from(fetched).toString()).toBe('done');
  await expect(fetchPicture('http://pictures.example/', { findAddresses })).rejects.toThrow('not on the public internet');
});
