import type { ShopConfig } from '#api/extend/shop-config.ts';
import type { CdnSettings } from '#api/handlers/http/cdn-keys-of-replies.ts';
import { isLoopbackHost } from '#api/loopback.ts';
import type { AuditSettings } from '#api/services/audit-trail/destinations.ts';
import type { CaptchaSettings } from '#api/services/limits/captcha-verification.ts';
import type { ChosenTransport } from '#api/services/messages/transport-module.ts';
import { DEFAULT_ORDER_PREFIX, isOrderPrefix } from '#api/services/order-number.ts';
import type { ChosenProvider } from '#api/services/payments/provider-module.ts';
import type { ChosenRule } from '#api/services/shipping/shipping-rule.ts';
import { DEFAULT_APPLICATION_KEY } from '#lib/contract/calls/application-key.ts';
import { dependentAnalyticsSettings, readAnalytics, toAnalyticsEnvironment } from '#lib/rules/analytics/settings.ts';
import { readAudit } from './audit.ts';
import { type MediaSettings, readMedia } from './media.ts';
import { listMessageTransports, readMessages } from './messages.ts';
import { listModules } from './modules.ts';
import { isOrigin, isUrl, parseList } from './parse-values.ts';
import { listPaymentProviders, readPayments } from './payments.ts';
import { listDependentSettings, listSwitches } from './provider-values.ts';
import { readCaptcha, readCdn } from './providers.ts';
import { findUnusedRule, readShipping } from './shipping.ts';

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

/** Values of NODE_ENV; all but the first are alike. */
const nodeEnvironments = ['production', 'development', 'test'];

const MAX_PORT = 65_535;
const DEFAULT_PORT = 4321;
const DEFAULT_HOST = 'localhost';
const DEFAULT_REVALIDATE_SECONDS = 30;

const urlOfPort = (port: number): string => `http://localhost:${port}`;

/** Public URL of a shop with default settings. */
export const DEFAULT_SITE_URL = urlOfPort(DEFAULT_PORT);

/** Only programs on this machine may read the metrics by default. */
const DEFAULT_METRICS_HOST = '127.0.0.1';

function readPort(env: NodeJS.ProcessEnv, name: string, problems: string[]): number | undefined {
  const value = env[name];
  if (!value) return undefined;
  if (/^\d{1,5}$/.test(value) && Number(value) <= MAX_PORT) return Number(value);
  problems.push(`${name} must be a port number from 0 to ${MAX_PORT}, not "${value}"`);
  return undefined;
}

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

/**
 * Demo mode shows codes instead of sending them. It is on with DEMO_MODE=1, and by default (`localDemo`) while only this machine can
 * reach the shop; never together with a real provider.
 */
function readDemoMode(env: NodeJS.ProcessEnv, host: string, providers: readonly string[], problems: string[]) {
  const value = env['DEMO_MODE'] || undefined;
  if (value && value !== '0' && value !== '1')
    problems.push(`DEMO_MODE must be 1 to show one-time codes to every visitor, 0 never to, or unset, not "${value}"`);
  const isExplicit = env['DEMO_MODE'] === '1';
  if (isExplicit && providers.length > 0) {
    const settings = providers.join(' and ');
    problems.push(
      `DEMO_MODE=1 shows one-time codes to everyone and cannot be used with a real provider. Unset DEMO_MODE or ${settings}.`,
    );
  }
  const off = { demoMode: false, localDemo: false, demoLinkToken: undefined };
  if (providers.length > 0 || value === '0') return off;
  const isPublic = env['NODE_ENV'] === 'production' || env['PUBLIC_SITE_URL'] || env['TRUST_PROXY'] === '1';
  const localDemo = !isExplicit && !isPublic && isLoopbackHost(host);
  return {
    demoMode: isExplicit || localDemo,
    localDemo,
    demoLinkToken: localDemo ? env['DEMO_LINK_TOKEN'] || undefined : undefined,
  };
}

/** Normalises to origins as browsers send them, without path and trailing slash. The public address is one of them. */
function readOrigins(env: NodeJS.ProcessEnv, problems: string[]): string[] {
  const siteUrl = env['PUBLIC_SITE_URL'] ?? '';
  const origins = parseList(env['STORE_ALLOWED_ORIGINS']).flatMap((item) => {
    if (isUrl(item, ['http:', 'https:'])) return new URL(item).origin;
    problems.push(`STORE_ALLOWED_ORIGINS must be origins such as https://shop.example, separated by commas, not "${item}"`);
    return [];
  });
  return [...new Set([...origins, ...(isUrl(siteUrl, ['http:', 'https:']) ? [new URL(siteUrl).origin] : [])])];
}

/** Accepts only 0 and 1: "true" or "yes" must not silently mean off. */
function readTrustProxy(env: NodeJS.ProcessEnv, problems: string[]): boolean | undefined {
  const value = env['TRUST_PROXY'];
  if (!value) return undefined;
  if (value !== '0' && value !== '1')
    problems.push(`TRUST_PROXY must be 1 behind a reverse proxy that sets X-Forwarded-For, otherwise 0, not "${value}"`);
  return value === '1';
}

