import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressLine, city, email, name, optionalPhone, otp, phone, pincode, state } from '#lib/contract/fields.ts';
import { removeInvisible, toAsciiDigits } from '#lib/contract/text/typed-text.ts';
import { normaliseDigits } from '#lib/rules/typed-digits.ts';

/** Zero of scripts that shoppers type in, and of wide and mathematical digits. */
const zeros = {
  Devanagari: '०',
  Bengali: '০',
  Gurmukhi: '੦',
  Gujarati: '૦',
  Odia: '୦',
  Tamil: '௦',
  Telugu: '౦',
  Kannada: '೦',
  Malayalam: '൦',
  Urdu: '۰',
  Arabic: '٠',
  wide: '０',
  mathematical: '𝟘',
  'Meetei Mayek': '꯰',
  'Ol Chiki': '᱐',
};

const write = (digits: string, zero: string): string =>
  [...digits].map((digit) => String.fromCodePoint((zero.codePointAt(0) as number) + Number(digit))).join('');

test.for(Object.entries(zeros))('a number, a pincode and a code in %s digits are read', ([, zero]) => {
  expect(phone.parse(write('9876543210', zero))).toBe('9876543210');
  expect(optionalPhone.parse(write('9876543210', zero))).toBe('9876543210');
  expect(pincode.parse(write('560001', zero))).toBe('560001');
  expect(otp.parse(write('012345', zero))).toBe('012345');
  expect(normaliseDigits(`+${write('91', zero)} ${write('98765 43210'.replace(' ', ''), zero)}`, 'phone')).toBe('9876543210');
});

test('every decimal digit of Unicode is read by its value', () => {
  const wrong: string[] = [];
  for (let code = 0x80; code <= 0x1ffff; code++) {
    const character = String.fromCodePoint(code);
    if (!/\p{Nd}/u.test(character)) continue;
    const value = toAsciiDigits(character);
    // Ten digits of a script follow one another.
    const next = String.fromCodePoint(code + 1);
    if (value !== '9' && toAsciiDigits(next) !== String(Number(value) + 1)) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});

const blank = [
  '\u200b',
  '\u2800',
  '\u3164',
  '\u115f',
  '\u2060',
  '\u00ad',
  '\ufe0f',
  '\u202e',
  '\u2066',
  '\u200d',
  '\ufeff',
  '\u{e0100}',
];

test.for(blank.map((character) => [character.codePointAt(0)?.toString(16) as string, character] as const))(
  'a field of invisible characters U+%s alone is missing',
  ([, character]) => {
    const text = character.repeat(4);
    const messageOf = (field: { safeParse: (value: string) => { error?: { issues: { message: string }[] } | undefined } }) =>
      field.safeParse(text).error?.issues[0]?.message;
    expect(messageOf(name)).toBe('This field is required');
    expect(messageOf(addressLine)).toBe('Address is required');
    expect(messageOf(city)).toBe('City is required');
    expect(messageOf(state)).toBe('State is required');
    expect(messageOf(email)).toBe('Email is required');
    expect(messageOf(phone)).toBe('Phone number is required');
    expect(messageOf(pincode)).toBe('Pincode is required');
  },
);

test.for(['...', '😀😀', '123', '--', '१२'])('%j is no name', (text) => {
  expect(name.safeParse(text).error?.issues[0]?.message).toBe('This field is required');
});

test.for(['12', 'B-4', '१२ गली', '४'])('%j is an address', (text) => {
  expect(addressLine.parse(text)).toBe(text);
});

test.for(['.,-', '🏠'])('%j is no address', (text) => {
  expect(addressLine.safeParse(text).error?.issues[0]?.message).toBe('Address is required');
});

test.for(['दर्‍या', 'র‍্যাব', 'ന്‍', 'क्‌ष', 'می‌روم', 'आशा', 'Zoë O’Brien', 'தமிழ்'])('the word %j keeps its joiners', (word) => {
  expect(removeInvisible(word)).toBe(word);
  expect(name.parse(word.length > 1 ? word : `${word}a`)).toBe(word);
});

test('text never turns round and keeps its visible characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = removeInvisible(text);
      expect(/[\u202a-\u202e\u2066-\u2069\u200b]/.test(shown)).toBe(false);
      expect(removeInvisible(shown)).toBe(shown);
      expect(shown.replace(/[\p{Cf}\p{DI}]/gu, '')).toBe(text.replace(/[\p{Cf}\p{DI}\u2800]/gu, ''));
    }),
  );
});
