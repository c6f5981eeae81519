/**
 * The characters of a subset as ranges of code points: ASCII, and the signs of English text. The rupee
 * sign is not in the Latin files; it comes from the fallback font.
 */
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0xa0], // no-break space
  [0xa9, 0xa9], // ©
  [0xb7, 0xb7], // ·
  [0xd7, 0xd7], // ×
  [0x2013, 0x2014], // – —
  [0x2018, 0x2019], // ‘ ’
  [0x201c, 0x201d], // “ ”
  [0x2026, 0x2026], // …
  [0x2212, 0x2212], // −
] as const;

const toHex = (code: number): string => code.toString(16).toUpperCase();

/** These characters for CSS. */
export const SUBSET_UNICODE_RANGE = ranges
  .map(([first, last]) => `U+${toHex(first)}${last > first ? `-${toHex(last)}` : ''}`)
  .join(',');

/** The other characters of a font's Latin file for CSS: letters of European names, and rarer signs. */
export const LATIN_UNICODE_RANGE = 'U+A1-FF,U+131,U+152-153,U+2C6,U+2DA,U+2DC,U+2000-206F,U+20AC,U+2122';

/** The characters of a subset in one text. */
export const SUBSET_CHARACTERS = ranges
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)))
  .join('');
