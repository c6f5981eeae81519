import type { ShopConfig } from '#api/extend/shop-config.ts';
import { dependentAnalyticsSettings } from '#lib/rules/analytics/settings.ts';
import { findUnusedRule, listDependentSettings, listModules } from './modules.ts';

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
