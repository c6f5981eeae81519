import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readIpAddress } from '#api/handlers/http/read-ip-address.ts';
import { setClientAddressHeader } from '#server/http/client-ip-address.ts';

let server: Server;
let trustProxy = false;

/** Starts a server that answers with the client address the store would read. */
beforeAll(async () => {
  server = createServer((request, response) => {
    setClientAddressHeader(request, trustProxy);
    const written: string[] = [];
    for (let i = 0; i < request.rawHeaders.length; i += 2) {
      if (request.rawHeaders[i]?.toLowerCase() === 'x-client-address') written.push(request.rawHeaders[i + 1] ?? '');
    }
    response.end(JSON.stringify(written));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const ask = (headers: Record<string, string | string[]>): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    request({ port, host: '127.0.0.1', headers }, async (response) => {
      const parts = await response.toArray();
      resolve(JSON.parse(Buffer.concat(parts as Buffer[]).toString()));
    })
      .on('error', reject)
      .end();
  });

describe('without a trusted proxy', () => {
  test('forwarded addresses are ignored', async () => {
    trustProxy = false;
    expect(await ask({ 'x-client-address': ['198.51.100.1', '198.51.100.2'], 'X-Client-Address': '198.51.100.3' })).toEqual([]);
    expect(await ask({ 'x-forwarded-for': '198.51.100.1' })).toEqual([]);
  });

  test('requests from the local machine have no client address', async () => {
    expect(await ask({})).toEqual([]);
  });
});

describe('with a trusted proxy', () => {
  test('the address seen by the proxy is used, not the one sent by the visitor', async () => {
    trustProxy = true;
    const headers = { 'x-forwarded-for': '10.0.0.1, 198.51.100.7', 'x-client-address': '192.0.2.1' };
    expect(await ask(headers)).toEqual(['198.51.100.7']);
    expect(await ask({ 'x-forwarded-for': '::ffff:198.51.100.7' })).toEqual(['198.51.100.7']);
  });

  test('an invalid address is ignored', async () => {
    for (const text of ['unknown', '', '<script>', '127.0.0.1']) expect(await ask({ 'x-forwarded-for': text })).toEqual([]);
  });
});

const read = (address: string) => readIpAddress(new Headers({ 'x-client-address': address }));

test('an IPv6 address is reduced to its first half', () => {
  expect(read('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(read('2001:db8:1:2::9')).toBe(read('2001:db8:1:2:a:b:c:d'));
  expect(read('2001:db8::1')).toBe('2001:db8:0:0');
  expect(read('203.0.113.7')).toBe('203.0.113.7');
});

test('an IPv6 address is normalised', () => {
  expect(read('2001:0DB8:0001:0002::9')).toBe('2001:db8:1:2');
  expect(read('2001:db8::2:3:4:5:6')).toBe('2001:db8:0:2');
  expect(read('2001:db8:1:2::')).toBe('2001:db8:1:2');
});

test('visitors with an unknown address share one name', () => {
  expect(readIpAddress(new Headers())).toBe('unknown');
  expect(read('')).toBe('unknown');
});
