import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Configuration, ConfigurationError, readConfiguration } from '#api/configuration.ts';
import { ShopUnavailable } from '#api/database/unavailable.ts';
import { createLog } from '#api/logging.ts';
import { embeddedStore, type Store } from '#api/store.ts';
import { buildIfNeeded } from './build.ts';
import { createHost, type HostOptions } from './host.ts';
import { createMetricsServer } from './metrics.ts';
import { stopGracefully } from './shutdown.ts';

/** Pages of a store elsewhere are rendered anew after this long, in milliseconds. */
const REVALIDATE_MS = 30_000;

/** What the host says of itself: plain lines for people, JSON among the log's in production. */
type Say = (line: string) => void;

/** Opens the embedded store; an empty one is filled with the demo shop first. */
async function openShop(dataDir: string, say: Say) {
  const store = await embeddedStore();
  const { createDemoShop, isEmptyShop } = await import('#cli/demo.ts');
  if (await isEmptyShop(store.db)) {
    say('Setting up the demo shop …');
    await createDemoShop(store.db, dataDir);
  }
  return store;
}

/** Makes the metrics of an embedded store readable where the owner wants them; returns what the host shows of them. */
function openMetrics({ metrics, log }: Store, { token, port }: Configuration['metrics'], host: string): HostOptions['metrics'] {
  const reader = { contentType: metrics.registry.contentType, read: metrics.read };
  if (port === undefined) return token === undefined ? undefined : { reader, token };
  const server = createMetricsServer(reader, token);
  server.on('error', (error) => log.error({ err: error }, 'the metrics have no port'));
  server.listen(port, host).unref();
  return undefined;
}

async function start(): Promise<void> {
  const configuration = readConfiguration(process.env);
  const dataDir = resolve(configuration.dataDir);
  const host = process.env['HOST'] || 'localhost';

  const { production, logLevel, port } = configuration;
  const log = createLog({ production, level: logLevel });
  const say: Say = production ? (line) => log.info(line) : console.log;

  const buildFolder = await buildIfNeeded(say);
  const store = process.env['STORE_API_URL'] ? undefined : await openShop(dataDir, say);
  const { render } = (await import(pathToFileURL(join(buildFolder, 'server', 'entry.mjs')).href)) as {
    render: (request: Request) => Promise<Response>;
  };

  const server = createHost({
    door: render,
    clientFolder: join(buildFolder, 'client'),
    mediaFolder: join(dataDir, 'media'),
    revision: store ? store.revision : () => Math.floor(Date.now() / REVALIDATE_MS),
    siteUrl: process.env['PUBLIC_SITE_URL'],
    trustProxy: configuration.trustProxy ?? false,
    renderingsAtOnce: store ? 2 : 4,
    failed: (error) => log.error({ err: error }, 'a page or picture could not be made'),
    ...(store && { metrics: openMetrics(store, configuration.metrics, host), pageServed: store.metrics.pageServed }),
  });
  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') {
      console.error(
        `Port ${port} is already taken. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`,
      );
    } else console.error(error.message);
    process.exit(1);
  });
  stopGracefully(server, { begin: () => store?.rest(), close: async () => store?.close() });
  server.listen(port, host, () => {
    const address = server.address() as AddressInfo;
    say(`The shop is open at http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${address.port}`);
  });
}

try {
  await start();
} catch (error) {
  if (!(error instanceof ConfigurationError || error instanceof ShopUnavailable)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
