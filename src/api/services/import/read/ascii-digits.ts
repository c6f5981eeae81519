/** Replaces decimal digits of any script by ASCII digits: "१४९९" → "1499". */
export const toAsciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)));

/** Unicode has the ten digits of a script in a row; rows that follow each other directly are told apart by counting back. */
function digitValue(code: number): number {
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return (code - zero) % 10;
}
