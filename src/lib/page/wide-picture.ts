import { parsePicture } from '#lib/rules/pictures/reference.ts';

/** From this width over height on, a picture has room for words in front of it. */
const WIDE = 1.6;

/** Whether words may stand in front of a banner's picture instead of beside it; a picture of unknown size keeps them beside. */
export function isWidePicture(reference: string): boolean {
  const { width, height } = parsePicture(reference);
  return width !== undefined && height !== undefined && width / height >= WIDE;
}
