import { pictureOrigin } from '#lib/client/make-pictures-absolute.ts';
import { parsePicture } from '#lib/rules/pictures/reference.ts';
import { svgJpegPath, svgJpegSize } from '#lib/rules/pictures/svg-jpeg.ts';

/** A picture in a format that link previews and shopping feeds support. Size in pixels, where known. */
export interface PreviewPicture {
  src: string;
  width?: number;
  height?: number;
}

const raster = /\.(?:jpe?g|png|webp|gif)$/i;

/** Converts a picture reference to a supported format: the store's own SVGs as JPEG; undefined for other SVGs. */
export function toPreviewPicture(reference: string): PreviewPicture | undefined {
  const { src, width, height } = parsePicture(reference);
  const size = width && height ? { width, height } : undefined;
  const origin = pictureOrigin(process.env['PUBLIC_STORE_API_URL']);
  const isStored = origin !== '' && src.startsWith(`${origin}/`);
  const jpeg = svgJpegPath(isStored ? src.slice(origin.length) : src);
  if (jpeg) return { src: (isStored ? origin : '') + jpeg, ...(size && svgJpegSize(size)) };
  return raster.test(src.split('?', 1)[0] as string) ? { src, ...size } : undefined;
}

/** Returns the first reference with a supported format. */
export function findPreviewPicture(references: (string | undefined)[]): PreviewPicture | undefined {
  for (const reference of references) {
    const picture = reference && toPreviewPicture(reference);
    if (picture) return picture;
  }
  return undefined;
}
