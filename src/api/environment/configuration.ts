import type { ShopConfig } from '#api/extend/shop-config.ts';
import type { CdnSettings } from '#api/handlers/http/cdn-keys-of-replies.ts';
import type { AuditSettings } from '#api/services/audit-trail/destinations.ts';
import type { CaptchaSettings } from '#api/services/limits/captcha-verification.ts';
import type { ChosenTransport } from '#api/services/messages/transport-module.ts';
import { DEFAULT_ORDER_PREFIX, isOrderPrefix } from '#api/services/order-number.ts';
import type { ChosenProvider } from '#api/services/payments/provider-module.ts';
import type { ChosenRule } from '#api/services/shipping/shipping-rule.ts';
import { DEFAULT_APPLICATION_KEY } from '#lib/contract/calls/application-key.ts';
import { readAnalytics, toAnalyticsEnvironment } from '#lib/rules/analytics/settings.ts';
import { DEFAULT_HOST, DEFAULT_PORT, readOrigins, readPort, readSiteUrl } from './addresses.ts';
import { type AdminSettings, readAdmin } from './admin.ts';
import { readAudit } from './audit.ts';
import { type MediaSettings, readMedia } from './media.ts';
import { listMessageTransports, readMessages } from './messages.ts';
import { listModules } from './modules.ts';
import { isUrl } from './parse-values.ts';
import { listPaymentProviders, readPayments } from './payments.ts';
import { listSwitches } from './provider-values.ts';
import { readCaptcha, readCdn } from './providers.ts';
import { readShipping } from './shipping.ts';
import { checkNodeEnv, readApiDocs, readDemoMode, readPrivateWebhooks, readTrustProxy } from './switches.ts';

/** A shop's settings, read from environment variables. */
export interface Configuration {
  production: boolean;
  /** Port to listen on; 0 for any free port. */
  port: number;
  /** Host name or address to listen on. */
  host: string;
  dataDir: string;
  /** PostgreSQL connection URL; undefined for SQLite in the data folder. */
  databaseUrl: string | undefined;
  /** Where pictures, backups and import files are. */
  media: MediaSettings;
  applicationKey: string;
  demoMode: boolean;
  /** What order numbers begin with, such as `HT`. */
  orderPrefix: string;
  /** Demo mode is on by default, without DEMO_MODE=1: only requests from this machine are served. */
  localDemo: boolean;
  /** Token of the link that opens a local demo to a browser; set by `npm start`. */
  demoLinkToken: string | undefined;
  /** TTL of cached pages whose data comes from another store API, in seconds. */
  revalidateSeconds: number;
  /** Origins of other sites that may call this store (CORS). */
  allowedOrigins: string[];
  /** Whether the API is described at `/api/docs` and `/api/openapi.json`. */
  servesApiDocs: boolean;
  /** Whether to trust the reverse proxy's X-Forwarded-For header; undefined if not set. */
  trustProxy: boolean | undefined;
  /** Where the admin pages are, and whether they are served. */
  admin: AdminSettings;
  /** Public URL of the shop without trailing slash, for links in mails. */
  siteUrl: string;
  /** How messages are sent: those without a transport wait. */
  messages: readonly ChosenTransport[];
  /** The payment provider; undefined without one. */
  payments: ChosenProvider | undefined;
  /** The shipping rule of `shop.config.ts`; undefined without one. */
  shipping: ChosenRule | undefined;
  captcha: CaptchaSettings | undefined;
  /** Jobs of `shop.config.ts`. */
  jobs: ShopConfig['jobs'];
  /** A CDN in front of the shop that may keep pages; undefined if there is none. */
  cdn: CdnSettings | undefined;
  /** Where the audit log is copied to. */
  audit: AuditSettings;
  /** Whether webhooks may be at addresses of this machine and of private networks. */
  allowsPrivateWebhooks: boolean;
  logLevel: string;
  /** Whether this process does the background work, such as sending messages. */
  runsBackgroundWork: boolean;
  /** Metrics on /metrics for requests with the token, or on a separate port. */
  metrics: { token: string | undefined; port: number | undefined; host: string };
}

/** Settings are missing, invalid or contradictory; each problem says what to fix. */
export class ConfigurationError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

const DEFAULT_REVALIDATE_SECONDS = 30;

/** Only programs on this machine may read the metrics by default. */
const DEFAULT_METRICS_HOST = '127.0.0.1';

function readRevalidateSeconds(env: NodeJS.ProcessEnv, problems: string[]): number {
  const value = env['STORE_REVALIDATE_SECONDS'];
  if (!value) return DEFAULT_REVALIDATE_SECONDS;
  if (!/^\d{1,5}$/.test(value))
    problems.push(`STORE_REVALIDATE_SECONDS must be a whole number of seconds, such as 30, not "${value}"`);
  return Number(value);
}

