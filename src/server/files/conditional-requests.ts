import type { IncomingHttpHeaders } from 'node:http';

/** Validators of a file version. */
export interface Validators {
  /** A strong entity tag, quotes included. */
  etag: string;
  /** HTTP date of the last modification. */
  lastModified: string;
}

const stripWeakPrefix = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether the client's copy is current (304). If-None-Match takes precedence over If-Modified-Since (RFC 9110, 13.2.2). */
export function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) return known.trim() === '*' || known.split(',').some((tag) => stripWeakPrefix(tag) === etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Date.parse(lastModified) <= since;
}

/** Whether to honour a Range header: without If-Range always, otherwise only if the client's copy is current. */
export function isRangeApplicable(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const condition = headers['if-range'];
  return typeof condition !== 'string' || condition === etag || condition === lastModified;
}
