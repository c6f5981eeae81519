import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brightness, DARK_TEXT, LIGHT_TEXT, normaliseHexColour, pickTextColour } from '#lib/rules/theme/theme-variables.ts';

const hexDigits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: length, maxLength: length });

test('three or six hex digits are a colour, with or without the hash', () => {
  fc.assert(
    fc.property(fc.oneof(hexDigits(3), hexDigits(6)), fc.boolean(), (digits, hash) => {
      const colour = normaliseHexColour(hash ? `#${digits}` : digits);
      expect(colour).toMatch(/^#[0-9a-f]{6}$/);
      expect(normaliseHexColour(colour)).toBe(colour);
    }),
  );
  expect(normaliseHexColour('#aBc')).toBe('#aabbcc');
});

test('any other number of hex digits is no colour, and gets dark text', () => {
  fc.assert(
    fc.property(
      fc
        .integer({ min: 0, max: 12 })
        .filter((n) => n !== 3 && n !== 6)
        .chain(hexDigits),
      (digits) => {
        expect(normaliseHexColour(digits)).toBeUndefined();
        expect(pickTextColour(digits)).toBe(DARK_TEXT);
      },
    ),
  );
});

test('the output is always a valid colour', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(normaliseHexColour(text) ?? '#000000').toMatch(/^#[0-9a-f]{6}$/);
    }),
  );
  expect(normaliseHexColour('#111;}body{display:none')).toBeUndefined();
  expect(pickTextColour(undefined)).toBe(DARK_TEXT);
});

test('text is white below the brightness threshold of 128 and dark from it on', () => {
  fc.assert(
    fc.property(hexDigits(6), (digits) => {
      const colour = `#${digits.toLowerCase()}`;
      expect(pickTextColour(colour)).toBe(brightness(colour) < 128 ? LIGHT_TEXT : DARK_TEXT);
    }),
  );
  expect([pickTextColour('#7f7f7f'), pickTextColour('#808080'), pickTextColour('#fff'), pickTextColour('#000')]).toEqual([
    LIGHT_TEXT,
    DARK_TEXT,
    DARK_TEXT,
    LIGHT_TEXT,
  ]);
});
