import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { admitRequest, limitConnections } from '#server/http/connections.ts';
import { stopGracefully } from '#server/process/shutdown.ts';
import { takeConnections } from '#server/process/take-connections.ts';

/** One of several processes: answers with its pid after `?think=` milliseconds. Prints the port when it is ready. */
const timeouts = { headersTimeout: 300, requestTimeout: 1000, connectionsCheckingInterval: 100 };
const server = createServer(timeouts, async ({ url }, response) => {
  if (!admitRequest(server, response)) return;
  await sleep(Number(new URL(url ?? '', 'http://localhost').searchParams.get('think') ?? 0));
  response.end(String(process.pid));
});
limitConnections(server, { isBehindProxy: false });
if (process.env['MAX_CONNECTIONS']) server.maxConnections = Number(process.env['MAX_CONNECTIONS']);
const given = takeConnections(server);
stopGracefully(server, { onDrained: async () => undefined, lingerMs: 100, closeConnections: given.close });
server.on('error', ({ message }) => {
  console.log(message);
  process.exit(1);
});
given.listen(Number(process.env['PORT']), '127.0.0.1', (port) => {
  process.send?.('open');
  console.log(`ready ${process.pid} ${port}`);
});
