import { t } from '#lib/contract/text/t.ts';
import type { AnalyticsProviderName, AnalyticsSettings } from '#lib/rules/analytics/settings.ts';

const names: Record<AnalyticsProviderName, string> = { ga4: 'Google Analytics', metaPixel: 'Meta', plausible: 'Plausible' };

/**
 * The question whether visits may be measured: by whom and what for. `custom` is what a module of the shop's own is called. An answer counts
 * for the question with the same text.
 */
export function askForConsent(providers: AnalyticsSettings, custom?: string): string {
  const on = (Object.keys(names) as AnalyticsProviderName[]).filter((name) => providers[name]).map((name) => names[name]);
  if (custom) on.push(custom);
  const last = on.pop() ?? '';
  const list = on.length > 0 ? t('{first} and {second}', { first: on.join(', '), second: last }) : last;
  return providers.metaPixel
    ? t('May {providers} measure visits to improve the shop and its ads?', { providers: list })
    : t('May {providers} measure visits to improve the shop?', { providers: list });
}
