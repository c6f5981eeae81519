import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { preferredCoding } from '#server/http/accept-encoding.ts';
import { YEAR_SECONDS } from '#server/http/headers.ts';
import { contentTypeOf } from './content-type.ts';
import { parsePathSegments } from './path-segments.ts';
import { type FileVariant, sendFile } from './send-file.ts';

/** The name of the JPEG of a drawing. */
const drawingJpeg = /^[0-9a-f]{24}\.svg\.jpg$/;

const headers = {
  'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/** Answers for one picture by its path below the media folder; resolves to false, with nothing written, when there is none. */
export type MediaHandler = (path: string, request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Serves the shop's pictures. Imports add and remove them while the shop runs, so they are looked up on each request; their names are
 * their content's hash. The JPEG of a drawing is painted on first request; `failed` gets the error of one that could not be.
 */
export function serveMedia(folder: string, failed: (error: unknown) => void): MediaHandler {
  return async (path, request, response) => {
    const segments = parsePathSegments(path);
    if (!segments) return false;
    const file = join(folder, ...segments);
    const variants: FileVariant[] = [{ path: file, coding: 'identity' }];
    const drawing = file.endsWith('.svg');
    if (drawing && preferredCoding(request.headers['accept-encoding']) === 'br') {
      variants.unshift({ path: `${file}.br`, coding: 'br' });
    }
    const vary = drawing && { vary: 'accept-encoding' };
    const options = { variants, headers: { ...headers, ...vary, 'content-type': contentTypeOf(file) } };
    if (await sendFile(request, response, options)) return true;
    const [name = ''] = segments;
    if (segments.length > 1 || !drawingJpeg.test(name) || !(await paint(folder, name, failed))) return false;
    return sendFile(request, response, options);
  };
}

/** Whether the JPEG is there now. The painting program is loaded when it is first needed: many shops have no drawing. */
async function paint(folder: string, name: string, failed: (error: unknown) => void): Promise<boolean> {
  try {
    const { rasteriseSvg: paintDrawing } = await import('#api/services/pictures/svg-to-jpeg.ts');
    return await paintDrawing(folder, name);
  } catch (error) {
    failed(error);
    return false;
  }
}
