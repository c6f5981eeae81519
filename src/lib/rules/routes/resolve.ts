import { canonicalQuery } from './query.ts';
import { type PageRoute, pageRoutes } from './table.ts';

/** A request's address, resolved. */
export interface ResolvedPage {
  /** The one address of this page: path and query as they are rendered and cached. */
  address: string;
  /** See `PageRoute.document`. */
  document: boolean;
}

/** A longer path is no page's, in characters. */
const MAX_PATH = 1000;

const fixed = new Map<string, PageRoute>(Object.entries(pageRoutes).filter(([path]) => !path.includes('[')));

/** Routes with a changing segment: what stands before and after it. */
const changing = Object.entries(pageRoutes as Record<string, PageRoute>).flatMap(([path, route]) => {
  const parts = /^(.*)\[\w+\](.*)$/.exec(path);
  return parts ? [{ before: parts[1] ?? '', after: parts[2] ?? '', route }] : [];
});

function decode(path: string): string | undefined {
  try {
    return path.includes('%') ? decodeURIComponent(path) : path;
  } catch {
    return undefined;
  }
}

/** The route of a path and the path as it is written there. */
function findRoute(path: string): { path: string; route: PageRoute } | undefined {
  const decoded = decode(path.length > 1 ? path.replace(/\/$/, '') : path);
  if (decoded === undefined) return undefined;
  const route = fixed.get(decoded);
  if (route) return { path: decoded, route };
  for (const { before, after, route } of changing) {
    if (decoded.length <= before.length + after.length || !decoded.startsWith(before) || !decoded.endsWith(after)) continue;
    const segment = decoded.slice(before.length, decoded.length - after.length);
    if (!route.segment?.test(segment) || segment === '.' || segment === '..') continue;
    return { path: before + encodeURIComponent(segment.toWellFormed()) + after, route };
  }
  return undefined;
}

/** Finds the page that a request asks for (`/shop?page=2`, as in the request line); undefined where no page answers. */
export function resolvePage(url: string): ResolvedPage | undefined {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark + 1);
  if (path.length > MAX_PATH) return undefined;
  const found = findRoute(path);
  if (!found) return undefined;
  return { address: found.path + canonicalQuery(found.route, query), document: found.route.document === true };
}

/** Where a path leads that is no page's: a product's is Page Not Found by its own address (specification 7.1). */
export const notFoundPath = (url: string): string => (/^\/products\/[^?]/.test(url) ? '/not-found' : '/404');
