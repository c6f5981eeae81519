import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_DIGITS_TEXT, normalisedCaret } from '#islands/form/digits-input.ts';
import { phone } from '#lib/contract/fields.ts';
import { normaliseDigits } from '#lib/rules/typed-digits.ts';

test.for([
  '9876543210',
  '98765 43210',
  '98765-43210',
  '+91 98765 43210',
  '+91-98765-43210',
  '91 9876543210',
  '0091 98765 43210',
  '098765 43210',
  ' (098765) 43210 ',
  '+91 098765 43210',
  '98765\u201343210',
  '\u202a+91\u00a098765\u00a043210\u202c',
])('the mobile number written as %j has ten digits', (text) => {
  expect(normaliseDigits(text, 'phone')).toBe('9876543210');
});

test('a number that begins with 91 keeps all its digits', () => {
  expect(normaliseDigits('9198765432', 'phone')).toBe('9198765432');
  expect(normaliseDigits('+91 91987 65432', 'phone')).toBe('9198765432');
});

test.for([
  ['+91 98', '+9198'],
  ['0987654321', '0987654321'],
  ['98765432101', '98765432101'],
  ['98765abcde', '98765abcde'],
  ['', ''],
] as const)('the incomplete or invalid number %j loses no digit', ([text, kept]) => {
  expect(normaliseDigits(text, 'phone')).toBe(kept);
});

test.for([
  ['682 001', '682001'],
  ['682-001', '682001'],
  ['091234', '091234'],
  ['abcdef', 'abcdef'],
] as const)('the pincode %j becomes %j', ([text, kept]) => {
  expect(normaliseDigits(text, 'code')).toBe(kept);
});

const separator = fc.constantFrom('', '', ' ', '-', '  ', '.', '\u00a0', '\u2011');
const prefix = fc.constantFrom('', '0', '+91', '91', '0091', '+91 0', '+91-', '(0)');
const number = fc.stringMatching(/^[1-9]\d{9}$/);

/** A number as people write it: a prefix, and a separator before any digit. */
const written = fc
  .record({ number, prefix, separators: fc.array(separator, { minLength: 10, maxLength: 10 }) })
  .map(({ number, prefix, separators }) => ({
    number,
    text: prefix + [...number].map((digit, index) => (separators[index] ?? '') + digit).join(''),
  }));

test('however a valid number is grouped and prefixed, its ten digits stay', () => {
  fc.assert(
    fc.property(written, ({ number, text }) => {
      const normalised = normaliseDigits(text, 'phone');
      expect(normalised).toBe(number);
      expect(normaliseDigits(normalised, 'phone')).toBe(normalised);
      expect(phone.safeParse(normalised).success).toBe(true);
    }),
  );
});

test('a number typed digit by digit with its separators and prefix ends as ten digits', () => {
  fc.assert(
    fc.property(written, ({ number, text }) => {
      let value = '';
      for (const character of text) if (value.length < MAX_DIGITS_TEXT) value = normaliseDigits(value + character, 'phone');
      expect(value).toBe(number);
    }),
  );
});

test('the caret stays after the same digit', () => {
  fc.assert(
    fc.property(written, fc.nat(40), ({ number, text }, position) => {
      const caret = Math.min(position, text.length);
      const after = text.slice(caret).replace(/\D/g, '');
      const expected = Math.max(0, number.length - after.length);
      expect(normalisedCaret(text, caret, number)).toBe(expected);
    }),
  );
});
