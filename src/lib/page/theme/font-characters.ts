/**
 * The characters of a subset as ranges of code points: ASCII, and the signs of English text. Others, such as the rupee sign, come from the
 * fallback font: the whole Latin file would take 30 KB for a letter or two.
 */
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0xa0], // no-break space
  [0xa9, 0xa9], // ©
  [0xb7, 0xb7], // ·
  [0xd7, 0xd7], // ×
  [0xe9, 0xe9], // é, as in décor and appliqué
  [0x2013, 0x2014], // – —
  [0x2018, 0x2019], // ‘ ’
  [0x201c, 0x201d], // “ ”
  [0x2022, 0x2022], // •
  [0x2026, 0x2026], // …
  [0x2212, 0x2212], // −
] as const;

/** The same in one text. */
export const SUBSET_CHARACTERS = ranges
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)))
  .join('');
