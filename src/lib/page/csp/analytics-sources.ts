import type { APIContext } from 'astro';
import { customAnalytics, type PageAnalytics } from '#lib/page/analytics.ts';
import type { AnalyticsProviderName } from '#lib/rules/analytics/settings.ts';

/** Origins of a provider's scripts, of its requests, and of the pictures by which it counts. */
interface Sources {
  script?: readonly string[] | undefined;
  connect?: readonly string[] | undefined;
  img?: readonly string[] | undefined;
}

const googleScripts = 'https://*.googletagmanager.com';
const googleAnalytics = 'https://*.google-analytics.com';
const meta = 'https://www.facebook.com';

/** As the providers' documentation names them: https://developers.google.com/tag-platform/security/guides/csp */
const sourcesOf: Record<AnalyticsProviderName | 'custom', Sources> = {
  ga4: {
    script: [googleScripts],
    connect: [googleAnalytics, 'https://*.analytics.google.com', googleScripts],
    img: [googleAnalytics, googleScripts],
  },
  metaPixel: { script: ['https://connect.facebook.net'], connect: [meta], img: [meta] },
  plausible: { connect: ['https://plausible.io'] },
  custom: { script: customAnalytics?.origins, connect: customAnalytics?.origins, img: customAnalytics?.origins },
};

/** Adds the sources of the providers that are on to the policy of a page that they measure. */
export function allowAnalytics(csp: NonNullable<APIContext['csp']>, { providers, page }: PageAnalytics): void {
  if (page === 'private') return;
  const names = Object.keys(providers) as (keyof typeof sourcesOf)[];
  const list = (kind: keyof Sources): string[] => [
    ...new Set(
      names.flatMap((name) => {
        const url = name === 'custom' ? undefined : providers[name]?.url;
        const sources = sourcesOf[name][kind] ?? [];
        return url && sources.length > 0 ? [url] : sources;
      }),
    ),
  ];
  const scripts = list('script');
  if (scripts.length > 0) for (const source of ["'self'", ...scripts]) csp.insertScriptResource(source);
  const requests = list('connect');
  if (requests.length > 0) csp.insertDirective(`connect-src 'self' ${requests.join(' ')}`);
  const pictures = list('img');
  if (pictures.length > 0) csp.insertDirective(`img-src ${pictures.join(' ')}`);
}
