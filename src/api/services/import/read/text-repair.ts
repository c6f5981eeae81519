import { introducesScript } from './unicode-scripts.ts';

/** Bytes 0x80–0x9F of the Windows code page as the characters they were shown as, in order; the five unassigned ones stay themselves. */
const WINDOWS_C1 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const byteOf = (character: string): number => {
  const c1 = WINDOWS_C1.indexOf(character);
  return c1 >= 0 ? 0x80 + c1 : character.charCodeAt(0);
};

const continuation = `[\\u0080-\\u00bf${WINDOWS_C1}]`;
const misread = new RegExp(
  `[\\u00c2-\\u00df]${continuation}|[\\u00e0-\\u00ef]${continuation}{2}|[\\u00f0-\\u00f4]${continuation}{3}`,
  'g',
);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** What repairing a text did; `refused` when a repair would have brought in a script that the text does not have. */
interface Repaired {
  text: string;
  refused: boolean;
}

/** UTF-8 that was once read as a Windows code page ("â€“"), read rightly ("–"). What does not decode, or is refused, stays as it is. */
function readAgain(text: string): Repaired {
  let refused = false;
  const repaired = text.replace(misread, (run) => {
    try {
      const decoded = utf8.decode(Uint8Array.from(run, byteOf));
      if (!introducesScript(decoded, text)) return decoded;
      refused = true;
      return run;
    } catch {
      return run;
    }
  });
  return { text: repaired, refused };
}

/** Controls that print nothing (line breaks and tabs stay), and marks that turn the direction of whatever stands after them. */
const unprintable = /(?![\t\n\r])\p{Cc}|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc]/gu;

/**
 * Mends what a wrong encoding left behind and drops characters that print nothing. A replacement character (U+FFFD) inside a word
 * was almost always an apostrophe; elsewhere it is dropped.
 */
export function repairText(text: string): string {
  return readAgain(text.toWellFormed())
    .text.replace(/(?<=\p{L})\ufffd(?=\p{L})/gu, '’')
    .replace(/\ufffd/g, '')
    .replace(unprintable, '');
}

/** What a wrong encoding has done to a text: damage that `fix` repairs, damage that it leaves alone, or none. */
export function detectDamage(text: string): 'repaired' | 'left' | undefined {
  const { text: repaired, refused } = readAgain(text);
  if (refused) return 'left';
  return text.includes('\ufffd') || repaired !== text ? 'repaired' : undefined;
}

/** A text for one line: repaired, with every run of white space as one space. */
export const toSingleLine = (text: string): string => repairText(text).replace(/\s+/g, ' ').trim();

/** A name that may stand in a comma-separated list: "10,5" → "10.5", "Red, Blue" → "Red & Blue". */
export const replaceCommas = (text: string): string =>
  text
    .replace(/(\d),(\d)/g, '$1.$2')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' & ');
