import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { cashfree } from 'haat/extensions/cashfree';
import { pino } from 'pino';
import { openStore, type StoreOptions } from '#api/embedded-store.ts';
import { payByCashfree } from '#tests/support/providers/cashfree.ts';
import { type MessageSettings, toTransports } from '#tests/support/providers/message-settings.ts';
import { payByRazorpay } from '#tests/support/providers/razorpay.ts';

/** Runs a store in its own process that can be killed: waits for the shop to open over IPC, answers with its port. */
export interface OpenThis {
  dataDir: string;
  databaseUrl: string | undefined;
  /** Settings beyond those of every test. */
  options?: Pick<StoreOptions, 'demoMode' | 'cdn'> & MessageSettings;
  /** The payment provider, and the address of its local server. */
  payBy?: { provider: 'razorpay' | 'cashfree'; url: string };
}

// Saves the compile cache now, because a killed process does not.
flushCompileCache();

process.once('message', async ({ dataDir, databaseUrl, options: { mail, sms, ...options } = {}, payBy }: OpenThis) => {
  // The file of its button is not beside the bundled program.
  const withoutButton = { ...cashfree, browserModule: undefined };
  const payments = payBy && (payBy.provider === 'razorpay' ? payByRazorpay(payBy.url) : payByCashfree(payBy.url, withoutButton));
  const messages = toTransports({ mail, sms });
  const log = pino({ level: 'error' }, process.stderr);
  const store = await openStore({
    dataDir,
    databaseUrl,
    applicationKey: 'test-key',
    demoMode: true,
    log,
    messages,
    payments,
    ...options,
  });
  const server = serve({ fetch: (request) => store.fetch(request), port: 0, hostname: '127.0.0.1' });
  server.once('listening', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit());
