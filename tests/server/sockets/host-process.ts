import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openStore } from '#api/store.ts';
import { precompress } from '#server/builds/precompress.ts';
import { createHost } from '#server/host.ts';
import { stopGracefully } from '#server/process/shutdown.ts';

/**
 * A host with a store, files and pages of a plain kind, as a process of its own. Prints its port, and each unforeseen failure as a
 * line. "exhaust" over IPC takes every file descriptor that is left, "release" gives them back; each is answered with itself.
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
const server = createHost({
  handleRequest: async (request) => {
    if (new URL(request.url).pathname.startsWith('/api/')) return store.fetch(request);
    return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  },
  clientFolder,
  mediaFolder,
  revision: store.revision,
  onError: (error, request) => console.log(`failed ${request?.method} ${request?.path}: ${error}`),
});

const taken: number[] = [];
process.on('message', (wish) => {
  if (wish === 'release') for (const descriptor of taken.splice(0)) closeSync(descriptor);
  try {
    while (wish === 'exhaust') taken.push(openSync('/dev/null', 'r'));
  } catch {
    // None is left: that was the wish.
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
