import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, join } from 'node:path';
import { StoreUnavailable } from '#api/database/errors/store-errors.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { createFolderStorage } from '#api/services/storage/folder-storage.ts';
import { previewOf, svgOfJpeg } from '#lib/rules/pictures/stored-name.ts';
import { preferredCoding } from '#server/http/accept-encoding.ts';
import { immutable, plainText } from '#server/http/response-headers.ts';
import { contentTypeOf } from './content-type.ts';
import { parsePathSegments } from './path-segments.ts';
import type { FetchedPicture, PictureCache } from './picture-cache.ts';
import { type FileVariant, sendFile } from './send-file.ts';

/** File names contain a hash of the content. The policy disables scripts in an SVG that is opened directly. */
const headers = {
  ...immutable,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/** A missing picture may be imported a moment later, and a preview be replaced. */
const cachedBriefly = { 'cache-control': 'public, max-age=30' };

/** Retry-After while the storage of the pictures cannot be reached, in seconds. */
const RETRY_AFTER_S = '5';

/** A preview in place of a file of any format: browsers go by its type, and static builds by its location. */
const previewResponse = (file: string) => ({
  variants: [{ path: file, coding: 'identity' }] satisfies FileVariant[],
  headers: {
    ...headers,
    ...cachedBriefly,
    'content-type': contentTypeOf(file),
    'content-location': `/media/${basename(file)}`,
  },
});

/** The variants of a file that a client accepts, the preferred one first, with their headers. SVGs are stored with Brotli too. */
function variantsAndHeaders(file: string, request: IncomingMessage) {
  const variants: FileVariant[] = [{ path: file, coding: 'identity' }];
  const type = { 'content-type': contentTypeOf(file) };
  if (!file.endsWith('.svg')) return { variants, headers: { ...headers, ...type } };
  if (preferredCoding(request.headers['accept-encoding']) === 'br') variants.unshift({ path: `${file}.br`, coding: 'br' });
  return { variants, headers: { ...headers, vary: 'accept-encoding', ...type } };
}

/** Responds to a request for a picture by its path below `/media`; 404 if it does not exist. */
export type MediaHandler = (path: string, request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface MediaHandlerOptions {
  folder: string;
  /** Fetches pictures from another storage to the folder; by default they are all there. */
  cache?: PictureCache | undefined;
  /** Called with the error when the JPEG of an SVG cannot be made. */
  onError: (error: unknown) => void;
}

/**
 * Creates a handler for the shop's pictures. Looks them up on each request, because imports add and remove them while the shop runs.
 * Rasterises the JPEG of an SVG on first request.
 */
export function createMediaHandler({ folder, cache, onError }: MediaHandlerOptions): MediaHandler {
  const storage = cache?.storage ?? createFolderStorage(folder);

  async function fetchFirst(names: readonly string[]): Promise<FetchedPicture> {
    for (const name of names) {
      const result = (await cache?.fetch(name)) ?? 'missing';
      if (result !== 'missing') return result;
    }
    return 'missing';
  }

  /** Sends a picture. Resolves to false, without a response, if it does not exist. */
  async function send(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const [name, ...further] = parsePathSegments(path) ?? [];
    // The storage of pictures has no sub-folders.
    if (!name || further.length > 0) return false;
    const wanted = variantsAndHeaders(join(folder, name), request);
    if (await sendFile(request, response, wanted)) return true;
    const fetched = await fetchFirst(wanted.variants.map(({ path: file }) => basename(file)));
    const result = fetched === 'missing' ? await makeJpeg(name) : fetched;
    // The file may replace its preview just now.
    if (result === 'missing') return (await sendPreview(name, request, response)) || sendFile(request, response, wanted);
    if (result === 'found' && (await sendFile(request, response, wanted))) return true;
    // The storage cannot be reached, or the copy has been deleted to make space.
    response.writeHead(503, { ...plainText, 'retry-after': RETRY_AFTER_S }).end('Please try again in a moment');
    return true;
  }

  async function sendPreview(name: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const preview = previewOf(name);
    if (!preview) return false;
    const wanted = previewResponse(join(folder, preview));
    if (await sendFile(request, response, wanted)) return true;
    return (await cache?.fetch(preview)) === 'found' && sendFile(request, response, wanted);
  }

  async function makeJpeg(name: string): Promise<FetchedPicture> {
    const svg = svgOfJpeg(name);
    if (!svg) return 'missing';
    const fetched = (await cache?.fetch(svg)) ?? 'found';
    if (fetched !== 'found') return fetched;
    const made = await rasterise(storage, name, onError);
    if (made !== 'found' || !cache) return made;
    cache.forgetMissing(name);
    return cache.fetch(name);
  }

  return async (path, request, response) => {
    if (!(await send(path, request, response))) response.writeHead(404, { ...plainText, ...cachedBriefly }).end('Not found');
  };
}

/** Creates the JPEG in the storage. Loads the module on first use, because many shops have no SVG. */
async function rasterise(storage: FileStorage, name: string, onError: (error: unknown) => void): Promise<FetchedPicture> {
  try {
    const { rasteriseSvg } = await import('#api/services/pictures/store-svg-jpeg.ts');
    return (await rasteriseSvg(storage, name)) ? 'found' : 'missing';
  } catch (error) {
    onError(error);
    return error instanceof StoreUnavailable ? 'unavailable' : 'missing';
  }
}
