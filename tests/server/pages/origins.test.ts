import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { Origins } from '#server/pages/origins.ts';

const asking = (host: string | undefined): IncomingMessage =>
  ({ headers: { host }, socket: { localAddress: '127.0.0.1', localPort: 4321 } }) as unknown as IncomingMessage;

test('the public address is used whatever the Host header', () => {
  const origins = new Origins('https://shop.example/');
  expect(origins.originOf(asking('other.example'))).toBe('https://shop.example');
});

test('random host names do not grow the list of origins without limit', () => {
  const origins = new Origins();
  const named = new Set(Array.from({ length: 1000 }, (_, i) => origins.originOf(asking(`h${i}.example`))));
  expect(named.size).toBe(9);
  expect(origins.originOf(asking('one-more.example'))).toBe('http://localhost');
});

test('a host name in use stays in the list, and one unused for long is evicted', () => {
  let now = 0;
  const origins = new Origins(undefined, () => now);
  for (let i = 0; i < 8; i++) origins.originOf(asking(`h${i}.example`));
  now += 9 * 60_000;
  expect(origins.originOf(asking('h0.example'))).toBe('http://h0.example');
  now += 2 * 60_000;
  expect(origins.originOf(asking('shop.example'))).toBe('http://shop.example');
  expect(origins.originOf(asking('h0.example'))).toBe('http://h0.example');
});

test('the server’s own address takes no entry', () => {
  const origins = new Origins();
  for (let i = 0; i < 20; i++) origins.originOf(asking(`h${i}.example`));
  for (const own of ['127.0.0.1:4321', 'localhost:4321']) expect(origins.originOf(asking(own))).toBe(`http://${own}`);
});

test.for([undefined, '', '"><script>', 'a b', 'shop.example/path', 'user@shop.example', `${'x'.repeat(300)}.example`])(
  'a Host header of %s is ignored',
  (host) => {
    expect(new Origins().originOf(asking(host))).toBe('http://localhost');
  },
);
