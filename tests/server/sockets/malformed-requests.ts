import type { Random } from './seeded-random.ts';

/** Paths of the shop to request. */
export interface Targets {
  /** Files, some large enough for a download to be interrupted. */
  files: readonly string[];
  pages: readonly string[];
}

const methods = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'];
const badMethods = ['get', 'G E T', '', 'CONNECT', 'BREW', 'PRI', 'GET\0', 'M-SEARCH', 'X'.repeat(5000)];
const versions = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'HTTP/1.', 'ICY', ''];
const calls = ['/api/healthz', '/api/readyz', '/api/search-products', '/api/contact', '/api/get-products', '/api/none', '/api/'];
const paths = [
  '/media/..%2f..%2fetc%2fpasswd',
  '/media/%00',
  '/media/%',
  '/media/%ff%fe',
  '/media/../../secret',
  '/_astro/../../../etc/passwd',
  '/_astro/none.js',
  '//',
  '/\\..\\..',
  '/%',
  '/%E0%A4%A',
  '/?a=%',
  '*',
  'http://other.example/',
  'http://[::1',
  'https://a:99999/x',
  'a:b@c',
  '?x',
  '/media/0123456789abcdef01234567.svg.jpg',
  '/metrics',
];
const ranges = [
  'bytes=5-2',
  'bytes=0-0',
  'bytes=-1',
  'bytes=-0',
  'bytes=99999999999999999999-',
  'bytes=0-99999999999999999999',
  'bytes=0-1,5-9',
  `bytes=${'0-0,'.repeat(500)}1-1`,
  'bytes=-',
  'bytes=a-b',
  'items=0-9',
  'bytes 0-9',
  'bytes=1-',
  'bytes=-999999999',
];
const lengths = ['0', '1', '-1', '99999999999', '0x10', '5, 5', '5,6', 'x', '262145', '+3', '1e3'];
const encodings = ['br', 'gzip', 'identity', 'br;q=0, gzip;q=0.0', '*;q=0', 'x'.repeat(3000), ';;;,,,', 'br;q=banana'];

/** A header line, valid or malformed. */
function header(random: Random): string {
  return random.pick<() => string>([
    () => `range: ${random.pick(ranges)}`,
    () => `if-range: ${random.pick(['"x"', 'W/"x"', 'Thu, 01 Jan 2015 00:00:00 GMT', '*'])}`,
    () => `if-none-match: ${random.pick(['*', '"', '"a","b"', 'W/', ','.repeat(2000)])}`,
    () => `if-modified-since: ${random.pick(['Thu, 01 Jan 2099 00:00:00 GMT', 'now', '-1', '9'.repeat(99)])}`,
    () => `accept-encoding: ${random.pick(encodings)}`,
    () => `content-length: ${random.pick(lengths)}`,
    () =>
      `transfer-encoding: ${random.pick(['chunked', 'gzip, chunked', 'chunked, chunked', 'identity', 'xchunked', 'chunked '])}`,
    () => `host: ${random.pick(['a', 'a:99999', '"><script>', '[::1', '1.2.3.4.5', 'b'.repeat(300), ''])}`,
    () => `connection: ${random.pick(['close', 'keep-alive', 'upgrade', 'close, keep-alive', 'x'])}`,
    () => 'upgrade: websocket',
    () => `expect: ${random.pick(['100-continue', '200-ok'])}`,
    () =>
      `content-type: ${random.pick(['application/json', 'multipart/form-data; boundary=x', 'multipart/form-data', 'text/\0'])}`,
    () => `x-forwarded-for: ${random.pick(['1.2.3.4', '::', 'x', '1.2.3.4, '.repeat(500)])}`,
    () => `authorization: Bearer ${random.pick(['x', 'x'.repeat(8000), ''])}`,
    () => `cookie: ${'a=b; '.repeat(random.below(400))}`,
    () => `${'h'.repeat(random.below(300))}: v`,
    () => random.pick([' folded: x', 'no colon', ': empty', 'bad\0name: x', 'bad name: x', 'x: \x01\x7f', 'x:\ty', '\tx: y']),
    () => `x: ${'y'.repeat(random.below(2) * 20_000)}`,
  ])();
}