/** Reads the PostgreSQL connection URL; undefined for SQLite. Adds to `problems`. */
export function readDatabaseUrl(env: NodeJS.ProcessEnv, problems: string[]): string | undefined {
  const url = env['DATABASE_URL'] || undefined;
  if (url && !isUrl(url, ['postgres:', 'postgresql:']))
    problems.push('DATABASE_URL must be a URL such as postgres://user:password@host/shop');
  return url;
}

function readOrderPrefix(env: NodeJS.ProcessEnv, problems: string[]): string {
  const value = env['ORDER_PREFIX'] || DEFAULT_ORDER_PREFIX;
  if (!isOrderPrefix(value)) problems.push(`ORDER_PREFIX must be one to six letters or digits, such as MS, not "${value}"`);
  return value;
}

/** Parts of `shop.config.ts` that need the store. */
const storeParts = ['payments', 'messages', 'shipping', 'jobs', 'on'] as const satisfies readonly (keyof ShopConfig)[];

/** Finds parts of `shop.config.ts` that have no effect because the store is elsewhere. */
const findRemoteParts = (shop: ShopConfig): string[] =>
  storeParts
    .filter((part) => shop[part])
    .map(
      (part) =>
        `shop.config.ts has ${part}, which apply only where the store runs, but STORE_API_URL names another store: move them there`,
    );

/**
 * Reads the environment variables and what `shop.config.ts` adds; `problems` lists what must be fixed before a shop can start.
 */
export function inspectConfiguration(
  env: NodeJS.ProcessEnv,
  shop: ShopConfig = {},
): { configuration: Configuration; problems: string[] } {
  const problems: string[] = [];
  checkNodeEnv(env, problems);
  const port = readPort(env, 'PORT', problems) ?? DEFAULT_PORT;
  const host = env['HOST'] || DEFAULT_HOST;
  const siteUrl = readSiteUrl(env, port, problems);
  const logLevel = env['LOG_LEVEL'] || 'info';
  if (!logLevels.includes(logLevel)) problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}`);

  const storeUrl = env['STORE_API_URL'];
  if (storeUrl && !isUrl(storeUrl, ['http:', 'https:']))
    problems.push(`STORE_API_URL must be the base of a store API, such as https://api.shop.example/api, not "${storeUrl}"`);
  if (storeUrl) problems.push(...findRemoteParts(shop));

  // Read again by the pages.
  readAnalytics({ ...env, ...toAnalyticsEnvironment(shop.analytics) }, problems);
  const messages = readMessages(env, problems, listMessageTransports(shop));
  const payments = readPayments(env, problems, listPaymentProviders(shop));
  const providers = listSwitches(listModules(shop)).filter((name) => env[name]);
  const configuration: Configuration = {
    production: env['NODE_ENV'] === 'production',
    port,
    host,
    dataDir: env['DATA_DIR'] || './data',
    databaseUrl: readDatabaseUrl(env, problems),
    media: readMedia(env, problems),
    applicationKey: env['PUBLIC_STORE_APP_KEY'] || DEFAULT_APPLICATION_KEY,
    ...readDemoMode(env, host, providers, problems),
    orderPrefix: readOrderPrefix(env, problems),
    revalidateSeconds: readRevalidateSeconds(env, problems),
    allowedOrigins: readOrigins(env, problems),
    servesApiDocs: readApiDocs(env, problems),
    trustProxy: readTrustProxy(env, problems),
    admin: readAdmin(env, siteUrl, problems),
    siteUrl: siteUrl.replace(/\/+$/, ''),
    messages,
    payments,
    shipping: readShipping(env, problems, shop),
    captcha: readCaptcha(env, problems),
    jobs: shop.jobs,
    cdn: readCdn(env, problems),
    audit: readAudit(env, problems),
    allowsPrivateWebhooks: readPrivateWebhooks(env, problems),
    logLevel,
    // With WORKERS, the first process does it.
    runsBackgroundWork: !env['SHOP_WORKER'] || env['SHOP_WORKER'] === '1',
    metrics: {
      token: env['METRICS_TOKEN'] || undefined,
      port: readPort(env, 'METRICS_PORT', problems),
      host: env['METRICS_HOST'] || DEFAULT_METRICS_HOST,
    },
  };
  return { configuration, problems };
}

/** Like `inspectConfiguration`. Throws a `ConfigurationError` with every problem. */
export function readConfiguration(env: NodeJS.ProcessEnv, shop: ShopConfig = {}): Configuration {
  const { configuration, problems } = inspectConfiguration(env, shop);
  if (problems.length > 0) throw new ConfigurationError(problems);
  return configuration;
}
