import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '#api/logging.ts';
import { createHost } from '#server/host.ts';
import { watchProcess } from '#server/process/crash-handling.ts';
import { stopGracefully } from '#server/process/shutdown.ts';

/** Runs a host in which `/api/throws` and `/api/rejects` cause uncaught errors, and `/api/waits` answers after them. */
const folder = mkdtempSync(join(tmpdir(), 'haat-crash-'));
const watch = watchProcess(createLog({ production: true, level: 'info' }));
const waiting = Promise.withResolvers<void>();
const crashed = Promise.withResolvers<void>();
process.once('uncaughtException', () => setImmediate(crashed.resolve));

async function crash(how: string): Promise<void> {
  await waiting.promise;
  if (how === '/api/rejects') void Promise.reject(new Error('a test error'));
  else
    setImmediate(() => {
      throw new Error('a test error');
    });
}

const server = createHost({
  handleRequest: async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/api/waits') waiting.resolve();
    else await crash(pathname);
    await crashed.promise;
    return new Response('answered after all');
  },
  clientFolder: folder,
  mediaFolder: folder,
  revision: () => 1,
});
watch.attachServer(
  server,
  stopGracefully(server, {
    onDrained: async () => {
      rmSync(folder, { recursive: true });
      console.log('closed');
    },
  }),
);
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