function readOrderPrefix(env: NodeJS.ProcessEnv, problems: string[]): string {
  const value = env['ORDER_PREFIX'] || DEFAULT_ORDER_PREFIX;
  if (!isOrderPrefix(value)) problems.push(`ORDER_PREFIX must be one to six letters or digits, such as MS, not "${value}"`);
  return value;
}

/** By default, a shop in production does not describe its API to strangers. */
function readApiDocs(env: NodeJS.ProcessEnv, problems: string[]): boolean {
  const value = env['API_DOCS'];
  if (value && value !== '0' && value !== '1')
    problems.push(`API_DOCS must be 1 to describe the API at /api/docs, otherwise 0, not "${value}"`);
  return value ? value === '1' : env['NODE_ENV'] !== 'production';
}

/** By default, a webhook can lead to nothing inside the network of the shop. */
function readPrivateWebhooks(env: NodeJS.ProcessEnv, problems: string[]): boolean {
  const value = env['WEBHOOKS_PRIVATE'];
  if (value && value !== '0' && value !== '1')
    problems.push(`WEBHOOKS_PRIVATE must be 1 to allow webhooks in private networks, otherwise 0, not "${value}"`);
  return value === '1';
}

/** Refuses unknown values: "prod" or "Production" must not silently mean a demo shop. */
function checkNodeEnv(env: NodeJS.ProcessEnv, problems: string[]): void {
  const value = env['NODE_ENV'];
  if (value && !nodeEnvironments.includes(value))
    problems.push(
      `NODE_ENV must be production for a real shop, otherwise ${nodeEnvironments.slice(1).join(', ')} or unset, not "${value}"`,
    );
}

/** Reads the public URL. In production it is https, except on this machine. */
function readSiteUrl(env: NodeJS.ProcessEnv, port: number, problems: string[]): string {
  const siteUrl = env['PUBLIC_SITE_URL'] || urlOfPort(port);
  if (!isUrl(siteUrl, ['http:', 'https:'])) problems.push('PUBLIC_SITE_URL must be a URL that begins with http:// or https://');
  else if (!isOrigin(siteUrl))
    problems.push(
      `PUBLIC_SITE_URL must be the address of the home page alone, such as ${new URL(siteUrl).origin}, without a path, query, # or user name: ` +
        'a shop has a host name of its own',
    );
  else if (env['NODE_ENV'] === 'production' && siteUrl.startsWith('http:') && !isLoopbackHost(new URL(siteUrl).hostname))
    problems.push(
      'PUBLIC_SITE_URL must begin with https:// in production, because passwords and codes would travel unencrypted. docs/hosting.md shows how',
    );
  return siteUrl;
}

/** Settings that have no effect without another, each with the one they need. */
const dependentSettings: readonly (readonly [RegExp, string])[] = [
  ...dependentAnalyticsSettings.map(([name, needed]) => [new RegExp(`^${name}$`), needed] as const),
  [/^CAPTCHA_(SITE_KEY|SECRET|URL)$/, 'CAPTCHA_PROVIDER'],
  [/^METRICS_HOST$/, 'METRICS_PORT'],
  [/^CDN_PURGE_URL$/, 'CDN_TTL'],
  [/^CDN_PURGE_TOKEN$/, 'CDN_PURGE_URL'],
  [/^MEDIA_CACHE_MB$/, 'MEDIA_URL'],
  [/^(STORE_REVALIDATE_SECONDS|PICTURE_ORIGINS)$/, 'STORE_API_URL'],
];

/** Settings that are no longer read, each with what to do instead. */
const removedSettings: Readonly<Record<string, string>> = {
  DATABASE_READ_URL: 'see "Standbys" in docs/hosting.md, and unset it',
};

/** Finds settings that are no longer read. Each message says what to do. */
export const findRemovedSettings = (env: NodeJS.ProcessEnv): string[] =>
  Object.entries(removedSettings).flatMap(([name, advice]) => (env[name] ? [`${name} is no longer read: ${advice}`] : []));

/** Finds settings that have no effect because another one is missing; a shop starts anyway. Each message says what to set. */
export function findIneffectiveSettings(env: NodeJS.ProcessEnv, shop: ShopConfig = {}): string[] {
  const ofModules = new Map(listDependentSettings(listModules(shop)));
  const ineffective = Object.keys(env)
    .filter((name) => env[name])
    .flatMap((name) => {
      const needed = ofModules.get(name) ?? dependentSettings.find(([pattern]) => pattern.test(name))?.[1];
      return needed && !env[needed] ? [`${name} has no effect without ${needed}: set ${needed} too, or unset ${name}`] : [];
    });
  return [...ineffective, ...findUnusedRule(env, shop)];
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
