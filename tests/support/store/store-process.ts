import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { openStore, type StoreOptions } from '#api/embedded-store.ts';
import { type MessageSettings, toTransports } from '#tests/support/providers/message-settings.ts';

/** Runs a store in its own process that can be killed: waits for the shop to open over IPC, answers with its port. */
export interface OpenThis {
  dataDir: string;
  databaseUrl: string | undefined;
  /** Settings beyond those of every test. */
  options?: Pick<StoreOptions, 'demoMode' | 'cdn'> & MessageSettings;
}

// Saves the compile cache now, because a killed process does not.
flushCompileCache();

process.once('message', async ({ dataDir, databaseUrl, options: { mail, sms, ...options } = {} }: OpenThis) => {
  const messages = toTransports({ mail, sms });
  const log = pino({ level: 'error' }, process.stderr);
  const store = await openStore({ dataDir, databaseUrl, applicationKey: 'test-key', demoMode: true, log, messages, ...options });
  const server = serve({ fetch: (request) => store.fetch(request), port: 0, hostname: '127.0.0.1' });
  server.once('listening', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit());
