import { parsePicture } from '#lib/rules/pictures/reference.ts';

/** Minimum aspect ratio (width / height) at which a banner's text fits on its picture. */
const MIN_WIDE_RATIO = 1.6;

/** Whether a banner's text may overlay its picture; false when the size is unknown. */
export function isWidePicture(reference: string): boolean {
  const { width, height } = parsePicture(reference);
  return width !== undefined && height !== undefined && width / height >= MIN_WIDE_RATIO;
}
