import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { admitRequest, limitConnections } from '#server/http/connections.ts';
import { stopGracefully } from '#server/process/shutdown.ts';

/** One of several processes: answers with its pid after `?think=` milliseconds. Prints the port when it is ready. */
const timeouts = { headersTimeout: 300, requestTimeout: 1000, connectionsCheckingInterval: 100 };
const server = createServer(timeouts, async ({ url }, response) => {
  if (!admitRequest(server, response)) return;
  await sleep(Number(new URL(url ?? '', 'http://localhost').searchParams.get('think') ?? 0));
  response.end(String(process.pid));
});
limitConnections(server, { isBehindProxy: false });
if (process.env['MAX_CONNECTIONS']) server.maxConnections = Number(process.env['MAX_CONNECTIONS']);
stopGracefully(server, { onDrained: async () => undefined, lingerMs: 100 });
server.on('error', ({ message }) => {
  console.log(message);
  process.exit(1);
});
server.listen(Number(process.env['PORT']), '127.0.0.1', () => {
  process.send?.('open');
  console.log(`ready ${process.pid} ${(server.address() as AddressInfo).port}`);
});
