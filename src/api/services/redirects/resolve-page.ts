import { decodePath } from '#lib/rules/routes/decode-path.ts';
import { canonicalQuery } from '#lib/rules/routes/query.ts';
import { type PageRoute, pageRoutes } from '#lib/rules/routes/table.ts';
import { replaceLoneSurrogates } from '#lib/rules/text.ts';

export interface ResolvedPage {
  /** Canonical path and query: the URL that is rendered, and the cache key. */
  canonicalUrl: string;
  document: boolean;
  personal: boolean;
  showsProducts?: boolean;
}

/** Maximum length of a path, in characters: a slug of 255 letters takes up to nine for each. */
export const MAX_PATH_LENGTH = 2400;

const staticRoutes = new Map<string, PageRoute>(Object.entries(pageRoutes).filter(([path]) => !path.includes('[')));

/** Routes with a dynamic segment: the fixed text before and after it. */
const dynamicRoutes = Object.entries(pageRoutes as Record<string, PageRoute>).flatMap(([path, route]) => {
  const parts = /^(.*)\[\w+\](.*)$/.exec(path);
  return parts ? [{ prefix: parts[1] ?? '', suffix: parts[2] ?? '', route }] : [];
});

/** Finds the route of a path; `path` is returned in canonical encoding. */
function findRoute(path: string): { path: string; route: PageRoute } | undefined {
  const decoded = decodePath(path.length > 1 ? path.replace(/\/$/, '') : path);
  if (decoded === undefined) return undefined;
  const route = staticRoutes.get(decoded);
  if (route) return { path: decoded, route };
  for (const { prefix, suffix, route } of dynamicRoutes) {
    if (decoded.length <= prefix.length + suffix.length || !decoded.startsWith(prefix) || !decoded.endsWith(suffix)) continue;
    const segment = decoded.slice(prefix.length, decoded.length - suffix.length);
    if (!route.segment?.test(segment) || segment === '.' || segment === '..') continue;
    return { path: prefix + encodeURIComponent(replaceLoneSurrogates(segment)) + suffix, route };
  }
  return undefined;
}

/** Resolves a request URL (`/shop?page=2`, as in the request line) to a page; undefined if no route matches. */
export function resolvePage(url: string): ResolvedPage | undefined {
  const queryStart = url.indexOf('?');
  const path = queryStart < 0 ? url : url.slice(0, queryStart);
  const query = queryStart < 0 ? '' : url.slice(queryStart + 1);
  if (path.length > MAX_PATH_LENGTH) return undefined;
  const match = findRoute(path);
  if (!match) return undefined;
  return {
    canonicalUrl: match.path + canonicalQuery(match.route, query),
    document: match.route.document === true,
    personal: match.route.personal === true,
    showsProducts: match.route.showsProducts === true,
  };
}

/** Paths whose pages depend on what the store has. */
const storesPaths = /^\/(?:products|collections)\//;
/** Paths of calls and files. */
const otherPaths = /^\/(?:api|media|_astro)(?:\/|$)/;

/** Whether a former address, as it is stored, is one of this site whatever the store has, so that no redirect from it is looked for. */
export function isOwnAddress(address: string): boolean {
  const [path = '', query] = address.split('?', 2);
  if (path === '/') return query === undefined;
  return otherPaths.test(path) || (!storesPaths.test(path) && findRoute(path.replaceAll('%', '%25')) !== undefined);
}

/** Path of the Page Not Found page for an unknown URL; products have their own (specification, calls). */
export const notFoundPath = (url: string): string => (/^\/products\/[^?]/.test(url) ? '/not-found' : '/404');
