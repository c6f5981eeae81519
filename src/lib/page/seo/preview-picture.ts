import { pictureOrigin } from '#lib/client/make-pictures-absolute.ts';
import { parsePicture } from '#lib/rules/pictures/reference.ts';
import { svgJpegPath, svgJpegSize } from '#lib/rules/pictures/stored-name.ts';

/** A picture in a format that link previews and shopping feeds support. Size in pixels, where known. */
export interface PreviewPicture {
  src: string;
  width?: number;
  height?: number;
}

const raster = /\.(?:jpe?g|png|webp|gif)$/i;

/** Addresses of other sites often name no format: hosts that make pictures on request send one that the program reads. */
const external = /^https?:\/\//i;
const ending = /\.[a-z][a-z\d]{1,4}$/i;

function isSupported(src: string): boolean {
  const [path = ''] = src.split('?', 1);
  const [name = ''] = path.split('/').slice(-1);
  return raster.test(path) || (external.test(src) && name !== '' && !ending.test(name));
}

/** Converts a picture reference to a supported format: the store's own SVGs as JPEG; undefined for other SVGs. */
export function toPreviewPicture(reference: string): PreviewPicture | undefined {
  const { src, width, height } = parsePicture(reference);
  const size = width && height ? { width, height } : undefined;
  const origin = pictureOrigin(process.env['PUBLIC_STORE_API_URL']);
  const isStored = origin !== '' && src.startsWith(`${origin}/`);
  const jpeg = svgJpegPath(isStored ? src.slice(origin.length) : src);
  if (jpeg) return { src: (isStored ? origin : '') + jpeg, ...(size && svgJpegSize(size)) };
  return isSupported(src) ? { src, ...size } : undefined;
}

export function findPreviewPicture(references: (string | undefined)[]): PreviewPicture | undefined {
  for (const reference of references) {
    const picture = reference && toPreviewPicture(reference);
    if (picture) return picture;
  }
  return undefined;
}
