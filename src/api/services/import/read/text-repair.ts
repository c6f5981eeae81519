/** Scripts that product texts may be in. Not Latin, because mojibake consists of Latin letters. */
const names = (
  'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana ' +
  'Kannada Katakana Khmer Lao Malayalam Meetei_Mayek Mongolian Myanmar Ol_Chiki Oriya Sinhala Syriac Tamil Telugu Thaana ' +
  'Thai Tibetan'
).split(' ');

const scripts = names.map((name) => new RegExp(`\\p{Script=${name}}`, 'u'));

/** Letters of scripts that are not listed, except Latin. Symbols, digits and accents (Common, Inherited) have no script. */
const other = new RegExp(
  `(?!\\p{Script=Latin}|\\p{Script=Common}|\\p{Script=Inherited}|${names.map((name) => `\\p{Script=${name}}`).join('|')}).`,
  'u',
);

/** Whether `decoded` contains a script that `text` does not. */
const introducesScript = (decoded: string, text: string): boolean =>
  other.test(decoded) || scripts.some((script) => script.test(decoded) && !script.test(text));

/** The characters of bytes 0x80–0x9F in Windows-1252, in order; its five unassigned bytes map to themselves. */
const WINDOWS_C1 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const toByte = (character: string): number => {
  const c1 = WINDOWS_C1.indexOf(character);
  return c1 >= 0 ? 0x80 + c1 : character.charCodeAt(0);
};

const continuation = `[\\u0080-\\u00bf${WINDOWS_C1}]`;
const misread = new RegExp(
  `[\\u00c2-\\u00df]${continuation}|[\\u00e0-\\u00ef]${continuation}{2}|[\\u00f0-\\u00f4]${continuation}{3}`,
  'g',
);
const utf8 = new TextDecoder('utf-8', { fatal: true });

interface RepairResult {
  text: string;
  /** True when a repair was skipped because it would introduce a script that the text does not have. */
  refused: boolean;
}

/** Decodes mojibake: UTF-8 that was read as Windows-1252 ("â€“" → "–"). Sequences that do not decode, or are refused, stay unchanged. */
function decodeMojibake(text: string): RepairResult {
  let refused = false;
  const repaired = text.replace(misread, (run) => {
    try {
      const decoded = utf8.decode(Uint8Array.from(run, toByte));
      if (!introducesScript(decoded, text)) return decoded;
      refused = true;
      return run;
    } catch {
      return run;
    }
  });
  return { text: repaired, refused };
}

/** Invisible control characters, except line breaks and tabs, and marks that change the text direction. */
const unprintable = /(?![\t\n\r])\p{Cc}|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc]/gu;

/**
 * Repairs mojibake and strips invisible characters. A replacement character (U+FFFD) inside a word becomes an apostrophe, which it almost
 * always was; elsewhere it is removed.
 */
export function repairText(text: string): string {
  return decodeMojibake(text.toWellFormed())
    .text.replace(/(?<=\p{L})\ufffd(?=\p{L})/gu, '’')
    .replace(/\ufffd/g, '')
    .replace(unprintable, '');
}

/** Detects mojibake: whether `repairText` repairs it or leaves it unchanged; undefined when there is none. */
export function detectDamage(text: string): 'repaired' | 'left' | undefined {
  const { text: repaired, refused } = decodeMojibake(text);
  if (refused) return 'left';
  return text.includes('\ufffd') || repaired !== text ? 'repaired' : undefined;
}

/** Repairs a text and collapses white space, line breaks included. */
export const toSingleLine = (text: string): string => repairText(text).replace(/\s+/g, ' ').trim();

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Decodes the character references that systems leave in names. */
export const decodeReferences = (text: string): string =>
  text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[String(name).toLowerCase()] ?? whole;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
  });
