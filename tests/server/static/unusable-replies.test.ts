import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_PICTURE_BYTES } from '#api/services/pictures/accepted-pictures.ts';
import { copyPictures } from '#server/static/copy-pictures.ts';
import { StoreReader } from '#server/static/store-reader.ts';
import { temporaryFolder } from '#tests/support/cli/run-command.ts';

const seen: string[] = [];
let server: Server;
let origin: string;

/** A store that redirects every path with `moved`, and answers others without an end. */
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    seen.push(url);
    if (url.endsWith('moved')) return void response.writeHead(302, { location: '/inner' }).end();
    if (url.endsWith('small')) return void response.end('picture');
    const send = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(1_000_000)));
    };
    response.on('drain', send);
    send();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each([
  ['moved', 'redirect'],
  ['endless', 'larger than'],
])('a static build stops at a reply of the store that is %s', async (path, reason) => {
  const reader = new StoreReader({
    apiUrl: `${origin}/api`,
    applicationKey: 'key',
    applicationKeyHeader: 'x-app-key',
    backoffMs: [],
  });
  await expect(reader.read(JSON.stringify(['GET', `/${path}`]))).rejects.toThrow(reason);
  expect(seen).not.toContain('/inner');
});

test.each([
  ['moved', 'redirect'],
  ['endless', `larger than ${MAX_PICTURE_BYTES}`],
])('a static build copies no picture that is %s', async (file, reason) => {
  const outDir = temporaryFolder();
  const onWaiting = () => undefined;
  await expect(copyPictures([file], { origin, outDir, onWaiting })).rejects.toThrow(reason);
  expect(seen).not.toContain('/inner');
  expect(existsSync(join(outDir, file))).toBe(false);
  expect(await copyPictures(['small'], { origin, outDir, onWaiting })).toBe(0);
});
