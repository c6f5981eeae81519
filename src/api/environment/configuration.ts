import type { ShopConfig } from '#api/extend/shop-config.ts';
import type { CdnSettings } from '#api/handlers/http/cdn-keys-of-replies.ts';
import { isLoopbackHost } from '#api/loopback.ts';
import type { AuditSettings } from '#api/services/audit-trail/destinations.ts';
import type { CaptchaSettings } from '#api/services/limits/captcha-verification.ts';
import { DEFAULT_ORDER_PREFIX, isOrderPrefix } from '#api/services/order-number.ts';
import { DEFAULT_APPLICATION_KEY } from '#lib/contract/calls/application-key.ts';
import { captchaProviders } from '#lib/contract/calls/define-call.ts';
import { readAnalytics, toAnalyticsEnvironment } from '#lib/rules/analytics/settings.ts';
import { DEFAULT_HOST, DEFAULT_PORT, isOrigin, isUrl, readOrigins, readPort, readSiteUrl } from './addresses.ts';
import { readMedia } from './media.ts';
import {
  listMessageTransports,
  listModules,
  listPaymentProviders,
  listSwitches,
  readMessages,
  readPayments,
  readShipping,
} from './modules.ts';

export type Configuration = ReturnType<typeof inspectConfiguration>['configuration'];

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
export function inspectConfiguration(env: NodeJS.ProcessEnv, shop: ShopConfig = {}) {
  const problems: string[] = [];
  const production = env['NODE_ENV'] === 'production';
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
  const configuration = {
    production,
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
    // By default, a shop in production does not describe its API to strangers.
    servesApiDocs: readSwitch('API_DOCS', env['API_DOCS'], 'to describe the API at /api/docs', problems) ?? !production,
    trustProxy: readSwitch('TRUST_PROXY', env['TRUST_PROXY'], 'behind a reverse proxy that sets X-Forwarded-For', problems),
    admin: readAdmin(env, siteUrl, problems),
    siteUrl: siteUrl.replace(/\/+$/, ''),
    messages,
    payments,
    shipping: readShipping(env, problems, shop),
    captcha: readCaptcha(env, problems),
    jobs: shop.jobs,
    cdn: readCdn(env, problems),
    audit: readAudit(env, problems),
    // By default, a webhook can lead to nothing inside the network of the shop.
    allowsPrivateWebhooks:
      readSwitch('WEBHOOKS_PRIVATE', env['WEBHOOKS_PRIVATE'], 'to allow webhooks in private networks', problems) ?? false,
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

/** Reads the captcha provider and its keys; undefined without a provider. Adds to `problems`. */
function readCaptcha(env: NodeJS.ProcessEnv, problems: string[]): CaptchaSettings | undefined {
  const value = env['CAPTCHA_PROVIDER'];
  if (!value) return undefined;
  const provider = captchaProviders.find((name) => name === value);
  if (!provider) problems.push(`CAPTCHA_PROVIDER must be ${captchaProviders.join(' or ')}, not "${value}"`);
  const siteKey = env['CAPTCHA_SITE_KEY'] ?? '';
  const secret = env['CAPTCHA_SECRET'] ?? '';
  if (!siteKey || !secret) problems.push('CAPTCHA_SITE_KEY and CAPTCHA_SECRET must be set when CAPTCHA_PROVIDER is');
  const url = env['CAPTCHA_URL']?.replace(/\/+$/, '') || undefined;
  if (url && !isUrl(url, ['http:', 'https:'])) problems.push('CAPTCHA_URL must be a URL that begins with http:// or https://');
  return { provider: provider ?? 'turnstile', siteKey, secret, url };
}

/** Reads the TTL of pages in a CDN and where to purge them; undefined without a CDN. Adds to `problems`. */
function readCdn(env: NodeJS.ProcessEnv, problems: string[]): CdnSettings | undefined {
  const value = env['CDN_TTL'];
  if (!value || value === '0') return undefined;
  if (!/^\d{1,6}$/.test(value)) problems.push(`CDN_TTL must be a whole number of seconds, such as 600, not "${value}"`);
  if (!env['PUBLIC_SITE_URL']) problems.push('PUBLIC_SITE_URL must be set when CDN_TTL is: the pages that the CDN keeps name it');
  const url = env['CDN_PURGE_URL'];
  if (url && !isUrl(url, ['http:', 'https:'])) problems.push('CDN_PURGE_URL must be a URL that begins with http:// or https://');
  return { ttlSeconds: Number(value), purge: url ? { url, token: env['CDN_PURGE_TOKEN'] || undefined } : undefined };
}

/** Where the admin pages are. */
interface AdminSettings {
  /** Whether they are served at all, with their calls. */
  isOn: boolean;
  /** Origin of their own host; undefined on the host of the shop. */
  origin: string | undefined;
}

/** Reads `ADMIN` and `ADMIN_URL`. Adds to `problems`. */
function readAdmin(env: NodeJS.ProcessEnv, siteUrl: string, problems: string[]): AdminSettings {
  const value = env['ADMIN'] || undefined;
  if (value && value !== 'on' && value !== 'off')
    problems.push(`ADMIN must be off to serve no admin pages, otherwise on, not "${value}"`);
  const url = env['ADMIN_URL'] || undefined;
  if (!url) return { isOn: value !== 'off', origin: undefined };
  const isValid = isUrl(url, ['http:', 'https:']) && isOrigin(url);
  if (!isValid) problems.push(`ADMIN_URL must be an address without a path, such as https://admin.shop.example, not "${url}"`);
  else if (isUrl(siteUrl, ['http:', 'https:']) && new URL(url).host === new URL(siteUrl).host)
    problems.push(
      'ADMIN_URL must have another host name than PUBLIC_SITE_URL. Unset it to serve the admin pages on the host of the shop',
    );
  else if (env['NODE_ENV'] === 'production' && url.startsWith('http:') && !isLoopbackHost(new URL(url).hostname))
    problems.push(
      'ADMIN_URL must begin with https:// in production, because passwords would travel unencrypted. docs/hosting.md shows how',
    );
  return { isOn: value !== 'off', origin: isValid ? new URL(url).origin : undefined };
}

/** Values of NODE_ENV; all but the first are alike. */
const nodeEnvironments = ['production', 'development', 'test'];

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

/** Reads a setting that is 0 or 1, undefined if not set: "true" or "yes" must not silently mean off. `purpose` is what 1 is for. */
function readSwitch(name: string, value: string | undefined, purpose: string, problems: string[]): boolean | undefined {
  if (!value) return undefined;
  if (value !== '0' && value !== '1') problems.push(`${name} must be 1 ${purpose}, otherwise 0, not "${value}"`);
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

/** Reads where the audit log is copied to. Adds to `problems`. */
export function readAudit(env: NodeJS.ProcessEnv, problems: string[]): AuditSettings {
  const syslog = env['AUDIT_SYSLOG'] || undefined;
  const isValid = syslog === undefined || (isUrl(syslog, ['udp:', 'tcp:']) && new URL(syslog).port !== '');
  if (!isValid)
    problems.push('AUDIT_SYSLOG must be a syslog server with its port, such as udp://logs.example:514 or tcp://logs.example:601');
  return { file: env['AUDIT_FILE'] || undefined, syslog: isValid ? syslog : undefined };
}
