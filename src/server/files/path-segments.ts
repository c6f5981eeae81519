/**
 * The segments of a request's path, decoded; the query is left out. Undefined for a path that names no file: one with wrong
 * percent-encoding, a NUL, a backslash, or a segment that is empty, hidden or holds a slash (`..` among them).
 */
export function parsePathSegments(url: string): string[] | undefined {
  const path = url.split(/[?#]/, 1)[0] as string;
  if (!path.startsWith('/')) return undefined;
  try {
    const segments = path.slice(1).split('/').map(decodeURIComponent);
    return segments.every((segment) => /^[^./\\\0][^/\\\0]*$/.test(segment)) ? segments : undefined;
  } catch {
    return undefined;
  }
}
