import { expect, test } from 'vitest';
import { formatPageTitle, truncateMetaDescription } from '#lib/page/seo/title-and-description.ts';
import { stripHtml, truncateText } from '#lib/page/text/plain-text.ts';

test('a title includes the store’s name where it fits', () => {
  expect(formatPageTitle('FAQ', 'Loom House')).toBe('FAQ | Loom House');
  expect(formatPageTitle('Loom House', 'Loom House')).toBe('Loom House');
  expect(formatPageTitle('Kurtas – Loom House', 'Loom House')).toBe('Kurtas – Loom House');
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

test.each([
  ['signs', 'size < 5 & more', 'size < 5 & more'],
  ['comments', 'a<!-- <p>no</p> -->b<!-- no <i>end', 'a b'],
  ['hidden elements, nested and without an end', '<p>a</p><svg><title>no</title></svg>b<STYLE>p{}</style >c<script>no', 'a. b c'],
  ['closed foreign elements', 'a<svg/>b', 'a b'],
  ['inline elements at the end of a block', '<p>Soft <b>cotton</b></p><p>Blue!</p>', 'Soft cotton. Blue!'],
  ['escaped signs', '&lt;b&gt; &amp;lt;', '<b> &lt;'],
])('text is read between %s', (_, html, text) => {
  expect(stripHtml(html)).toBe(text);
});

// Each took longer than a test may when the time grew with the square of the length.
test.each(['<', '<!--', '<svg ', '<svg>', '<style>', '</svg ', '<p', '</p', '<>', '<p> ', ' ', '&', '<title><', '<!-->', 'a\n'])(
  'ten million characters of %j are stripped to at most 20,000',
  (part) => {
    expect(stripHtml(part.repeat(10_000_000 / part.length)).length).toBeLessThanOrEqual(30_000);
  },
);

test('a long description is cut before a tag, not within it', () => {
  expect(stripHtml(`${'a '.repeat(9_995)}<p class="long name of a class">b</p>`)).toMatch(/^(?:a )+a$/);
});
