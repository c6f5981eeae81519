/** Scripts that texts of a shop may be written in. Latin is not among them: text that was read wrongly consists of Latin letters. */
const names = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Kannada',
  'Katakana',
  'Khmer',
  'Lao',
  'Malayalam',
  'Meetei_Mayek',
  'Mongolian',
  'Myanmar',
  'Ol_Chiki',
  'Oriya',
  'Sinhala',
  'Syriac',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
];

const scripts = names.map((name) => new RegExp(`\\p{Script=${name}}`, 'u'));

/** Letters of any other script but Latin; signs, digits and accents (Common, Inherited) belong to none. */
const other = new RegExp(
  `(?!\\p{Script=Latin}|\\p{Script=Common}|\\p{Script=Inherited}|${names.map((name) => `\\p{Script=${name}}`).join('|')}).`,
  'u',
);

/** True when `decoded` is written in a script that `text` does not have. */
export const introducesScript = (decoded: string, text: string): boolean =>
  other.test(decoded) || scripts.some((script) => script.test(decoded) && !script.test(text));
