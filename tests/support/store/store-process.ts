import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { openStore, type StoreOptions } from '#api/embedded-store.ts';

/** Runs a store in its own process that can be killed: waits for the shop to open over IPC, answers with its port. */
export interface OpenThis {
  dataDir: string;
  databaseUrl: string | undefined;
  /** Settings beyond those of every test. */
  options?: Pick<StoreOptions, 'mail' | 'demoMode' | 'cdn'>;
}

// Saves the compile cache now, because a killed process does not.
flushCompileCache();

process.once('message', async ({ dataDir, databaseUrl, options }: OpenThis) => {
  const log = pino({ level: 'error' }, process.stderr);
  const store = await openStore({ dataDir, databaseUrl, applicationKey: 'test-key', demoMode: true, log, ...options });
  const server = serve({ fetch: (request) => store.fetch(request), port: 0, hostname: '127.0.0.1' });
  server.once('listening', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit());
