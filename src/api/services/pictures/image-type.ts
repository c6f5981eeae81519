export type ImageType = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'svg';

const ascii = (bytes: Uint8Array, from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString('latin1');

/** Detects a picture's type by its first bytes, since names and headers can be wrong. Undefined when the type is not supported. */
export function detectImageType(bytes: Uint8Array): ImageType | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'gif';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp';
  if (ascii(bytes, 4, 8) === 'ftyp' && /^avi[fs]$/.test(ascii(bytes, 8, 12))) return 'avif';
  if (/^(?:\xef\xbb\xbf)?\s*<(?:\?xml|svg|!--)/.test(ascii(bytes, 0, 100))) return 'svg';
  return undefined;
}
