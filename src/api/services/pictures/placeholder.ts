import type { Sharp } from 'sharp';

/** Sizes of the parts of a BMP file in bytes: file header, core header, and a row of one pixel with its padding. */
const FILE_HEADER = 14;
const CORE_HEADER = 12;
const ROW = 4;

const BITS_PER_PIXEL = 24;

/**
 * Encodes the placeholder of a picture: the colours of its upper and its lower half, as a BMP of 34 bytes. All placeholders of a page but
 * for their six bytes of colour are equal, so that they cost little once the page is compressed.
 */
export async function encodePlaceholder(picture: Sharp): Promise<Buffer> {
  const colours = await picture
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize(1, 2, { fit: 'fill' })
    .raw()
    .toBuffer();
  const file = Buffer.alloc(FILE_HEADER + CORE_HEADER + 2 * ROW);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(FILE_HEADER + CORE_HEADER, 10);
  file.writeUInt32LE(CORE_HEADER, FILE_HEADER);
  const [width, height, planes] = [1, 2, 1];
  for (const [i, value] of [width, height, planes, BITS_PER_PIXEL].entries()) file.writeUInt16LE(value, FILE_HEADER + 4 + 2 * i);
  // Rows from the bottom up, colours from blue to red.
  const [upper, lower] = [colours.subarray(0, 3), colours.subarray(3, 6)];
  for (const [row, colour] of [lower, upper].entries()) file.set(colour.toReversed(), FILE_HEADER + CORE_HEADER + row * ROW);
  return file;
}
