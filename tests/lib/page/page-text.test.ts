import { expect, test } from 'vitest';
import { formatPageTitle, truncateMetaDescription } from '#lib/page/seo/title-and-description.ts';
import { stripHtml, truncateText } from '#lib/page/text/plain-text.ts';

test('a title includes the store’s name where it fits', () => {
  expect(formatPageTitle('FAQ', 'Loom House')).toBe('FAQ | Loom House');
  expect(formatPageTitle('Loom House', 'Loom House')).toBe('Loom House');
  const long = 'Handwoven Cotton Kurta with Mandarin Collar and Wooden Buttons';
  expect(formatPageTitle(long, 'Loom House')).toBe(long);
});

test('a description ends between words, within the length that search engines show', () => {
  const description = truncateMetaDescription('Spun and woven by hand in Kutch. '.repeat(9));
  expect(description.length).toBeLessThanOrEqual(160);
  expect(description).toMatch(/ (?:Spun|and|woven|by|hand|in|Kutch\.)…$/);
  expect(truncateMetaDescription('Short.')).toBe('Short.');
});

test('texts are cut between whole characters', () => {
  expect(truncateText('🧵'.repeat(10), 10)).toBe(`${'🧵'.repeat(4)}…`);
  expect(truncateText('one two three', 8)).toBe('one two…');
  expect(truncateText('one two three', 7)).toBe('one…');
});

test('lines become sentences', () => {
  expect(stripHtml('<p>Soft cotton.</p><ul><li>100% cotton, 170 gsm</li><li>Wash cold</li></ul>')).toBe(
    'Soft cotton. 100% cotton, 170 gsm. Wash cold.',
  );
});
