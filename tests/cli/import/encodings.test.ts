import { expect, test } from 'vitest';
import { detectDamage, repairText } from '#api/services/import/read/text-repair.ts';
import { csvFile, emptyShop, importFiles, readProducts } from '#tests/support/cli/run-command.ts';

/** Decodes the UTF-8 bytes of a text as Windows-1252. */
const misread = (text: string): string => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text));

test('a repair introduces no script that the text does not use', () => {
  // "ä‹¢" is a doubly mangled ®; as UTF-8 it would be the Chinese character 䋢.
  expect(repairText('Dri-FITä‹¢ shirt')).toBe('Dri-FITä‹¢ shirt');
  expect(detectDamage('Dri-FITä‹¢ shirt')).toBe('left');
  expect(repairText(misread('Привет'))).toBe(misread('Привет'));
});

test('symbols, accents and letters of a script that the text uses are repaired', () => {
  expect(repairText(misread('Café – ₹499, “fine” ™'))).toBe('Café – ₹499, “fine” ™');
  expect(repairText(`कुर्ता ${misread('कु')}`)).toBe('कुर्ता कु');
  expect(detectDamage(misread('Café'))).toBe('repaired');
  expect(detectDamage('Café, कुर्ता')).toBeUndefined();
});

test('the summary lists the rows that were repaired and the rows that were left', async () => {
  const { db } = await emptyShop();
  const row = (i: number, title: string) => [`p-${i}`, title, '10'];
  const file = csvFile([
    ['Handle', 'Title', 'Variant Price'],
    row(1, misread('Café')),
    row(2, 'Plain'),
    row(3, 'Shirtä‹¢'),
    row(4, misread('It’s')),
  ]);
  const { notes, damaged } = await importFiles(db, [file]);
  expect(notes.slice(-2)).toEqual([
    '2 rows had characters damaged by a wrong encoding, which were repaired: products.csv line 2, 5.',
    '1 row has characters that a wrong encoding may have damaged, which were left unchanged: products.csv line 4.',
  ]);
  expect(damaged).toEqual({
    repaired: [2, 5].map((line) => ({ file: 'products.csv', line })),
    left: [{ file: 'products.csv', line: 4 }],
  });
  expect((await readProducts(db)).map(({ name }) => name)).toEqual(['Café', 'Plain', 'Shirtä‹¢', 'It’s']);
});
