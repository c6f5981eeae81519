import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { APPLICATION_KEY_HEADER, DEFAULT_APPLICATION_KEY } from '#lib/contract/calls/application-key.ts';
import { readAnalytics } from '#lib/rules/analytics/settings.ts';
import { StartFailure } from '#server/process/explain-start-failure.ts';

export type StaticSiteSettings = NonNullable<ReturnType<typeof readStaticSettings>>;

export const usage = `Usage: npm run build:static -- [options]

  --out DIR         folder of the site, "site" by default
  --pictures copy   copies the store's pictures to the site; by default browsers load them from the store API
  --no-compress     writes no .br and .gz files, for hosts that compress by themselves
  --full            renders every page, changed or not
  --watch           stays and publishes each change of the catalogue

PUBLIC_STORE_API_URL and PUBLIC_SITE_URL must be set; STORE_API_URL if this machine reaches the store API at another address.`;

const DEFAULT_OUT = 'site';

/** Reads an http URL without a trailing slash. Throws a `StartFailure` that says what to set. */
function readUrl(env: NodeJS.ProcessEnv, name: string, example: string): string {
  const value = env[name] ?? '';
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value.replace(/\/+$/, '');
  throw new StartFailure(`${name} must be set to ${example}${value && `, not "${value}"`}`);
}

/** The settings of analytics as the pages read them. Throws a `StartFailure` that names each that is wrong. */
function pickAnalytics(env: NodeJS.ProcessEnv): Record<string, string> {
  const problems: string[] = [];
  readAnalytics(env, problems);
  if (problems.length > 0) throw new StartFailure(problems.join('\n'));
  const picked = Object.entries(env).filter(([name, value]) => name.startsWith('ANALYTICS_') && value);
  return Object.fromEntries(picked.sort()) as Record<string, string>;
}

/** Reads the settings from the command line and the environment; undefined for `--help`. Throws a `StartFailure`. */
export function readStaticSettings(args: readonly string[], env: NodeJS.ProcessEnv) {
  const options = parseOptions(args);
  if (options.help) return undefined;
  if (options.pictures !== 'api' && options.pictures !== 'copy')
    throw new StartFailure(`--pictures must be copy or api, not "${options.pictures}"`);
  const publicApiUrl = readUrl(
    env,
    'PUBLIC_STORE_API_URL',
    'the store API as browsers reach it, such as https://api.shop.example/api',
  );
  const siteUrl = readUrl(env, 'PUBLIC_SITE_URL', 'the public address of the site, such as https://shop.example');
  if (new URL(siteUrl).pathname !== '/')
    throw new StartFailure(`PUBLIC_SITE_URL must have no path, not "${siteUrl}": the site needs a host name of its own`);
  return {
    apiUrl: env['STORE_API_URL'] ? readUrl(env, 'STORE_API_URL', 'the store API as this machine reaches it') : publicApiUrl,
    publicApiUrl,
    siteUrl,
    applicationKey: env['PUBLIC_STORE_APP_KEY'] || DEFAULT_APPLICATION_KEY,
    applicationKeyHeader: env['PUBLIC_STORE_APP_KEY_HEADER'] || APPLICATION_KEY_HEADER,
    outDir: resolve(options.out),
    // With `copy` the site has the store's pictures; with `api` they stay with the store.
    pictures: options.pictures,
    compress: !options['no-compress'],
    full: options.full,
    watch: options.watch,
    pictureOrigins: (env['PICTURE_ORIGINS'] ?? '')
      .split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
    analytics: pickAnalytics(env),
  };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        out: { type: 'string', default: DEFAULT_OUT },
        pictures: { type: 'string', default: 'api' },
        'no-compress': { type: 'boolean', default: false },
        full: { type: 'boolean', default: false },
        watch: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}\n\n${usage}`);
  }
}
