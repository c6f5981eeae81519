import { jpegOfDrawing, jpegSize } from '#lib/rules/drawing-jpeg.ts';
import { readPicture } from '#lib/rules/picture.ts';

/** A picture that link previews and shopping feeds can draw. Its size in pixels, where that is known. */
export interface PreviewPicture {
  src: string;
  width?: number;
  height?: number;
}

const raster = /\.(?:jpe?g|png|webp|gif)$/i;

/** A picture reference as programs elsewhere can draw it: the shop's own drawings as JPEG, other drawings not at all. */
export function previewPicture(reference: string): PreviewPicture | undefined {
  const { src, width, height } = readPicture(reference);
  const size = width && height ? { width, height } : undefined;
  const jpeg = jpegOfDrawing(src);
  if (jpeg) return { src: jpeg, ...(size && jpegSize(size)) };
  return raster.test(src.split('?', 1)[0] as string) ? { src, ...size } : undefined;
}

/** The first of some references that can be drawn elsewhere. */
export function firstPreview(references: (string | undefined)[]): PreviewPicture | undefined {
  for (const reference of references) {
    const picture = reference && previewPicture(reference);
    if (picture) return picture;
  }
  return undefined;
}
