import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openStore } from '#api/embedded-store.ts';
import { readMedia } from '#api/environment/media.ts';
import { openStoreFiles } from '#api/services/storage/open-store-files.ts';
import { precompress } from '#server/builds/precompress.ts';
import { PictureCache } from '#server/files/picture-cache.ts';
import { createHost } from '#server/host.ts';
import { stopGracefully } from '#server/process/shutdown.ts';

/**
 * Runs a host with a store, files and simple pages in its own process. Prints its port, and each unexpected error as a line. "exhaust"
 * over IPC opens all remaining file descriptors, "release" closes them; each is acknowledged. With `MEDIA_URL` its pictures are copies of
 * those in S3-compatible storage.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'haat-sockets-'));
const clientFolder = join(dataDir, 'client');
const mediaFolder = join(dataDir, 'media');
mkdirSync(join(clientFolder, '_astro'), { recursive: true });
mkdirSync(mediaFolder, { recursive: true });
writeFileSync(join(clientFolder, '_astro', 'cart.js'), `export const cart = '${'cart '.repeat(1000)}';`);
writeFileSync(
  join(clientFolder, '_astro', 'large.js'),
  `export const large = [${Array.from({ length: 60_000 }, (_, i) => i * 7919)}];`,
);
writeFileSync(join(mediaFolder, 'photo.jpg'), Buffer.alloc(300_000, 'photo'));
writeFileSync(join(mediaFolder, 'drawing.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
await precompress(clientFolder);

const store = await openStore({ dataDir, demoMode: true, log: pino({ level: 'silent' }) });
const page = `<!doctype html><title>Shop</title>${'<p>Lamps and linen</p>'.repeat(2000)}`;
const { s3, cacheBytes: maxBytes } = readMedia(process.env, []);
// A storage in a test answers late on a busy machine, which is not an error of the shop.
const pictureCache =
  s3 &&
  new PictureCache({
    storage: (await openStoreFiles(dataDir, s3)).pictures,
    folder: mediaFolder,
    maxBytes,
    onError: () => undefined,
  });
const server = createHost({
  handleRequest: async (request) => {
    if (new URL(request.url).pathname.startsWith('/api/')) return store.fetch(request);
    return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  },
  clientFolder,
  mediaFolder,
  pictureCache,
  revision: store.revision,
  onError: (error, request) => console.log(`failed ${request?.method} ${request?.path}: ${error}`),
});

const taken: number[] = [];
process.on('message', (wish) => {
  if (wish === 'release') for (const descriptor of taken.splice(0)) closeSync(descriptor);
  try {
    while (wish === 'exhaust') taken.push(openSync('/dev/null', 'r'));
  } catch {
    // All descriptors are in use.
  }
  process.send?.(wish);
});
process.channel?.unref();

stopGracefully(server, {
  onStopping: store.stopWorkers,
  onDrained: async () => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  },
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
