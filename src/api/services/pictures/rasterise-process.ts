import { setPriority } from 'node:os';
import { LOW_PRIORITY } from '#api/services/concurrency.ts';
import { svgJpegSize } from '#lib/rules/pictures/stored-name.ts';
import { encodeJpeg, sharp } from './image-library.ts';
import { readSvgSize } from './svg-validation.ts';

// Program of the process that rasterises SVGs (see picture-process.ts). Each message is an SVG; the reply is its JPEG, or why there is none.

/** Reply to an SVG. */
export type RasteriseReply = { jpeg: Uint8Array; failure?: never } | { jpeg?: never; failure: string };

const TIMEOUT_SECONDS = 20;

async function rasterise(svg: Uint8Array): Promise<Buffer> {
  const size = svgJpegSize(readSvgSize(Buffer.from(svg).toString()));
  const image = sharp(svg)
    .timeout({ seconds: TIMEOUT_SECONDS })
    .resize({ ...size, fit: 'contain', background: '#ffffff' });
  return encodeJpeg(image);
}

const reply = (message: RasteriseReply): void => void process.send?.(message);

setPriority(LOW_PRIORITY);
process.on('message', (svg: Uint8Array) => {
  rasterise(svg).then(
    (jpeg) => reply({ jpeg }),
    (error: unknown) => reply({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
process.once('disconnect', () => process.exit());
