/**
 * A picture reference says all that a page needs to reserve space and choose a file, so that no list has to look anything up:
 *
 *   /media/3f2a9c-1200.jpg#1200x1600~UklGRl4AAABXRUJQ…   a photograph of ours; also there: -400 and -800, as .avif, .webp and .jpg
 *   /media/91bb02.svg#900x1200                           a drawing
 *   https://cdn.example/a.jpg                            somebody else's; its size is not known
 *
 * What follows `#` never reaches a server: the size in pixels and a placeholder of a few dozen bytes (base64url WebP).
 */

/** Widths in pixels that every photograph is kept in; one narrower than these is kept in the widths below it and its own. */
export const PICTURE_WIDTHS = [400, 800, 1200] as const;

export interface Picture {
  /** The file any browser can draw. */
  src: string;
  width?: number;
  height?: number;
  /** A data: address of the blurred placeholder. */
  placeholder?: string;
  /** Better formats first, each with its widths. Empty for drawings and for other people's pictures. */
  sources: { type: string; srcset: string }[];
}

/** The widths that a photograph of so many pixels is kept in, narrowest first. */
export const pictureWidths = (full: number): number[] => {
  const widest = Math.min(full, PICTURE_WIDTHS[PICTURE_WIDTHS.length - 1] as number);
  return [...PICTURE_WIDTHS.filter((width) => width < widest), widest];
};

/** Splits a product's comma-separated picture references. */
export const splitPictures = (list: string): string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const photograph = /^(.*)-(\d+)\.jpg$/;

/** Reads a reference; one that says nothing of itself comes back with `src` alone. */
export function parsePicture(reference: string): Picture {
  const [src = '', facts = ''] = reference.split('#', 2);
  const [, width, height, tiny] = /^(\d+)x(\d+)(?:~([\w-]+))?$/.exec(facts) ?? [];
  if (!width || !height) return { src, sources: [] };
  const [, base, widest] = photograph.exec(src) ?? [];
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
  if (tiny) picture.placeholder = `data:image/webp;base64,${tiny.replaceAll('-', '+').replaceAll('_', '/')}`;
  return picture;
}

/** The smallest file worth showing as a thumbnail. */
export function thumbnailUrl(reference: string): string {
  const src = reference.split('#', 1)[0] as string;
  const [, base, widest] = photograph.exec(src) ?? [];
  return base && reference.includes('#') ? `${base}-${Math.min(Number(widest), PICTURE_WIDTHS[0])}.jpg` : src;
}
