import { readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import { HOUR_SECONDS } from '#lib/rules/durations.ts';
import { decodePath } from '#lib/rules/routes/decode-path.ts';
import { type ContentCoding, preferredCoding } from '#server/http/accept-encoding.ts';
import { pathOf } from '#server/http/request-target.ts';
import { immutable, plainText } from '#server/http/response-headers.ts';
import { contentTypeOf } from './content-type.ts';
import { type FileVariant, sendFile } from './send-file.ts';

/** For files of the build whose content may change with the next build. */
const cachedForAnHour = { 'cache-control': `public, max-age=${HOUR_SECONDS}` };

/** Astro's folder of files with a content hash in their names. */
const HASHED = '/_astro/';

interface BuildFile {
  headers: Record<string, string>;
  variants: Map<ContentCoding, FileVariant>;
}

const suffixes: readonly (readonly [ContentCoding, string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

/** Serves a file of the build. Resolves to false, without a response, if the path is not one. */
export type BuildFileHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** Creates a handler for the build's files. They are indexed once, because a build does not change. */
export function createBuildFileHandler(folder: string): BuildFileHandler {
  const files = indexFiles(folder);
  return async (request, response) => {
    const path = pathOf(request.url ?? '/');
    const decoded = decodePath(path) ?? path;
    const file = files.get(decoded);
    if (file && (await send(file, request, response))) return true;
    if (!decoded.startsWith(HASHED)) return false;
    response.writeHead(404, plainText).end('Not found');
    return true;
  };
}

/** Sends a file in the best coding. Resolves to false, without a response, if it has been deleted. */
function send(file: BuildFile, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const coding = preferredCoding(request.headers['accept-encoding']);
  const suitable = new Set([file.variants.get(coding), file.variants.get('identity')]);
  const variants = [...suitable].filter((variant) => variant !== undefined);
  return sendFile(request, response, { variants, headers: file.headers });
}

function indexFiles(folder: string): Map<string, BuildFile> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = new Set(entries.map((entry) => join(entry.parentPath, entry.name)));
  const isCompressedCopy = (path: string): boolean => /\.(br|gz)$/.test(path) && paths.has(path.slice(0, -3));
  const files = new Map<string, BuildFile>();
  for (const path of paths) {
    const segments = relative(folder, path).split(sep);
    if (isCompressedCopy(path) || segments.some((segment) => segment.startsWith('.') && segment !== '.well-known')) continue;
    const variants = new Map<ContentCoding, FileVariant>([['identity', { path, coding: 'identity' }]]);
    for (const [coding, suffix] of suffixes) {
      if (paths.has(path + suffix)) variants.set(coding, { path: path + suffix, coding });
    }
    const url = `/${segments.join('/')}`;
    const headers = { 'content-type': contentTypeOf(path), ...(url.startsWith(HASHED) ? immutable : cachedForAnHour) };
    files.set(url, { variants, headers: variants.size > 1 ? { ...headers, vary: 'accept-encoding' } : headers });
  }
  return files;
}
