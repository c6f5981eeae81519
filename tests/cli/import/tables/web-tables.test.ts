import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type DownloadTableOptions, downloadTable } from '#api/services/import/tables/download-table.ts';
import { toFileAddress } from '#api/services/import/tables/google-sheets.ts';
import { readTable } from '#api/services/import/tables/read-table.ts';
import { emptyShop, store, temporaryFolder } from '#tests/support/cli/run-command.ts';
import { xlsxBytes } from '#tests/support/tables/workbooks.ts';

/** Starts a server on this machine that stands for every host; returns its port. */
async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((ready) => server.once('listening', ready));
  return (server.address() as AddressInfo).port;
}

/** Lets the guard of addresses reach this machine, whatever the host is called. */
const here: DownloadTableOptions = {
  isAllowed: () => true,
  findAddresses: async () => [{ address: '127.0.0.1', family: 4 }],
};

const fetchText = async (address: string, options: DownloadTableOptions = here): Promise<string> =>
  readFileSync(await downloadTable(address, temporaryFolder(), options), 'utf8');

const sheet = 'https://docs.google.com/spreadsheets/d';

describe('the address of a Google Sheet becomes that of its file', () => {
  test.each([
    [`${sheet}/1AbC-d_9/edit#gid=0`, `${sheet}/1AbC-d_9/export?format=csv&gid=0`],
    [`${sheet}/1AbC-d_9/edit?gid=77&usp=sharing#gid=77`, `${sheet}/1AbC-d_9/export?format=csv&gid=77`],
    [`${sheet}/1AbC-d_9/edit?usp=sharing`, `${sheet}/1AbC-d_9/export?format=csv`],
    [`${sheet}/1AbC-d_9`, `${sheet}/1AbC-d_9/export?format=csv`],
    [`${sheet}/1AbC-d_9/htmlview?resourcekey=0-x`, `${sheet}/1AbC-d_9/export?format=csv&resourcekey=0-x`],
    [`${sheet}/1AbC-d_9/export?format=xlsx`, `${sheet}/1AbC-d_9/export?format=xlsx`],
    ['https://docs.google.com/spreadsheets/u/1/d/1AbC/edit#gid=5', `${sheet}/1AbC/export?format=csv&gid=5`],
    [`${sheet}/e/2PACX-1v/pubhtml`, `${sheet}/e/2PACX-1v/pub?output=csv`],
    [`${sheet}/e/2PACX-1v/pubhtml?gid=9&single=true`, `${sheet}/e/2PACX-1v/pub?output=csv&gid=9&single=true`],
    [`${sheet}/e/2PACX-1v/pub?output=csv`, `${sheet}/e/2PACX-1v/pub?output=csv`],
    [`${sheet}/e/2PACX-1v/pub?output=xlsx`, `${sheet}/e/2PACX-1v/pub?output=xlsx`],
    ['https://shop.example/a.csv?x=1#gid=2', 'https://shop.example/a.csv?x=1#gid=2'],
    ['https://docs.google.com.evil.example/spreadsheets/d/1/edit', 'https://docs.google.com.evil.example/spreadsheets/d/1/edit'],
  ])('%s', (address, file) => {
    expect(toFileAddress(new URL(address)).href).toBe(file);
  });
});

test('a published sheet is downloaded through its redirects, and its last line ended, because it is whole', async () => {
  const port = await serve(({ url, headers }, reply) => {
    if (headers.host?.startsWith('docs.google.com') && url === '/spreadsheets/d/1AbC/export?format=csv&gid=0')
      reply.writeHead(307, { location: `http://doc-0-sheets.googleusercontent.example:${port}/x` }).end();
    else reply.writeHead(200, { 'content-type': 'text/csv' }).end('Handle,Title\r\njar,दो');
  });
  expect(await fetchText(`http://docs.google.com:${port}/spreadsheets/d/1AbC/edit#gid=0`)).toBe('Handle,Title\r\njar,दो\n');
});

test('a workbook at any address is downloaded and read', async () => {
  const port = await serve((_, reply) =>
    reply.writeHead(200, { 'content-type': 'application/octet-stream' }).end(xlsxBytes([['A', 5]])),
  );
  const path = await downloadTable(`http://files.example:${port}/my%20list.xlsx?dl=1`, temporaryFolder(), here);
  expect(await Array.fromAsync(readTable(path))).toEqual([{ line: 1, cells: ['A', '5'] }]);
});

