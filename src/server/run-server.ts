import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { mediaFolder, pictureCacheFolder } from '#api/database/files/data-folder.ts';
import type { Store } from '#api/embedded-store.ts';
import { type Configuration, readConfiguration } from '#api/environment/configuration.ts';
import { findRemovedSettings } from '#api/environment/ineffective-settings.ts';
import { loadShopConfig } from '#api/extend/load-shop-config.ts';
import { createLog } from '#api/logging.ts';
import { createToken } from '#api/services/sessions/tokens.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { openStoreFiles } from '#api/services/storage/open-store-files.ts';
import { toAnalyticsEnvironment } from '#lib/rules/analytics/settings.ts';
import { faq } from '#lib/rules/routes/paths.ts';
import { checkPictureStorage } from './check-picture-storage.ts';
import { checkRemoteStore, readRemoteStore } from './check-remote-store.ts';
import { createCspReportHandler } from './csp-reports.ts';
import { PictureCache } from './files/picture-cache.ts';
import { createHost, type HostOptions } from './host.ts';
import { demoLinkOf } from './http/local-demo.ts';
import { createMetricsServer } from './metrics-endpoint.ts';
import { openOrSeedStore } from './open-or-seed-store.ts';
import { MAX_EMBEDDED_RENDERS, MAX_REMOTE_RENDERS } from './pages/render-queue.ts';
import { watchProcess } from './process/crash-handling.ts';
import { exitWithStartFailure, explainListenFailure, StartFailure } from './process/explain-start-failure.ts';
import { localAddress } from './process/local-address.ts';
import { readAllWorkers, workerNumber } from './process/metrics-of-processes.ts';
import { stopGracefully } from './process/shutdown.ts';

const demoNotice =
  'Demo shop: one-time codes are shown on screen and no real payments are made. To sell for real, set NODE_ENV=production and an SMS provider (SMS_AUTH_KEY).';

/** Prints a message to the owner: as text, or in production as a line of the log. */
export type Print = (line: string) => void;

type HandleRequest = HostOptions['handleRequest'];

export interface Pages {
  handleRequest: HandleRequest;
  clientFolder: string;
}

/** Whether the pages have loaded their store info: by a page that makes no other call, and is not cached without it. */
async function hasStoreInfo({ handleRequest }: Pick<Pages, 'handleRequest'>, origin: string): Promise<boolean> {
  const { ok, headers } = await handleRequest(new Request(origin + faq));
  return ok && headers.get('cache-control') !== 'no-store';
}

/** Serves the metrics on their own port, if set. Otherwise returns the options for serving them on the shop's port. */
function openMetrics({ metrics, log }: Store, { token, port, host }: Configuration['metrics']): HostOptions['metrics'] {
  if (token === undefined && port === undefined) return undefined;
  const reader = workerNumber() ? readAllWorkers(metrics) : { contentType: metrics.registry.contentType, read: metrics.read };
  if (port === undefined) return token === undefined ? undefined : { reader, token };
  const server = createMetricsServer(reader, token);
  server.on('error', (error) => log.error({ err: error }, 'the metrics server cannot listen'));
  server.listen(port, host).unref();
  return undefined;
}

/** Where the host finds pictures: in the data folder, or in S3-compatible storage by way of a cache there. */
function openPictures(
  { dataDir, media }: Configuration,
  storage: FileStorage,
  onError: (error: unknown) => void,
): Pick<HostOptions, 'mediaFolder' | 'pictureCache'> {
  if (!media.s3) return { mediaFolder: mediaFolder(dataDir) };
  const folder = pictureCacheFolder(dataDir);
  return { mediaFolder: folder, pictureCache: new PictureCache({ storage, folder, maxBytes: media.cacheBytes, onError }) };
}

