import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** A response with a page in one coding, or 304 without a body; the headers are names and values. */
export interface PageResponse {
  status: number;
  headers: string[];
  body?: Buffer;
}

/** Returns headers as a list of names and values, as `writeHead` takes it fastest. */
export const toRawHeaders = (headers: OutgoingHttpHeaders): string[] =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));

/** Returns `headers` with those of `replacements` in place of the same names. */
function replaceHeaders(headers: string[], replacements: readonly string[]): string[] {
  if (replacements.length === 0) return headers;
  const replaced = new Set(replacements.filter((_, i) => i % 2 === 0));
  return [...headers.filter((_, i) => !replaced.has(headers[i - (i % 2)] as string)), ...replacements];
}

/**
 * The headers that a 304 repeats (RFC 9110, 15.4.5). Clients keep the others with their copy of the page, whose entity tag is that of body
 * and headers: they are those that a whole response would have.
 */
const notModified = new Set(['cache-control', 'etag', 'use-as-dictionary', 'vary']);

/** Returns names and values of the headers of a 304 for a page with `headers`. */
export const notModifiedHeaders = (headers: OutgoingHttpHeaders): string[] =>
  toRawHeaders(Object.fromEntries(Object.entries(headers).filter(([name]) => notModified.has(name))));

/** Creates a response from the headers of the page and a body in a coding. */
export const createPageResponse = (status: number, shared: OutgoingHttpHeaders, coding: string, body: Buffer): PageResponse => ({
  status,
  headers: toRawHeaders({
    ...shared,
    ...(coding !== 'identity' && { 'content-encoding': coding }),
    'content-length': body.length,
  }),
  body,
});

const noHeaders: readonly string[] = [];

/** Sends a response. `moreHeaders` (names and values) replace those that it has. */
export function sendPageResponse(
  { status, headers, body }: PageResponse,
  response: ServerResponse,
  { isHead = false, moreHeaders = noHeaders }: { isHead?: boolean; moreHeaders?: readonly string[] } = {},
): void {
  response.writeHead(status, replaceHeaders(headers, moreHeaders));
  response.end(isHead ? undefined : body);
}
