import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Logger } from 'pino';
import { DEFAULT_APPLICATION_KEY } from '#lib/contract/calls/application-key.ts';
import { COMPONENT_FAILURE_CHANNEL, type ComponentFailure } from '#lib/rules/shop-parts.ts';
import { createApp, type TakeReply } from './app.ts';
import { openRevisionReader } from './database/catalogue-revision.ts';
import { enablePurges } from './database/cdn-purge-queue.ts';
import { openDatabase } from './database/open-database.ts';
import type { Db } from './database/schema/engine.ts';
import { DEFAULT_SITE_URL } from './environment/addresses.ts';
import { checkEnvironment, checkProductionSettings, checkProxy } from './environment/check-settings.ts';
import { readConfiguration } from './environment/configuration.ts';
import { findIneffectiveSettings } from './environment/ineffective-settings.ts';
import type { MediaSettings } from './environment/media.ts';
import { loadShopConfig } from './extend/load-shop-config.ts';
import type { CdnSettings } from './handlers/http/cdn-keys-of-replies.ts';
import { createLog } from './logging.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { type AuditSettings, listDestinations } from './services/audit-trail/destinations.ts';
import { forwardAudit } from './services/audit-trail/forward-events.ts';
import { brokenProductChannel } from './services/catalogue/stored-products.ts';
import type { EventHandlers } from './services/events/event-handlers.ts';
import { syncEventHandlers } from './services/events/handler-target.ts';
import { RENDER, recordFailure } from './services/extensions/failures.ts';
import type { Job } from './services/extensions/jobs.ts';
import type { Finding } from './services/health/finding.ts';
import { checkOpenShop } from './services/health/run-checks.ts';
import { type CaptchaSettings, createCaptchaVerifier } from './services/limits/captcha-verification.ts';
import { connectTransports } from './services/messages/connect-transports.ts';
import { type ChosenTransport, sendsMail, sendsText } from './services/messages/transport-module.ts';
import { type GuardedProvider, guardProvider } from './services/payments/guard-provider.ts';
import { connectProvider } from './services/payments/provider-failures.ts';
import type { ChosenProvider } from './services/payments/provider-module.ts';
import { testProvider } from './services/payments/providers.ts';
import { createEncodingQueue } from './services/pictures/encoding/encoding-queue.ts';
import type { FetchPictureOptions } from './services/pictures/fetch-picture.ts';
import { createWebSource } from './services/pictures/picture-source.ts';
import { readDeviceKey } from './services/sessions/device-tokens.ts';
import { openShippingRule } from './services/shipping/guard-rule.ts';
import type { ChosenRule } from './services/shipping/shipping-rule.ts';
import { openStoreFiles } from './services/storage/open-store-files.ts';
import { applyDemoMode } from './services/store/demo-period.ts';
import { applyAllDueSales } from './workers/sale-clock.ts';
import { startWorkers } from './workers/start-workers.ts';

export interface StoreOptions {
  /** Folder of the database and the pictures; created when missing. */
  dataDir: string;
  /** PostgreSQL connection URL (postgres://…); SQLite in the data folder by default. */
  databaseUrl?: string | undefined;
  /** Public identifier that clients send; it grants no access. */
  applicationKey?: string;
  /** Shows one-time codes instead of sending them; off by default. */
  demoMode?: boolean;
  /** Token of the link that opens a demo to a browser; by default a demo is open to all. */
  demoLinkToken?: string | undefined;
  /** Origins of static sites that may call from a browser (CORS). */
  allowedOrigins?: string[];
  /** What order numbers begin with; `HT` by default. */
  orderPrefix?: string;
  /** Whether the API is described at `/api/docs` and `/api/openapi.json`; on by default. */
  servesApiDocs?: boolean;
  /** Whether the calls of the admin pages are answered; on by default. */
  servesAdmin?: boolean;
  /** Public URL of the shop, for links in mails. */
  siteUrl?: string;
  /** Origin of the admin pages; that of the shop by default. */
  adminUrl?: string | undefined;
  /** Where pictures are, and the public URL that replies refer to them by; the shop's own by default. */
  media?: MediaSettings;
  /** How messages are sent; those without a transport stay in the outbox. */
  messages?: readonly ChosenTransport[];
  /** Payment provider; without one, a demo shop uses a test provider and any other shop is paid on delivery. */
  payments?: ChosenProvider | undefined;
  /** The shipping rule of `shop.config.ts`; by default the shop charges by its own zones or charge. */
  shipping?: ChosenRule | undefined;
  /** Work on a timer, by its names; none by default. */
  jobs?: Readonly<Record<string, Job>> | undefined;
  /** CAPTCHA of forms that send messages; none by default. */
  captcha?: CaptchaSettings | undefined;
  /** A CDN in front of the shop; none by default. */
  cdn?: CdnSettings | undefined;
  /** Where the audit log is copied to; nowhere by default. */
  audit?: AuditSettings;
  /** Whether webhooks may be at addresses of this machine and of private networks; off by default. */
  allowsPrivateWebhooks?: boolean;
  /** Whether this process does the background work, such as sending messages; on by default. Others may do it too. */
  runsBackgroundWork?: boolean;
  /** How pictures of products from programs are fetched; from public addresses only by default. */
  pictureFetching?: FetchPictureOptions | undefined;
  /** Functions of `shop.config.ts` that get events; undefined when they are unknown, so that events wait for them. */
  eventHandlers?: EventHandlers | undefined;
  /** What was found in the settings, for the hourly check; nothing by default. */
  ofSettings?: readonly Finding[] | undefined;
  /** Whether the shop sells, so that owners get mails when it is ill; off by default. */
  production?: boolean;
  log?: Logger;
}

