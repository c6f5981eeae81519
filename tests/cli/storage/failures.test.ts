import { truncateSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { indexFiles, readStoredFile } from '#api/services/storage/file-storage.ts';
import { createS3Storage } from '#api/services/storage/s3/s3-storage.ts';
import { parseS3Url, type S3Settings } from '#api/services/storage/s3/settings.ts';
import { checkPictureStorage } from '#server/check-picture-storage.ts';
import { temporaryFolder } from '#tests/support/cli/run-command.ts';
import { refuseS3, type S3Server, startS3Server } from '#tests/support/storage/s3-server.ts';

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterEach(() => {
  server.intercept = undefined;
});
afterAll(() => server.close());

const list = (changes: Partial<S3Settings>) => indexFiles(createS3Storage({ ...server.settings(), ...changes }));

test.for<[string, Partial<S3Settings>, RegExp]>([
  ['wrong key id', { accessKeyId: 'NOBODY' }, /InvalidAccessKeyId.*\. See whether AWS_ACCESS_KEY_ID is right$/],
  ['wrong secret key', { secretAccessKey: 'x' }, /SignatureDoesNotMatch.*\. See whether AWS_SECRET_ACCESS_KEY is right$/],
  ['missing bucket', { bucket: 'gone' }, /s3:\/\/gone cannot be used.*\. Create the bucket "gone", or correct its name/],
  [
    'unreachable server',
    { endpoint: 'http://127.0.0.1:9' },
    /ECONNREFUSED.*\. See whether http:\/\/127\.0\.0\.1:9 is right and running/,
  ],
  [
    'wrong host name',
    { endpoint: 'http://nowhere.invalid' },
    /\. See whether the endpoint in the s3:\/\/ URL \(http:\/\/nowhere\.invalid\) is right$/,
  ],
])('a %s fails with one sentence that says what to fix', async ([, changes, sentence]) => {
  await expect(list(changes)).rejects.toThrow(sentence);
});

test.for<[number, string, Record<string, string>, RegExp]>([
  [403, 'AccessDenied', {}, /Let the key in AWS_ACCESS_KEY_ID list the bucket "shop" and read, write and delete/],
  [301, 'PermanentRedirect', { 'x-amz-bucket-region': 'ap-south-1' }, /add region=ap-south-1 to its s3:\/\/ URL/],
  [507, 'XMinioStorageFull', {}, /The storage is full/],
  [501, 'NotImplemented', {}, /try again in a minute/],
])('a refusal with status %i, %s, says what to do', async ([status, code, headers, sentence]) => {
  server.intercept = (_, response) => refuseS3(response, status, code, headers);
  await expect(list({})).rejects.toThrow(sentence);
});

test('a start with wrong keys or without a bucket is refused; storage that is down is only reported', async () => {
  const warnings: string[] = [];
  const check = (changes: Partial<S3Settings>) => {
    const s3 = { ...server.settings(), ...changes };
    const media = { s3, publicUrl: undefined, cacheBytes: 1 };
    return checkPictureStorage(media, createS3Storage(s3), (warning) => warnings.push(warning));
  };
  await check({});
  await expect(check({ secretAccessKey: 'x' })).rejects.toThrow('See whether AWS_SECRET_ACCESS_KEY is right');
  await expect(check({ bucket: 'gone' })).rejects.toThrow('Create the bucket "gone"');
  expect(warnings).toEqual([]);
  await check({ endpoint: 'http://127.0.0.1:9' });
  expect(warnings).toEqual([expect.stringMatching(/ECONNREFUSED.*is right and running.*Pictures are missing until it is back$/)]);
});

test('https to a server without it says to look at the protocol', async () => {
  await expect(list({ endpoint: server.endpoint.replace('http:', 'https:') })).rejects.toThrow(
    /has to begin with http:\/\/ or with https/,
  );
});

test('a request is repeated while the storage is busy or breaks off, but not without end', async () => {
  const storage = createS3Storage(server.settings('busy'));
  let failures = 0;
  server.intercept = (request, response) => {
    if (failures++ >= 3) return false;
    return failures === 2 ? breakOff(request, response) : refuseS3(response, 503, 'SlowDown');
  };
  await storage.put('a.jpg', Buffer.from('content'));
  server.intercept = undefined;
  expect((await readStoredFile(storage, 'a.jpg'))?.toString()).toBe('content');
  server.intercept = (_, response) => refuseS3(response, 503, 'SlowDown');
  const before = server.requests.length;
  await expect(storage.head('a.jpg')).rejects.toThrow('try again in a minute');
  expect(server.requests.length - before).toBe(4);
});

const breakOff = (request: IncomingMessage, _: ServerResponse): true => {
  request.socket.destroy();
  return true;
};

test('storage that does not answer is given up', async () => {
  const sockets = createServer();
  await new Promise<void>((resolve) => sockets.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void sockets.close());
  const endpoint = `http://127.0.0.1:${(sockets.address() as AddressInfo).port}`;
  const storage = createS3Storage({ ...server.settings(), endpoint }, { idleTimeoutMs: 50 });
  await expect(storage.head('a.jpg')).rejects.toThrow(/no answer within 0\.05 seconds.*firewall/);
  await expect(storage.get('a.jpg', undefined, AbortSignal.timeout(20))).rejects.toThrow('aborted');
});

test('a file whose end does not arrive is an error, not a short file', async () => {
  server.intercept = (request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('half');
    setTimeout(() => request.socket.destroy(), 10);
    return true;
  };
  await expect(readStoredFile(createS3Storage(server.settings()), 'a.jpg')).rejects.toThrow();
});

test('a wrong clock is corrected by that of the storage', async () => {
  const storage = createS3Storage(server.settings());
  const serverTime = Date.now() + 3_600_000;
  const dates: string[] = [];
  server.intercept = (request, response) => {
    const [, day, time] = /^(\d{8})T(\d{6})Z$/.exec(String(request.headers['x-amz-date'])) ?? [];
    dates.push(`${day}${time}`);
    const signed = Date.parse(`${day}T${time}Z`.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
    const date = new Date(serverTime).toUTCString();
    if (Math.abs(signed - serverTime) > 900_000) return refuseS3(response, 403, 'RequestTimeTooSkewed', { date });
    response.writeHead(200, { date, 'content-length': '2' }).end('ok');
    return true;
  };
  expect((await readStoredFile(storage, 'a.jpg'))?.toString()).toBe('ok');
  expect((await readStoredFile(storage, 'a.jpg'))?.toString()).toBe('ok');
  expect(dates).toHaveLength(3);
});

test('a large file is uploaded in parts, each repeated by itself; a failed upload leaves nothing', async () => {
  const storage = createS3Storage(server.settings('large'));
  const path = join(temporaryFolder(), 'shop.db');
  writeFileSync(path, 'begin');
  truncateSync(path, 33 * 1024 * 1024);
  let broken = 0;
  server.intercept = (request, response) =>
    /partNumber=2/.test(request.url ?? '') && broken++ === 0 ? breakOff(request, response) : false;
  await storage.put('shop.db', { path });
  expect(await storage.head('shop.db')).toMatchObject({
    bytes: 33 * 1024 * 1024,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const part = await storage.get('shop.db', { start: 0, end: 4 });
  expect((await part?.content.toArray())?.join('')).toBe('begin');

  server.intercept = (request, response) => /partNumber=3/.test(request.url ?? '') && refuseS3(response, 403, 'AccessDenied');
  await expect(storage.put('other.db', { path })).rejects.toThrow('AccessDenied');
  expect(server.requests.at(-1)).toMatch(/^DELETE .*other\.db\?uploadId=/);
  expect([...(await indexFiles(storage)).keys()]).toEqual(['shop.db']);
});

test.for([
  ['https://bucket', /must be a URL such as s3:/],
  ['s3://', /must be a URL|bucket/],
  ['s3://Not_A_Bucket', /bucket name/],
  ['s3://key:secret@bucket', /must not contain a key/],
  ['s3://bucket/../other?x=1', /unknown part "x"/],
  ['s3://bucket/a/%2e%2e/b', /^$/],
  ['s3://bucket/a/..%2fb', /must not have "\.\."/],
  ['s3://bucket?endpoint=s3.example', /endpoint that begins with https/],
  ['s3://bucket?endpoint=https://s3.example/path', /has no path/],
] as const)('the URL %s is refused or harmless', ([url, problem]) => {
  const parts = parseS3Url(url);
  expect(typeof parts === 'string' ? parts : '').toMatch(problem);
  if (typeof parts !== 'string') expect(parts.prefix).not.toContain('..');
});

test('URLs name Amazon by region, and other services by endpoint', () => {
  expect(parseS3Url('s3://bucket')).toEqual({ bucket: 'bucket', prefix: '', endpoint: undefined, region: 'us-east-1' });
  expect(parseS3Url('s3://my.bucket/a/b/?endpoint=https://s3.example/&region=auto')).toEqual({
    bucket: 'my.bucket',
    prefix: 'a/b/',
    endpoint: 'https://s3.example',
    region: 'auto',
  });
});