const bodies = [
  '',
  '{}',
  '{"search":"lamp"}',
  '{"search":',
  '5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n',
  '0\r\n\r\n',
  'zz\r\nx\r\n',
  'ffffffffffffffff\r\nx\r\n',
  '-1\r\n\r\n',
  `5;${'e'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
  '3\nabc\n0\n\n',
  '3\r\nabcdef\r\n0\r\n\r\n',
  '0\r\ntrailer: x\r\n\r\n',
  `40000\r\n${'x'.repeat(0x4_0000)}\r\n40000\r\n${'x'.repeat(0x4_0000)}\r\n0\r\n\r\n`,
];

/** A range request, valid or not. */
function rangeRequest(random: Random, file: string): string {
  const range = random.once(2) ? random.pick(ranges) : `bytes=${random.below(400_000)}-${random.below(400_000)}`;
  return `${random.pick(['GET', 'GET', 'HEAD'])} ${file} HTTP/1.1\r\nhost: a\r\nrange: ${range}\r\n\r\n`;
}

/** One raw request, mostly malformed. */
export function anyRequest(random: Random, { files, pages }: Targets): string {
  if (random.once(5)) return rangeRequest(random, random.pick(files));
  const target = random.pick([
    random.pick(files),
    random.pick(files),
    random.pick(pages),
    random.pick(calls),
    random.pick(paths),
  ]);
  const method = random.once(20) ? random.pick(badMethods) : random.pick(methods);
  const oversized = random.once(60) ? `?${'q'.repeat(20_000)}` : '';
  const version = random.once(6) ? random.pick(versions) : 'HTTP/1.1';
  const hosts = random.once(25) ? [] : random.once(20) ? ['host: a', 'host: b'] : ['host: shop.example'];
  const lines = [`${method} ${target}${oversized} ${version}`, ...hosts];
  for (let more = random.below(4); more > 0; more--) lines.push(header(random));
  const body = method === 'GET' && !random.once(8) ? '' : random.pick(bodies);
  if (body && random.once(2)) lines.push(random.once(2) ? 'transfer-encoding: chunked' : `content-length: ${body.length}`);
  const end = random.once(40) ? '\n' : '\r\n';
  return `${lines.join(end)}${end}${end}${body}`;
}

/** How a connection writes its requests, reads and ends. */
export interface Attack {
  /** Pieces written in sequence, each in its own packet. */
  pieces: string[];
  /** Reads all responses until the server closes, none, or the first bytes only. */
  reads: 'all' | 'nothing' | 'some';
  /** How the client closes: gracefully, with a reset, or after the end of the run. */
  leaves: 'end' | 'reset' | 'late';
  /** Number of requests. */
  requests: number;
}

/** One attack: a single request, a pipeline of equal or different ones, or a request in pieces that may stop halfway. */
export function anyAttack(random: Random, targets: Targets): Attack {
  const shape = random.below(10);
  const plain = `GET ${random.pick(targets.files)} HTTP/1.1\r\nhost: a\r\n\r\n`;
  const count = 2 + random.below(30);
  const requests =
    shape < 6
      ? [anyRequest(random, targets)]
      : shape < 7
        ? Array.from({ length: count }, () => plain)
        : Array.from({ length: 2 + random.below(4) }, () => anyRequest(random, targets));
  const all = requests.join('');
  const cut = random.below(all.length);
  const pieces = shape === 9 ? [all.slice(0, cut), random.once(2) ? all.slice(cut) : ''] : [all];
  return {
    pieces,
    reads: random.pick(['all', 'all', 'nothing', 'some']),
    leaves: random.pick(['end', 'reset', 'reset', 'late']),
    requests: requests.length,
  };
}
