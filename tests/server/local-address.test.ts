import { expect, test } from 'vitest';
import { localAddress } from '#server/process/local-address.ts';

test.each([
  ['localhost', 'http://localhost:4321'],
  ['127.0.0.1', 'http://127.0.0.1:4321'],
  ['0.0.0.0', 'http://localhost:4321'],
  ['::', 'http://localhost:4321'],
  ['0:0:0:0:0:0:0:0', 'http://localhost:4321'],
  ['::1', 'http://[::1]:4321'],
  ['2001:db8::7', 'http://[2001:db8::7]:4321'],
  ['::ffff:10.0.0.5', 'http://[::ffff:10.0.0.5]:4321'],
])('a server on %s is at %s', (host, url) => {
  expect(localAddress(host, 4321)).toBe(url);
  expect(URL.canParse(url)).toBe(true);
});
