import { decodePath } from '#lib/rules/routes/decode-path.ts';
import { pathOf } from '#server/http/request-target.ts';

/**
 * Parses the path of a request target into decoded segments. Undefined for an unsafe path: invalid percent-encoding, a NUL, a backslash,
 * or a segment that is empty, hidden or contains a slash (path traversal by `..` included).
 */
export function parsePathSegments(url: string): string[] | undefined {
  const path = pathOf(url);
  if (!path.startsWith('/')) return undefined;
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => decodePath(segment) ?? '');
  return segments.every((segment) => /^[^./\\\0][^/\\\0]*$/.test(segment)) ? segments : undefined;
}
