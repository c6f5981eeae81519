import type { APIContext } from 'astro';

/** A directive in the form that Astro accepts. */
type CspDirective = Parameters<NonNullable<APIContext['csp']>['insertDirective']>[0];

/**
 * The content security policy of every page. Astro adds the sources and hashes of scripts and styles: those of CAPTCHA and payment providers
 * are in `provider-sources.ts`. Pages add the origins of remote pictures. `storeUrl` is the URL of a store API on another origin.
 */
export const listCspDirectives = (storeUrl?: string): CspDirective[] => [
  "default-src 'self'",
  "img-src 'self' data:",
  // Falls back to default-src, which saves bytes in the first response.
  ...(storeUrl ? [`connect-src 'self' ${new URL(storeUrl).origin}` as const] : []),
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  'report-uri /csp-reports',
];
