import { parseUrl } from './parse-url.ts';
import * as paths from './paths.ts';

/** Pages that redirect a signed-in customer: returning to one would loop (specification, routes). */
const authPaths = [paths.signIn(), paths.signUp, paths.forgotPassword, paths.resetPassword];

/** Base for parsing a relative URL; a different origin means that the URL leaves the site. */
const BASE = 'http://base.invalid';

/**
 * Sanitises the `next` parameter of the sign-in page: returns the normalised path with query and hash. URLs of other sites and the
 * sign-in and sign-up pages become the home page.
 */
export function sanitiseNextPath(next: string | null | undefined): string {
  const url = next?.startsWith('/') ? parseUrl(next, BASE) : undefined;
  if (!url) return paths.home;
  const { origin, pathname, search, hash } = url;
  const isUnsafe =
    origin !== BASE ||
    pathname.startsWith('//') ||
    authPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`));
  return isUnsafe ? paths.home : pathname + search + hash;
}
