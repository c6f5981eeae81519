import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { preferredCoding } from '#server/http/accept-encoding.ts';
import { immutable } from '#server/http/headers.ts';
import { contentTypeOf } from './content-type.ts';
import { parsePathSegments } from './path-segments.ts';
import { type FileVariant, sendFile } from './send-file.ts';

/** File name of an SVG's JPEG fallback. */
const svgJpeg = /^[0-9a-f]{24}\.svg\.jpg$/;

/** File names contain a hash of the content. The policy disables scripts in an SVG that is opened directly. */
const headers = {
  ...immutable,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/** Serves a picture by its path below the media folder. Resolves to false, without a response, if it does not exist. */
export type MediaHandler = (path: string, request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Creates a handler for the shop's pictures. Looks them up on each request, because imports add and remove them while the shop runs.
 * Rasterises the JPEG of an SVG on first request; `onError` gets the error if that fails.
 */
export function createMediaHandler(folder: string, onError: (error: unknown) => void): MediaHandler {
  return async (path, request, response) => {
    const segments = parsePathSegments(path);
    if (!segments) return false;
    const file = join(folder, ...segments);
    const variants: FileVariant[] = [{ path: file, coding: 'identity' }];
    const isSvg = file.endsWith('.svg');
    if (isSvg && preferredCoding(request.headers['accept-encoding']) === 'br') {
      variants.unshift({ path: `${file}.br`, coding: 'br' });
    }
    const vary = isSvg && { vary: 'accept-encoding' };
    const options = { variants, headers: { ...headers, ...vary, 'content-type': contentTypeOf(file) } };
    if (await sendFile(request, response, options)) return true;
    const [name = ''] = segments;
    if (segments.length > 1 || !svgJpeg.test(name) || !(await rasterise(folder, name, onError))) return false;
    return sendFile(request, response, options);
  };
}

/** Creates the JPEG; returns whether it exists now. Loads the image library on first use, because many shops have no SVG. */
async function rasterise(folder: string, name: string, onError: (error: unknown) => void): Promise<boolean> {
  try {
    const { rasteriseSvg } = await import('#api/services/pictures/svg-to-jpeg.ts');
    return await rasteriseSvg(folder, name);
  } catch (error) {
    onError(error);
    return false;
  }
}
