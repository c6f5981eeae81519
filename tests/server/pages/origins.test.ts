import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { Origins } from '#server/pages/origins.ts';

const asking = (host: string | undefined): IncomingMessage =>
  ({ headers: { host }, socket: { localAddress: '127.0.0.1', localPort: 4321 } }) as unknown as IncomingMessage;

test('the public address is named whatever host a request names', () => {
  const origins = new Origins('https://shop.example/');
  expect(origins.originOf(asking('other.example'))).toBe('https://shop.example');
});

test('random host names do not become origins without bound', () => {
  const origins = new Origins();
  const named = new Set(Array.from({ length: 1000 }, (_, i) => origins.originOf(asking(`h${i}.example`))));
  expect(named.size).toBe(9);
  expect(origins.originOf(asking('one-more.example'))).toBe('http://localhost');
});

test('a host name in use keeps its place, and one that nobody used for long gives it up', () => {
  let now = 0;
  const origins = new Origins(undefined, () => now);
  for (let i = 0; i < 8; i++) origins.originOf(asking(`h${i}.example`));
  now += 9 * 60_000;
  expect(origins.originOf(asking('h0.example'))).toBe('http://h0.example');
  now += 2 * 60_000;
  expect(origins.originOf(asking('shop.example'))).toBe('http://shop.example');
  expect(origins.originOf(asking('h0.example'))).toBe('http://h0.example');
});

test('the server’s own address needs no place', () => {
  const origins = new Origins();
  for (let i = 0; i < 20; i++) origins.originOf(asking(`h${i}.example`));
  for (const own of ['127.0.0.1:4321', 'localhost:4321']) expect(origins.originOf(asking(own))).toBe(`http://${own}`);
});

test.for([undefined, '', '"><script>', 'a b', 'shop.example/path', 'user@shop.example', `${'x'.repeat(300)}.example`])(
  'a Host header of %s counts as none',
  (host) => {
    expect(new Origins().originOf(asking(host))).toBe('http://localhost');
  },
);
