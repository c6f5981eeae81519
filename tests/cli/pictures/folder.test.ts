import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readFromFolder, SharedFiles } from '#api/services/pictures/read-from-folder.ts';
import { csvFile, store, temporaryFolder } from '#tests/support/cli/run-command.ts';

const files = [
  '2023/05/front.jpg',
  '06/front.jpg',
  'front.jpg',
  'plain.webp',
  'गुलाब.png',
  'cafe\u0301.jpg',
  'e\u0301te/a.jpg',
  '100% cotton.jpg',
  'notes.txt',
  'other.example/front.jpg',
];

function folderOf(names: string[]): string {
  const folder = temporaryFolder();
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), name);
  }
  return folder;
}

test.each([
  ['https://cdn.example/up/2023/05/front.jpg?v=1', '2023/05/front.jpg'],
  ['https://cdn.example/up/2023/06/front.jpg', '06/front.jpg'],
  ['//cdn.example/up/2023/07/front.jpg', 'front.jpg'],
  ['2023/05/front.jpg', '2023/05/front.jpg'],
  ['https://other.example/front.jpg', 'other.example/front.jpg'],
  ['https://cdn.example/render/plain', 'plain.webp'],
  ['plain', 'plain.webp'],
  ['https://cdn.example/%E0%A4%97%E0%A5%81%E0%A4%B2%E0%A4%BE%E0%A4%AC.png', 'गुलाब.png'],
  ['https://cdn.example/caf%C3%A9.jpg', 'cafe\u0301.jpg'],
  ['caf\u00e9', 'cafe\u0301.jpg'],
  ['https://cdn.example/\u00e9te/a.jpg', 'e\u0301te/a.jpg'],
  ['https://cdn.example/100% cotton.jpg', '100% cotton.jpg'],
])('%s is the file %s', async (source, file) => {
  expect(Buffer.from(await readFromFolder(folderOf(files), source)).toString()).toBe(file);
});

test.each([
  'https://cdn.example/notes',
  'https://cdn.example/',
  '../front.jpg',
  '/etc/passwd',
  'https://cdn.example/..%2f..%2fetc%2fpasswd',
  '2023',
])('%s is no file of the folder', async (source) => {
  await expect(readFromFolder(join(folderOf(files), '2023'), source)).rejects.toThrow(/is not in|is outside/);
});

test('the command names the products whose pictures were left out, and ends with status 2', async () => {
  const folder = folderOf([]);
  const rows = [
    ['Handle', 'Title', 'Type', 'Variant Price', 'Image Src'],
    ['bag', 'Red bag', 'Bags', '999', 'https://cdn.example/both.jpg'],
    ['cap', 'Blue cap', 'Caps', '499', 'https://cdn.example/both.jpg'],
  ];
  const { code, out } = await store(temporaryFolder(), 'import', csvFile(rows), '--pictures', folder);
  expect(code).toBe(2);
  expect(out).toContain(`Red bag, Blue cap: https://cdn.example/both.jpg is not in ${folder}`);
});

test.each([
  ['the last part', ['https://a.example/2023/front.jpg', 'https://a.example/2024/front.jpg']],
  ['the path', ['https://a.example/front.jpg', '//b.example/front.jpg']],
  ['all but the query', ['https://a.example/front?id=1', 'https://a.example/front?id=2']],
])('a file that two addresses with %s in common got is named', async (_, addresses) => {
  const folder = temporaryFolder();
  await sharp({ create: { width: 6, height: 4, channels: 3, background: '#3a6b5c' } }).toFile(join(folder, 'front.jpg'));
  const rows = [
    ['Handle', 'Title', 'Type', 'Variant Price', 'Image Src'],
    ...addresses.map((address, i) => [`bag-${i}`, 'Bag', 'Bags', '999', address]),
  ];
  const named = addresses.map((address) => address.replace(/^.*?\/\//, '')).join(', ');
  const { code, out } = await store(temporaryFolder(), 'import', csvFile(rows), '--pictures', folder);
  expect(code).toBe(0);
  expect(out).toContain(`1 picture is used for several addresses: front.jpg (${named})`);
});

test('one address in two protocols, and file names, are no several addresses', () => {
  const shared = new SharedFiles();
  for (const source of ['https://a.example/front.jpg', 'http://a.example/front.jpg#x', 'front.jpg', 'front'])
    shared.add(source, 'front.jpg');
  expect(shared.list()).toEqual([]);
});
