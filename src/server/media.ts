import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The name of the JPEG of a drawing, as it stands in a request. */
const drawingJpeg = /^\/([0-9a-f]{24}\.svg\.jpg)(?:\?|$)/;

/** Answers for one picture, its address told from the media folder on; `notThere` answers for all that is not in it. */
export type MediaAnswer = (request: IncomingMessage, response: ServerResponse, notThere: () => void) => void;

/**
 * Serves the shop's pictures. They come and go with imports while the shop runs, so they are looked up on each request; their names are
 * their content's hash. The JPEG of a drawing is painted when it is first asked for; `failed` is told of one that could not be.
 */
export function serveMedia(folder: string, failed: (error: unknown) => void): MediaAnswer {
  const files = sirv(folder, {
    dev: true,
    brotli: true,
    extensions: [],
    setHeaders: (response) => {
      response.setHeader('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`);
      response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    },
  });
  return (request, response, notThere) =>
    files(request, response, async () => {
      const name = drawingJpeg.exec(request.url ?? '')?.[1];
      const painted = name !== undefined && (await paint(folder, name, failed));
      if (painted) files(request, response, notThere);
      else notThere();
    });
}

/** Whether the JPEG is there now. The painting program is loaded when it is first needed: many shops have no drawing. */
async function paint(folder: string, name: string, failed: (error: unknown) => void): Promise<boolean> {
  try {
    const { paintDrawing } = await import('#api/services/pictures/drawing-jpeg.ts');
    return await paintDrawing(folder, name);
  } catch (error) {
    failed(error);
    return false;
  }
}
