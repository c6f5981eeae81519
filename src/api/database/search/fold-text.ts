import { toAsciiDigits } from '#lib/contract/text/typed-text.ts';

/**
 * Folds text for search, in the index and in queries alike: case, accents, compatibility forms, digits of every script, characters that
 * show nothing, and spellings of Indian scripts that readers take for equal.
 */

/** First code points of the Indian scripts in which an anusvara may replace a nasal: in these blocks, a letter has the same place. */
const blocks = {
  devanagari: 0x900,
  bengali: 0x980,
  gurmukhi: 0xa00,
  gujarati: 0xa80,
  odia: 0xb00,
  telugu: 0xc00,
  kannada: 0xc80,
  malayalam: 0xd00,
};

const allBlocks = Object.values(blocks);

const char = String.fromCharCode;

/** The anusvara of the block that a character is in. */
const anusvaraOf = (text: string): string => char((text.charCodeAt(0) & ~0x7f) + 0x02);

/** Nukta: "साड़ी" and "साडी". */
const nuktas = allBlocks.map((block) => char(block + 0x3c)).join('');

/** Chandrabindu, tippi of Gurmukhi, and rarer signs of a nasal vowel: "साँवला" and "सांवला". */
const nasalSigns = new RegExp(`[${allBlocks.map((block) => char(block + 0x01)).join('')}\u0a70\u0c00\u0c80\u0d00]`, 'g');

/** A nasal without a vowel before a consonant that is no nasal: "हिन्दी" and "हिंदी". */
const halfNasals = new RegExp(
  allBlocks
    .map((block) => {
      const nasals = [0x19, 0x1e, 0x23, 0x28, 0x2e].map((place) => char(block + place)).join('');
      return `[${nasals}]${char(block + 0x4d)}(?![${nasals}])(?=[${char(block + 0x15)}-${char(block + 0x39)}])`;
    })
    .join('|'),
  'g',
);

/** Accents, Vedic accents, nuktas, vowel signs and elongation of Arabic script, and characters that show nothing. */
const ignored = new RegExp(
  `(?<=\\p{L}\\p{M}*)[\u0300-\u036f]|[${nuktas}\u0951-\u0954\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]|\\p{Cf}|\\p{DI}`,
  'gu',
);

/** One letter in two encodings or forms, after decomposition. */
const sameLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ς: 'σ',
  // Chillu letters of Malayalam, reph, and the vowel au.
  ൺ: 'ണ്',
  ൻ: 'ന്',
  ർ: 'ര്',
  ൽ: 'ല്',
  ൾ: 'ള്',
  ൿ: 'ക്',
  '\u0d4e': 'ര്',
  '\u0d54': 'മ്',
  '\u0d55': 'യ്',
  '\u0d56': 'ഴ്',
  '\u0d46\u0d57': '\u0d57',
  // Letters without a vowel, of Bengali, Telugu and Kannada.
  ৎ: 'ত্',
  '\u0c5d': 'న్',
  '\u0cdd': 'ನ್',
  // "Sri" of Tamil.
  ஶ்ரீ: 'ஸ்ரீ',
  // Arabic and Urdu keyboards.
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  ه: 'ہ',
  ە: 'ہ',
};

const twoForms = new RegExp(Object.keys(sameLetters).join('|'), 'g');

/** Folds a text: two texts that readers take for the same words become equal. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  if (/^[\0-\x7f]*$/.test(lower)) return lower;
  return toAsciiDigits(lower.normalize('NFKD').toLowerCase())
    .replace(ignored, '')
    .replace(twoForms, (letters) => sameLetters[letters] ?? letters)
    .replace(nasalSigns, anusvaraOf)
    .replace(halfNasals, anusvaraOf)
    .normalize('NFC');
}