export interface Store {
  db: Db;
  /** Handles a request below `/api`; `takeReply` gets a successful reply as an object. */
  fetch: (request: Request, takeReply?: TakeReply) => Promise<Response>;
  /** Reads the current catalogue revision, including changes of other processes. */
  revision: () => number;
  /** The same, undefined unless it is known to be at most 1.5 s old. */
  confirmedRevision: () => number | undefined;
  metrics: Metrics;
  log: Logger;
  /** Stops the background workers; the store still serves requests. */
  stopWorkers: () => Promise<void>;
  /** Stops the background workers and closes the database. No request may be in progress. */
  close: () => Promise<void>;
}

/** Opens the database and starts or ends its demo period. Throws `StoreUnavailable`. */
async function openDatabaseInMode({ dataDir, databaseUrl, demoMode = false }: StoreOptions, log: Logger): Promise<Db> {
  const db = await openDatabase(dataDir, databaseUrl, { say: (line) => log.warn(line) });
  try {
    await applyDemoMode(db, { demoMode, log });
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** The payment provider of the settings; without one, that of a demo. */
async function connectPayments(
  { payments, demoMode }: StoreOptions,
  db: Db,
  log: Logger,
  metrics: Metrics,
): Promise<GuardedProvider | undefined> {
  if (payments) return connectProvider(payments, db, log, metrics.countProviderFailure);
  return demoMode ? guardProvider(testProvider, () => {}) : undefined;
}

/** Opens a store: database, API and background workers. Close it when done. Throws `StoreUnavailable`. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const log = options.log ?? createLog({ production: true, level: 'info' });
  const { messages = [], siteUrl = DEFAULT_SITE_URL, allowsPrivateWebhooks = false, runsBackgroundWork = true } = options;
  const db = await openDatabaseInMode(options, log);
  const revision = await openRevisionReader(db, options.dataDir, options.databaseUrl);
  const metrics = createMetrics(db);
  const onBroken = (broken: unknown) => log.warn(broken, 'a stored product is wrong: see store doctor');
  brokenProductChannel.subscribe(onBroken);
  const onComponentFailure = (message: unknown): void => {
    const { name, error } = message as ComponentFailure;
    log.error({ err: error, component: name }, 'a component of shop.config.ts is left out of pages');
    metrics.countComponentFailure(name);
    recordFailure(db, name, RENDER, error).catch((err: unknown) => log.warn({ err }, 'a failed component could not be recorded'));
  };
  subscribe(COMPONENT_FAILURE_CHANNEL, onComponentFailure);
  const paymentProvider = await connectPayments(options, db, log, metrics);
  const { pictures } = await openStoreFiles(options.dataDir, options.media?.s3);
  // Where browsers read the storage itself, no preview can take the place of a picture.
  const later = options.media?.publicUrl === undefined ? createEncodingQueue(db) : undefined;
  const app = createApp({
    db,
    pictures: createWebSource(pictures, { ...options.pictureFetching, later }),
    cdn: options.cdn,
    confirmedRevision: revision.readConfirmed,
    database: revision,
    metrics,
    demoMode: options.demoMode ?? false,
    demoLinkToken: options.demoLinkToken,
    sends: {
      mail: sendsMail(messages),
      sms: sendsText(messages, 'otp'),
      ownerTexts: sendsText(messages, 'owner_order'),
      orders: { mail: sendsMail(messages), sms: sendsText(messages, 'order_placed') },
    },
    paymentProvider,
    shippingRule: options.shipping && openShippingRule(options.shipping, db, log, metrics.countShippingFailure),
    captcha: options.captcha && createCaptchaVerifier(options.captcha, log),
    siteUrl,
    allowsPrivateWebhooks,
    adminUrl: options.adminUrl ?? siteUrl,
    orderPrefix: options.orderPrefix,
    deviceKey: await readDeviceKey(db),
    picturesUrl: options.media?.publicUrl,
    applicationKey: options.applicationKey ?? DEFAULT_APPLICATION_KEY,
    allowedOrigins: options.allowedOrigins ?? [],
    servesApiDocs: options.servesApiDocs ?? true,
    servesAdmin: options.servesAdmin ?? true,
    log,
  });
  const { cdn } = options;
  await enablePurges(db, cdn?.purge !== undefined);
  const purges = cdn?.purge && {
    ...cdn.purge,
    ttlSeconds: cdn.ttlSeconds,
    revision: revision.read,
    onSent: metrics.countCdnPurge,
  };
  const stopForwarding = forwardAudit(db, listDestinations(options.audit ?? {}), (err) =>
    log.error({ err }, 'events of the audit log could not be copied: check AUDIT_FILE and AUDIT_SYSLOG'),
  );
  const { ofSettings = [], production = false } = options;
  const checked = { dataDir: options.dataDir, siteUrl, messages, allowsPrivateWebhooks, cdn, ofSettings, production };
  const { eventHandlers } = options;
  if (eventHandlers) await syncEventHandlers(db, eventHandlers, log);
  const work = {
    transports: connectTransports(messages, { allowsPrivate: allowsPrivateWebhooks }),
    pictures,
    allowsPrivateWebhooks,
    eventHandlers,
    siteUrl,
    paymentProvider,
    jobs: options.jobs ?? {},
    onAttempt: metrics.countMessageAttempt,
    onJobFailure: metrics.countJobFailure,
    health: {
      check: () => checkOpenShop(db, checked),
      mailsOwners: checked.production,
    },
  };
  // No page that is rendered from now on shows a sale that ended while the server was down.
  await applyAllDueSales(db);
  const workers = runsBackgroundWork ? startWorkers(db, work, log, purges) : undefined;
  return {
    db,
    fetch: async (request, takeReply) => app.fetch(request, { takeReply }),
    revision: revision.read,
    confirmedRevision: revision.readConfirmed,
    metrics,
    log,
    stopWorkers: async () => workers?.stop(),
    close: async () => {
      await workers?.stop();
      brokenProductChannel.unsubscribe(onBroken);
      unsubscribe(COMPONENT_FAILURE_CHANNEL, onComponentFailure);
      await revision.close();
      await stopForwarding();
      await db.destroy();
    },
  };
}

let embeddedStore: Promise<Store> | undefined;

/** Returns the store of this process; opens it on first use, configured by environment variables. */
export function getEmbeddedStore(): Promise<Store> {
  embeddedStore ??= Promise.try(openFromEnvironment, process.env).catch((error: unknown) => {
    embeddedStore = undefined;
    throw error;
  });
  return embeddedStore;
}

async function openFromEnvironment(env: NodeJS.ProcessEnv): Promise<Store> {
  let problem: string | undefined;
  const shop = await loadShopConfig(env, (found) => {
    problem = found;
  });
  const { logLevel, production, admin, ...configuration } = readConfiguration(env, shop);
  const log = createLog({ production, level: logLevel });
  if (problem !== undefined) log.error(`shop.config.ts is not used. ${problem}`);
  const settings = { ...configuration, production };
  return openStore({
    ...settings,
    ofSettings: [
      ...checkProductionSettings(settings, env['PUBLIC_SITE_URL']),
      ...checkProxy(settings, env['HOST']),
      ...checkEnvironment([...(problem === undefined ? [] : [problem]), ...findIneffectiveSettings(env, shop)]),
    ],
    servesAdmin: admin.isOn,
    adminUrl: admin.origin,
    log,
    ...(problem === undefined && { eventHandlers: shop.on ?? {} }),
  });
}
