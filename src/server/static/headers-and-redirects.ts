import type { ReplyOf } from '#lib/contract/calls/define-call.ts';
import type { redirectsCall } from '#lib/contract/calls/redirects.ts';
import { formatOldAddress } from '#lib/rules/routes/old-address.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { httpsOnly, immutable, securityHeaders } from '#server/http/response-headers.ts';
import { shopifyPaths } from '#server/pages/moved-url.ts';

type FormerAddress = ReplyOf<typeof redirectsCall>['data'][number];

/**
 * Headers of every page, as in the `_headers` file of Netlify and Cloudflare Pages. A header is named in one rule only, because these
 * hosts join the values of several.
 */
const pageHeaders = {
  ...securityHeaders,
  // The payment provider opens windows of banks that report back.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'content-security-policy': "frame-ancestors 'none'",
};

/** Pages whose address may contain a mailed secret. */
const secretPages = [paths.signInPage, paths.resetPassword];

const rule = (path: string, headers: Record<string, string>): string =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');

/** Content of `_headers`. */
export function renderHeadersFile(siteUrl: string): string {
  const all = { ...pageHeaders, ...(siteUrl.startsWith('https:') && httpsOnly) };
  const rules = [
    rule('/*', all),
    rule('/_astro/*', immutable),
    rule('/media/*', immutable),
    ...secretPages.map((path) => rule(path, { 'cache-control': 'private, no-store' })),
  ];
  return `${rules.join('\n\n')}\n`;
}

/** Rules for the addresses of a Shopify shop, after those of single pages; `deploy/nginx-static.conf` has the same. */
const shopifyRules = [
  '/collections/:collection/products/:product /products/:product 301',
  ...Object.entries(shopifyPaths).map(([path, target]) => `${path} ${target} 301`),
];

/** Paths of moved products and of collections. Other pages redirect for now. */
const isPermanent = (path: string): boolean => /^\/(?:products|collections)\//.test(path);

/** A rule for a former address of the owner's. Rules cannot name a query; `*` and `:` would match other addresses. */
const formerRule = ({ from, to }: FormerAddress): string[] => {
  const path = formatOldAddress(from).replaceAll('*', '%2A').replaceAll(':', '%3A');
  return from.includes('?') || from.includes('#') || /\s/.test(to) ? [] : [`${path} ${to} 301`];
};

/**
 * Content of `_redirects`: those of the site's own pages, by path, those of former addresses, and those of Shopify's addresses. The first rule that
 * matches counts, and pages of the site come before all.
 */
export const renderRedirectsFile = (
  redirects: readonly (readonly [path: string, target: string])[],
  former: readonly FormerAddress[],
): string => {
  const own = redirects.map(([path, target]) => `${encodeURI(path)} ${target} ${isPermanent(path) ? 301 : 302}`);
  return `${[...own, ...former.flatMap(formerRule), ...shopifyRules].join('\n')}\n`;
};
