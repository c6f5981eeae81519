import type { AnalyticsProviderName, AnalyticsSettings } from './settings.ts';

const names: Record<AnalyticsProviderName, string> = { ga4: 'Google Analytics', metaPixel: 'Meta', plausible: 'Plausible' };

/**
 * The question whether visits may be measured: by whom and what for. `custom` is what a module of the shop's own is called. An answer counts
 * for the question with the same text.
 */
export function askForConsent(providers: AnalyticsSettings, custom?: string): string {
  const on = (Object.keys(names) as AnalyticsProviderName[]).filter((name) => providers[name]).map((name) => names[name]);
  if (custom) on.push(custom);
  const last = on.pop();
  const list = on.length > 0 ? `${on.join(', ')} and ${last}` : last;
  return `May ${list} measure visits to improve the shop${providers.metaPixel ? ' and its ads' : ''}?`;
}
