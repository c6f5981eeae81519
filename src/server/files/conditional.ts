import type { IncomingHttpHeaders } from 'node:http';

/** What tells one state of a file from another. */
export interface Validators {
  /** A strong entity tag, quotes included. */
  etag: string;
  /** When the file changed last, as an HTTP date. */
  lastModified: string;
}

const withoutWeak = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether the client already has this state of the file (304). If-None-Match counts before If-Modified-Since (RFC 9110, 13.2.2). */
export function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) return known.trim() === '*' || known.split(',').some((tag) => withoutWeak(tag) === etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Date.parse(lastModified) <= since;
}

/** Whether a Range header counts: without If-Range always, else only for the very state that the client has the beginning of. */
export function isRangeApplicable(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const condition = headers['if-range'];
  return typeof condition !== 'string' || condition === etag || condition === lastModified;
}
