/** Value of a decimal digit. Unicode has the ten digits of a script in a row; rows that follow each other are told apart by counting back. */
function digitValue(code: number): number {
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return (code - zero) % 10;
}

/** Replaces the decimal digits of every script by 0 to 9: "९८७" becomes "987". */
export const toAsciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)));

/** Characters that show nothing: format characters, fillers, variation selectors, and the empty Braille pattern. */
const invisible = /[\p{Cf}\p{DI}\u2800]+/gu;

/** A joiner has a meaning after a vowel sign or virama, and between two letters of a word. */
function isJoiner(run: string, before: string, after: string): boolean {
  if (run !== '\u200c' && run !== '\u200d') return false;
  return /\p{M}$/u.test(before) || (/\p{L}$/u.test(before) && /^[\p{L}\p{M}]/u.test(after));
}

/**
 * Removes characters that show nothing or change the direction of text, such as zero-width spaces and U+202E. Joiners of Indian scripts
 * and Persian stay.
 */
export const removeInvisible = (text: string): string =>
  text.replace(invisible, (run, at: number, whole: string) =>
    isJoiner(run, whole.slice(Math.max(0, at - 2), at), whole.slice(at + run.length, at + run.length + 2)) ? run : '',
  );
