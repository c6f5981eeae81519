/** Scripts that product texts may be in. Not Latin, because mojibake consists of Latin letters. */
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

/** Letters of scripts that are not listed, except Latin. Symbols, digits and accents (Common, Inherited) have no script. */
const other = new RegExp(
  `(?!\\p{Script=Latin}|\\p{Script=Common}|\\p{Script=Inherited}|${names.map((name) => `\\p{Script=${name}}`).join('|')}).`,
  'u',
);

/** Whether `decoded` contains a script that `text` does not. */
export const introducesScript = (decoded: string, text: string): boolean =>
  other.test(decoded) || scripts.some((script) => script.test(decoded) && !script.test(text));
