import { expect, test } from 'vitest';
import { pageDescription, pageTitle } from '#lib/page/page-text.ts';
import { plainText, shorten } from '#lib/page/plain-text.ts';

test('a title names the store where there is room for it', () => {
  expect(pageTitle('FAQ', 'Loom House')).toBe('FAQ | Loom House');
  expect(pageTitle('Loom House', 'Loom House')).toBe('Loom House');
  const long = 'Handwoven Cotton Kurta with Mandarin Collar and Wooden Buttons';
  expect(pageTitle(long, 'Loom House')).toBe(long);
});

test('a description ends between words, within what search engines show', () => {
  const description = pageDescription('Spun and woven by hand in Kutch. '.repeat(9));
  expect(description.length).toBeLessThanOrEqual(160);
  expect(description).toMatch(/ (?:Spun|and|woven|by|hand|in|Kutch\.)…$/);
  expect(pageDescription('Short.')).toBe('Short.');
});

test('what is cut is whole characters', () => {
  expect(shorten('🧵'.repeat(10), 10)).toBe(`${'🧵'.repeat(4)}…`);
  expect(shorten('one two three', 8)).toBe('one two…');
  expect(shorten('one two three', 7)).toBe('one…');
});

test('what stands on lines of its own reads as sentences', () => {
  expect(plainText('<p>Soft cotton.</p><ul><li>100% cotton, 170 gsm</li><li>Wash cold</li></ul>')).toBe(
    'Soft cotton. 100% cotton, 170 gsm. Wash cold.',
  );
});
