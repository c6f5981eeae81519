import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { openStore } from '#api/embedded-store.ts';
import { createHost } from '#server/host.ts';
import { stopGracefully } from '#server/process/shutdown.ts';

/** Runs a host with a store in `DATA_DIR` and without pages in its own process: prints its port, and "ended" after a clean shutdown. */
const dataDir = process.env['DATA_DIR'] as string;
const store = await openStore({ dataDir, demoMode: true, log: pino({ level: 'silent' }) });

const server = createHost({
  handleRequest: async (request) => {
    const ms = Number(new URL(request.url).searchParams.get('think') ?? 0);
    if (ms > 0) await sleep(ms);
    return store.fetch(request);
  },
  clientFolder: dataDir,
  mediaFolder: dataDir,
  revision: store.revision,
});
stopGracefully(server, {
  onStopping: store.stopWorkers,
  onDrained: async () => {
    await store.close();
    process.stdout.write('ended\n');
  },
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
