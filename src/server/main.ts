import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Configuration, readConfiguration } from '#api/configuration.ts';
import { mediaFolder } from '#api/database/files/data-folder.ts';
import { createLog } from '#api/logging.ts';
import type { Store } from '#api/store.ts';
import { openBuild } from './build.ts';
import { createCspReportHandler } from './csp-reports.ts';
import { createHost, type HostOptions } from './host.ts';
import { createMetricsServer } from './metrics-endpoint.ts';
import { openOrSeedStore } from './open-store.ts';
import { stopGracefully } from './process/shutdown.ts';
import { exitWithStartFailure, explainListenFailure } from './process/start-failure.ts';
import { watchProcess } from './process/watch.ts';

const demoNotice =
  'Demo shop: one-time codes are shown on screen and no real payments are made. To sell for real, set NODE_ENV=production and an SMS provider (SMS_AUTH_KEY).';

/** Concurrent renders with the embedded store, and with a remote one, whose replies take longer. */
const MAX_EMBEDDED_RENDERS = 2;
const MAX_REMOTE_RENDERS = 4;

/** Prints a message to the owner: as text, or in production as a line of the log. */
type Print = (line: string) => void;

/** Serves the metrics on their own port, if set. Otherwise returns the options for serving them on the shop's port. */
function openMetrics({ metrics, log }: Store, { token, port, host }: Configuration['metrics']): HostOptions['metrics'] {
  const reader = { contentType: metrics.registry.contentType, read: metrics.read };
  if (port === undefined) return token === undefined ? undefined : { reader, token };
  const server = createMetricsServer(reader, token);
  server.on('error', (error) => log.error({ err: error }, 'the metrics server cannot listen'));
  server.listen(port, host).unref();
  return undefined;
}

async function start(): Promise<void> {
  const configuration = readConfiguration(process.env);
  const dataDir = resolve(configuration.dataDir);
  const { production, logLevel, host, port } = configuration;
  const log = createLog({ production, level: logLevel });
  const revalidateMs = Math.max(1, configuration.revalidateSeconds * 1000);
  const watch = watchProcess(log);
  // For tests, which stop many servers.
  const lingerMs = process.env['SHUTDOWN_LINGER_MS'];
  const print: Print = production ? (line) => log.info(line) : console.log;

  if (production && configuration.trustProxy === undefined && configuration.siteUrl.startsWith('https:'))
    log.warn('TRUST_PROXY is not set: behind a web server all visitors share one rate limit. Set TRUST_PROXY=1 there, else 0');
  const store = process.env['STORE_API_URL'] ? undefined : await openOrSeedStore(configuration, print);
  if (store && configuration.demoMode) print(demoNotice);
  const buildFolder = await openBuild(print);
  const { render } = (await import(pathToFileURL(join(buildFolder, 'server', 'entry.mjs')).href)) as {
    render: (request: Request) => Promise<Response>;
  };

  const server = createHost({
    handleRequest: render,
    clientFolder: join(buildFolder, 'client'),
    mediaFolder: mediaFolder(dataDir),
    revision: store ? store.revision : () => Math.floor(Date.now() / revalidateMs),
    siteUrl: process.env['PUBLIC_SITE_URL'],
    trustProxy: configuration.trustProxy ?? false,
    maxConcurrentRenders: store ? MAX_EMBEDDED_RENDERS : MAX_REMOTE_RENDERS,
    handleCspReport: createCspReportHandler(
      (violation) => {
        log.warn(violation, 'blocked by the content security policy');
        store?.metrics.countCspViolation(violation.directive);
      },
      ({ directive }) => store?.metrics.countCspViolation(directive),
    ),
    onError: (error, request) => log.error({ err: error, ...request }, 'a request failed'),
    ...(store && { isLocalOnly: configuration.localDemo }),
    ...(store && { metrics: openMetrics(store, configuration.metrics), onPageServed: store.metrics.countPage }),
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (server.listening) return void log.error({ err: error }, 'a connection could not be accepted');
    console.error(explainListenFailure(error, host, port));
    process.exit(1);
  });
  watch.attachServer(
    server,
    stopGracefully(server, {
      onStopping: () => store?.stopWorkers(),
      onDrained: async () => store?.close(),
      lingerMs: lingerMs === undefined ? undefined : Number(lingerMs),
    }),
  );
  server.listen(port, host, () => {
    const address = server.address() as AddressInfo;
    // First, so that a crash right after the printed line is restarted: the supervisor restarts only a shop that has opened.
    watch.reportListening();
    print(`The shop is open at http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${address.port}`);
  });
}

try {
  await start();
} catch (error) {
  exitWithStartFailure(error);
}