describe('what is no table is one sentence that says what to do', () => {
  const publish = /in Google Sheets choose File, Share, Publish to the web, then "Comma-separated values \(\.csv\)"/;
  const replies: [string, RequestListener, RegExp][] = [
    ['a sign-in page', (_, reply) => reply.writeHead(302, { location: '/signin' }).end(), /sign-in only/],
    ['a refusal', (_, reply) => reply.writeHead(403).end(), /sign-in only/],
    ['a missing sheet', (_, reply) => reply.writeHead(404).end(), /^does not exist: copy the address/],
    [
      'a busy host',
      (_, reply) => reply.writeHead(429, { 'retry-after': '3600' }).end(),
      /^was asked for too often for now: try again in a few minutes/,
    ],
    ['an error of the host', (_, reply) => reply.writeHead(500).end(), /^could not be read \(status 500\)/],
    [
      'a web page',
      (_, reply) => reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html>'),
      /^is a web page, not a table: in Google Sheets/,
    ],
    [
      'endless redirects',
      ({ url }, reply) => reply.writeHead(302, { location: `${url}x` }).end(),
      /^redirects too often: download it/,
    ],
    ['a connection that ends', (_, reply) => void reply.socket?.destroy(), /^could not be read \(ECONNRESET\)/],
  ];

  test.each(replies)('%s', async (name, answer, reason) => {
    const port = await serve((request, reply) => {
      if (request.headers.host?.startsWith('accounts.')) reply.writeHead(200, { 'content-type': 'text/html' }).end('Sign in');
      else if (name === 'a sign-in page')
        reply.writeHead(302, { location: `http://accounts.google.com:${port}/ServiceLogin?continue=x` }).end();
      else answer(request, reply);
    });
    const failing = fetchText(`http://docs.google.com:${port}/spreadsheets/d/1AbC/edit#gid=0`);
    await expect(failing).rejects.toThrow(reason);
    if (/sign-in|web page|missing/.test(name)) await expect(failing).rejects.toThrow(publish);
    const { message } = (await failing.catch((error: Error) => error)) as Error;
    expect(message).not.toMatch(/\n|\. \p{Lu}/u);
  });

  test('a host that takes too long', async () => {
    const port = await serve((_, reply) => void reply.writeHead(200, { 'content-type': 'text/csv' }).write('Handle'));
    await expect(fetchText(`http://slow.example:${port}/a.csv`, { ...here, timeout: 300 })).rejects.toThrow(
      'took longer than 0.3 seconds',
    );
  });

  test('a file without an end', async () => {
    const piece = Buffer.alloc(4 * 1024 ** 2, 'a,b\n');
    const port = await serve((_, reply) => {
      const send = () => {
        while (!reply.destroyed && reply.write(piece));
        if (!reply.destroyed) reply.once('drain', send);
      };
      send();
    });
    await expect(fetchText(`http://files.example:${port}/a.csv`)).rejects.toThrow('is larger than 200 MB');
  }, 60_000);

  test('a private address, first or after a redirect', async () => {
    await expect(fetchText('https://127.0.0.1/a.csv', {})).rejects.toThrow('is at an address that is not on the public internet');
    const port = await serve((_, reply) => reply.writeHead(302, { location: 'http://169.254.169.254/latest' }).end());
    const firstOnly = { ...here, isAllowed: (address: string) => address === '127.0.0.1' };
    await expect(fetchText(`http://files.example:${port}/a.csv`, firstOnly)).rejects.toThrow('not on the public internet');
  });
});

test('the command takes addresses with https only, and none of this machine', async () => {
  const { dataDir } = await emptyShop();
  const plain = await store(dataDir, 'import', 'http://shop.example/products.csv');
  expect(plain).toMatchObject({ code: 1, err: expect.stringContaining('use its address with https://') });
  const local = await store(dataDir, 'import', 'https://localhost/products.csv');
  expect(local).toMatchObject({
    code: 1,
    err: expect.stringContaining('https://localhost/products.csv is at an address that is not on the public internet'),
  });
});
