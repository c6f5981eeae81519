import { readPicture } from '#lib/rules/picture.ts';

/** From this width over height on, a picture has room for words in front of it. */
const WIDE = 1.6;

/** Whether words may stand in front of a banner's picture instead of beside it; a picture of unknown size keeps them beside. */
export function isWide(reference: string): boolean {
  const { width, height } = readPicture(reference);
  return width !== undefined && height !== undefined && width / height >= WIDE;
}
