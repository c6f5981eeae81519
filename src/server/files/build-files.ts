import { readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import { type ContentCoding, preferredCoding } from '#server/http/accept-encoding.ts';
import { YEAR_SECONDS } from '#server/http/headers.ts';
import { contentTypeOf } from './content-type.ts';
import { type FileVariant, sendFile } from './send-file.ts';

const HOUR_SECONDS = 60 * 60;

/** Files below it have a hash of their content in their names. */
const HASHED = '/_astro/';

/** One file of the build with its compressed copies. */
interface BuildFile {
  headers: Record<string, string>;
  variants: Map<ContentCoding, FileVariant>;
}

const suffixes: readonly (readonly [ContentCoding, string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

/** Answers for a file of the build; resolves to false, with nothing written, when the path is none. */
export type BuildFileHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** Serves the files that the build made, which are looked for only once: a build does not change. */
export function serveBuildFiles(folder: string): BuildFileHandler {
  const files = indexFiles(folder);
  return async (request, response) => {
    const path = decodedPath(request.url ?? '/');
    const file = files.get(path);
    if (file && (await send(file, request, response))) return true;
    if (!path.startsWith(HASHED)) return false;
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end('Not found');
    return true;
  };
}

/** Sends a file in the best coding; resolves to false, with nothing written, when it has gone. */
function send(file: BuildFile, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const coding = preferredCoding(request.headers['accept-encoding']);
  const suitable = new Set([file.variants.get(coding), file.variants.get('identity')]);
  const variants = [...suitable].filter((variant) => variant !== undefined);
  return sendFile(request, response, { variants, headers: file.headers });
}

/** The path of an address without escapes; as it is where the escapes are wrong. */
function decodedPath(url: string): string {
  const path = url.split('?', 1)[0] as string;
  try {
    return path.includes('%') ? decodeURIComponent(path) : path;
  } catch {
    return path;
  }
}

/** Every file by its path in the address, without escapes. */
function indexFiles(folder: string): Map<string, BuildFile> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = new Set(entries.map((entry) => join(entry.parentPath, entry.name)));
  const isCopy = (path: string): boolean => /\.(br|gz)$/.test(path) && paths.has(path.slice(0, -3));
  const files = new Map<string, BuildFile>();
  for (const path of paths) {
    const segments = relative(folder, path).split(sep);
    if (isCopy(path) || segments.some((segment) => segment.startsWith('.') && segment !== '.well-known')) continue;
    const variants = new Map<ContentCoding, FileVariant>([['identity', { path, coding: 'identity' }]]);
    for (const [coding, suffix] of suffixes) {
      if (paths.has(path + suffix)) variants.set(coding, { path: path + suffix, coding });
    }
    const url = `/${segments.join('/')}`;
    const headers = { 'content-type': contentTypeOf(path), 'cache-control': cacheControl(url) };
    files.set(url, { variants, headers: variants.size > 1 ? { ...headers, vary: 'accept-encoding' } : headers });
  }
  return files;
}

const cacheControl = (url: string): string =>
  url.startsWith(HASHED) ? `public, max-age=${YEAR_SECONDS}, immutable` : `public, max-age=${HOUR_SECONDS}`;
