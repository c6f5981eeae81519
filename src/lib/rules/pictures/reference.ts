import { PICTURE_WIDTHS, pictureWidths } from './widths.ts';

/**
 * A picture reference contains all that a page needs to reserve space and choose a file, so that listings need no lookup:
 *
 *   /media/3f2a9c-1200.jpg#1200x1600~Qk0iAAAAAAAAABo…    a stored raster picture; -400 and -800 exist too, as .avif, .webp and .jpg
 *   /media/91bb02.svg#900x1200                           an SVG
 *   https://cdn.example/a.jpg                            an external picture of unknown size
 *
 * The fragment is never sent to a server: size in pixels and a placeholder of a few dozen bytes (base64url BMP, formerly WebP).
 */

export interface Picture {
  /** The file in the format with the widest browser support. */
  src: string;
  width?: number;
  height?: number;
  /** A `data:` URL of the blurred placeholder. */
  placeholder?: string;
  /** Sources for `<picture>`, best format first. Empty for SVGs and external pictures. */
  sources: { type: string; srcset: string }[];
}

/** Splits a product's comma-separated picture references. */
export const splitPictures = (list: string): string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** How a BMP file starts, encoded: "BM". */
const BMP_START = 'Qk';

const rasterFile = /^(.*)-(\d+)\.jpg$/;

/** Parses a reference; one without a size yields only `src`. */
export function parsePicture(reference: string): Picture {
  const [src = '', fragment = ''] = reference.split('#', 2);
  const [, width, height, encodedPlaceholder] = /^(\d+)x(\d+)(?:~([\w-]+))?$/.exec(fragment) ?? [];
  if (!width || !height) return { src, sources: [] };
  const [, base, widest] = rasterFile.exec(src) ?? [];
  const srcset = (ext: string) =>
    pictureWidths(Number(widest))
      .map((w) => `${base}-${w}.${ext} ${w}w`)
      .join(', ');
  const picture: Picture = {
    src,
    width: Number(width),
    height: Number(height),
    sources: base
      ? ['avif', 'webp', 'jpg'].map((ext) => ({ type: `image/${ext === 'jpg' ? 'jpeg' : ext}`, srcset: srcset(ext) }))
      : [],
  };
  if (encodedPlaceholder) {
    const type = encodedPlaceholder.startsWith(BMP_START) ? 'bmp' : 'webp';
    picture.placeholder = `data:image/${type};base64,${encodedPlaceholder.replaceAll('-', '+').replaceAll('_', '/')}`;
  }
  return picture;
}

/** URL of the smallest file. */
export function thumbnailUrl(reference: string): string {
  const src = reference.split('#', 1)[0] as string;
  const [, base, widest] = rasterFile.exec(src) ?? [];
  return base && reference.includes('#') ? `${base}-${Math.min(Number(widest), PICTURE_WIDTHS[0])}.jpg` : src;
}
