import { drawingJpegPath, drawingJpegSize } from '#lib/rules/pictures/drawing-jpeg.ts';
import { parsePicture } from '#lib/rules/pictures/reference.ts';

/** A picture that link previews and shopping feeds can draw. Its size in pixels, where that is known. */
export interface PreviewPicture {
  src: string;
  width?: number;
  height?: number;
}

const raster = /\.(?:jpe?g|png|webp|gif)$/i;

/** A picture reference as programs elsewhere can draw it: the shop's own drawings as JPEG, other drawings not at all. */
export function toPreviewPicture(reference: string): PreviewPicture | undefined {
  const { src, width, height } = parsePicture(reference);
  const size = width && height ? { width, height } : undefined;
  const jpeg = drawingJpegPath(src);
  if (jpeg) return { src: jpeg, ...(size && drawingJpegSize(size)) };
  return raster.test(src.split('?', 1)[0] as string) ? { src, ...size } : undefined;
}

/** The first of some references that can be drawn elsewhere. */
export function findPreviewPicture(references: (string | undefined)[]): PreviewPicture | undefined {
  for (const reference of references) {
    const picture = reference && toPreviewPicture(reference);
    if (picture) return picture;
  }
  return undefined;
}
