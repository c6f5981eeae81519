export type ImageType = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'svg';

/** Where a file's list of brands ends at the latest, in bytes. */
const MAX_BRANDS_END = 128;

const ascii = (bytes: Uint8Array, from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString('latin1');

/** The brands of a file of the HEIF family: its own and those that it is compatible with, after a version number. */
function listBrands(bytes: Uint8Array): string[] {
  const end = Math.min(Buffer.from(bytes.subarray(0, 4)).readUInt32BE(), MAX_BRANDS_END);
  return [ascii(bytes, 8, 12), ...(ascii(bytes, 16, end).match(/.{4}/gs) ?? [])];
}

/** Detects a picture's type by its first bytes, since names and headers can be wrong. Undefined when the type is not supported. */
export function detectImageType(bytes: Uint8Array): ImageType | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'gif';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp';
  if (ascii(bytes, 4, 8) === 'ftyp' && listBrands(bytes).some((brand) => /^avi[fs]$/.test(brand))) return 'avif';
  if (/^(?:\xef\xbb\xbf)?\s*<(?:\?xml|svg|!--)/.test(ascii(bytes, 0, 100))) return 'svg';
  return undefined;
}
