import type { OutgoingHttpHeaders } from 'node:http';

/** A page's answer in one coding; the headers are names and values. */
export interface Answer {
  headers: string[];
  body: Buffer;
}

/** Returns headers as a list of names and values, as `writeHead` takes it fastest. */
export const toRawHeaders = (headers: OutgoingHttpHeaders): string[] =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));

/** Returns `headers` with those of `replacements` in place of the same names. */
export function replaceHeaders(headers: string[], replacements: readonly string[]): string[] {
  if (replacements.length === 0) return headers;
  const replaced = new Set(replacements.filter((_, i) => i % 2 === 0));
  return [...headers.filter((_, i) => !replaced.has(headers[i - (i % 2)] as string)), ...replacements];
}

/**
 * The headers that a 304 repeats (RFC 9110, 15.4.5). Clients keep the others with their copy of the page, whose entity tag is that of body
 * and headers: they are those that a whole answer would have.
 */
const notModified = new Set(['cache-control', 'etag', 'use-as-dictionary', 'vary']);

/** Returns names and values of the headers of a 304 for a page with `headers`. */
export const notModifiedHeaders = (headers: OutgoingHttpHeaders): string[] =>
  toRawHeaders(Object.fromEntries(Object.entries(headers).filter(([name]) => notModified.has(name))));

/** Creates an answer from the headers of the page and a body in a coding. */
export const createAnswer = (shared: OutgoingHttpHeaders, coding: string, body: Buffer): Answer => ({
  headers: toRawHeaders({
    ...shared,
    ...(coding !== 'identity' && { 'content-encoding': coding }),
    'content-length': body.length,
  }),
  body,
});