/** Opens the store and the pages, and listens. Throws what `exitWithStartFailure` explains. */
async function start(openPages: (print: Print) => Promise<Pages>): Promise<void> {
  // `npm start` sets it for all its processes.
  process.env['DEMO_LINK_TOKEN'] ||= createToken();
  // A store of this process reports what is wrong with it.
  const shopConfig = await loadShopConfig(process.env, (problem) => process.env['STORE_API_URL'] && console.error(problem));
  // The pages, which are built, read them there.
  Object.assign(process.env, toAnalyticsEnvironment(shopConfig.analytics));
  const configuration = readConfiguration(process.env, shopConfig);
  const dataDir = resolve(configuration.dataDir);
  const { production, logLevel, host, port } = configuration;
  const log = createLog({ production, level: logLevel });
  const revalidateMs = Math.max(1, configuration.revalidateSeconds * 1000);
  const watch = watchProcess(log);
  // For tests, which stop many servers.
  const lingerMs = process.env['SHUTDOWN_LINGER_MS'];
  // Of several processes, the first speaks for all.
  const print: Print = (workerNumber() ?? 1) > 1 ? () => undefined : production ? (line) => log.info(line) : console.log;

  if (production && configuration.trustProxy === undefined && configuration.siteUrl.startsWith('https:'))
    log.warn('TRUST_PROXY is not set: behind a web server all visitors share one rate limit. Set TRUST_PROXY=1 there, else 0');
  for (const problem of findRemovedSettings(process.env)) log.warn(problem);
  const isApiOnly = process.argv.includes('--api-only');
  if (isApiOnly && process.env['STORE_API_URL'])
    throw new StartFailure('--api-only serves the store inside, but STORE_API_URL names another store. Unset STORE_API_URL');
  const { pictures } = await openStoreFiles(dataDir, configuration.media.s3);
  await checkPictureStorage(configuration.media, pictures, (problem) => log.warn(problem));
  const remoteStore = readRemoteStore(process.env, configuration.applicationKey);
  const store = remoteStore ? undefined : await openOrSeedStore(configuration, pictures, print);
  if (store && configuration.demoMode) print(demoNotice);
  const { admin } = configuration;
  // The address of a static site is not that of its store, so forms could not be told from those of another site.
  const lacksAddress = isApiOnly && Boolean(process.env['PUBLIC_SITE_URL']) && !admin.origin;
  const hasAdmin = store !== undefined && admin.isOn && !lacksAddress;
  if (admin.isOn && lacksAddress)
    print('The admin pages are not served: set ADMIN_URL to the address at which this server is reached');
  const built = !isApiOnly || hasAdmin ? await openPages(print) : undefined;
  const pages = store && (isApiOnly || !built) ? { handleRequest: store.fetch, clientFolder: undefined } : (built as Pages);

  const revision = store ? store.revision : () => Math.floor(Date.now() / revalidateMs);
  const server = createHost({
    ...pages,
    ...openPictures(configuration, pictures, (error) =>
      log.warn({ err: error }, 'a picture could not be fetched from its storage'),
    ),
    revision,
    cdn: configuration.cdn && {
      // Pages of a store elsewhere lag behind it, and its purges, by up to the time between two checks.
      ttlSeconds: store ? configuration.cdn.ttlSeconds : Math.min(configuration.cdn.ttlSeconds, configuration.revalidateSeconds),
      confirmedRevision: store?.confirmedRevision ?? revision,
    },
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
    admin: hasAdmin && built ? { ...built, origin: admin.origin } : undefined,
    ...(store && { handleCall: store.fetch, isLocalOnly: configuration.localDemo, demoLinkToken: configuration.demoLinkToken }),
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
    // First, so that a crash right after the printed line is restarted: the supervisor restarts only a shop that has opened.
    watch.reportListening();
    const origin = localAddress(host, (server.address() as AddressInfo).port);
    print(`The ${isApiOnly ? 'store API' : 'shop'} is open at ${origin}`);
    if (store && !isApiOnly && configuration.demoLinkToken)
      print(
        'Open it with this link, in a browser on this machine. Codes and test payments work only there:\n' +
          `  ${demoLinkOf(origin, configuration.demoLinkToken)}`,
      );
    if (remoteStore)
      void checkRemoteStore(remoteStore, () => hasStoreInfo(pages, origin)).then((problem) => problem && log.warn(problem));
  });
}

/**
 * Runs the server, configured by environment variables, with the pages of `openPages`. Exits with 1 and a sentence when it cannot start.
 */
export async function runServer(openPages: (print: Print) => Promise<Pages>): Promise<void> {
  try {
    await start(openPages);
  } catch (error) {
    exitWithStartFailure(error);
  }
}
