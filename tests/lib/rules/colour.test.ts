import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brightness, DARK_TEXT, hexColour, LIGHT_TEXT, textOn } from '#lib/rules/colour.ts';

const hexDigits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: length, maxLength: length });

test('three or six hex digits are a colour, with or without the hash', () => {
  fc.assert(
    fc.property(fc.oneof(hexDigits(3), hexDigits(6)), fc.boolean(), (digits, hash) => {
      const colour = hexColour(hash ? `#${digits}` : digits);
      expect(colour).toMatch(/^#[0-9a-f]{6}$/);
      expect(hexColour(colour)).toBe(colour);
    }),
  );
  expect(hexColour('#aBc')).toBe('#aabbcc');
});

test('hex digits of any other length are none, and give dark text', () => {
  fc.assert(
    fc.property(
      fc
        .integer({ min: 0, max: 12 })
        .filter((n) => n !== 3 && n !== 6)
        .chain(hexDigits),
      (digits) => {
        expect(hexColour(digits)).toBeUndefined();
        expect(textOn(digits)).toBe(DARK_TEXT);
      },
    ),
  );
});

test('nothing but a colour ever comes out', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(hexColour(text) ?? '#000000').toMatch(/^#[0-9a-f]{6}$/);
    }),
  );
  expect(hexColour('#111;}body{display:none')).toBeUndefined();
  expect(textOn(undefined)).toBe(DARK_TEXT);
});

test('text is white below the brightness threshold of 128 and dark from it on', () => {
  fc.assert(
    fc.property(hexDigits(6), (digits) => {
      const colour = `#${digits.toLowerCase()}`;
      expect(textOn(colour)).toBe(brightness(colour) < 128 ? LIGHT_TEXT : DARK_TEXT);
    }),
  );
  expect([textOn('#7f7f7f'), textOn('#808080'), textOn('#fff'), textOn('#000')]).toEqual([
    LIGHT_TEXT,
    DARK_TEXT,
    DARK_TEXT,
    LIGHT_TEXT,
  ]);
});
