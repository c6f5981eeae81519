/** Widths in pixels in which every raster picture is stored; a narrower one has the smaller widths and its own. */
export const PICTURE_WIDTHS = [400, 800, 1200] as const;

/** Stored widths of a raster picture whose original is `originalWidth` pixels wide, narrowest first. */
export const pictureWidths = (originalWidth: number): number[] => {
  const widest = Math.min(originalWidth, PICTURE_WIDTHS[PICTURE_WIDTHS.length - 1] as number);
  return [...PICTURE_WIDTHS.filter((width) => width < widest), widest];
};

/**
 * A picture reference contains all that a page needs to reserve space and choose a file, so that listings need no lookup:
 *
 *   /media/3f2a9c-1200.jpg#1200x1600~Qk0iAAAAAAAAABo…    a stored raster picture; -400 and -800 exist too, as .avif, .webp and .jpg
 *   /media/91bb02.svg#900x1200                           an SVG
 *   https://cdn.example/a.jpg                            an external picture of unknown size
 *
 * The fragment is never sent to a server: size in pixels and a placeholder, a BMP of two pixels (base64url). Formerly it was a WebP, which
 * is ignored.
 */

export interface Picture {
  /** The file in the format with the widest browser support. */
  src: string;
  width?: number;
  height?: number;
  /** The placeholder's colours as `#rgb`: of the edge of the upper and of the lower half. */
  colours?: readonly [upper: string, lower: string];
  /** The same as `#rrggbb`, for what the picture leaves of its frame. */
  edges?: readonly [upper: string, lower: string];
  /** Sources for `<picture>`, best format first. Empty for SVGs and external pictures. */
  sources: { type: string; srcset: string }[];
}

/** Splits a product's comma-separated picture references. */
export const splitPictures = (list: string): string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Size of a placeholder in bytes, and where the blue of its lower and of its upper pixel is (api/services/pictures/encoding/encode-process.ts). */
const BMP_SIZE = 34;
const LOWER_PIXEL = 26;
const UPPER_PIXEL = 30;

/** A placeholder of this size, encoded: a file that starts with "BM". */
const encodedBmp = new RegExp(`^Qk[\\w-]{${Math.ceil((BMP_SIZE * 4) / 3) - 2}}$`);

const rasterFile = /^(.*)-(\d+)\.jpg$/;

/** Returns a placeholder's colours. Four bits per channel are enough for a colour that shows only until the picture loads. */
function readColours(encoded: string): Pick<Picture, 'colours' | 'edges'> {
  const bytes = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  /** A pixel is stored from blue to red. */
  const channelsAt = (pixel: number): number[] => [2, 1, 0].map((channel) => bytes.charCodeAt(pixel + channel));
  const [upper, lower] = [channelsAt(UPPER_PIXEL), channelsAt(LOWER_PIXEL)];
  const short = (channels: number[]): string => `#${channels.map((value) => Math.round(value / 17).toString(16)).join('')}`;
  const exact = (channels: number[]): string => `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  return { colours: [short(upper), short(lower)], edges: [exact(upper), exact(lower)] };
}

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
  if (encodedPlaceholder && encodedBmp.test(encodedPlaceholder)) Object.assign(picture, readColours(encodedPlaceholder));
  return picture;
}

/** URL of the smallest file, in the smallest format that every supported browser shows. */
export function thumbnailUrl(reference: string): string {
  const src = reference.split('#', 1)[0] as string;
  const [, base, widest] = rasterFile.exec(src) ?? [];
  return base && reference.includes('#') ? `${base}-${Math.min(Number(widest), PICTURE_WIDTHS[0])}.webp` : src;
}

/** URL of the smallest AVIF file; undefined for what is no stored raster picture. */
export const thumbnailAvif = (reference: string): string | undefined =>
  parsePicture(reference).sources[0]?.srcset.split(' ', 1)[0];

/** Fields of the store's replies that hold picture references, possibly several separated by commas. */
export const pictureFields: ReadonlySet<string> = new Set(['product_images', 'cover_image', 'picture', 'image', 'logo']);

/** The picture fields of a product on the wire. */
export interface ProductPictures {
  product_images: string;
  cover_image?: string | null | undefined;
}

/** Lists a product's picture references, cover first, without duplicates. */
export const listPictures = ({ cover_image, product_images }: ProductPictures): string[] => [
  ...new Set([...(cover_image ? [cover_image] : []), ...splitPictures(product_images)]),
];

/** The reference of a product's main picture; '' for a product without pictures. */
export const coverPicture = (product: ProductPictures): string => listPictures(product)[0] ?? '';
