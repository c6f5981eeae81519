/** Where account entry leads when it was not asked to lead anywhere else. */
const HOME = '/';

/** Pages that only lead back to themselves or away again for somebody who is signed in (specification 2.1). */
const entry = /^\/(signin|signup|forgot-password|reset-password)(\/|$)/;

/** Any origin will do: it only shows whether an address leaves it. */
const HERE = 'http://here.invalid';

/**
 * Where to go after signing in: the path that `next` names, query and hash included, when it lies on this site; home otherwise.
 * Addresses of other sites, however they are written, and the account entry pages are refused.
 */
export function sanitiseNextPath(next: string | null | undefined): string {
  if (!next?.startsWith('/') || !URL.canParse(next, HERE)) return HOME;
  const { origin, pathname, search, hash } = new URL(next, HERE);
  const leaves = origin !== HERE || pathname.startsWith('//') || entry.test(pathname);
  return leaves ? HOME : pathname + search + hash;
}

/** The sign-in page that leads on to `path` afterwards. */
export const signInLink = (path: string): string => `/signin?next=${encodeURIComponent(path)}`;
