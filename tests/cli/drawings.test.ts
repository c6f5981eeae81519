import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { storeDrawing } from '#api/services/pictures/drawing.ts';
import { storePicture } from '#api/services/pictures/source.ts';
import { checkSvg } from '#api/services/pictures/svg-check.ts';
import { readPicture } from '#lib/rules/picture.ts';
import { temporaryFolder } from './shop.ts';

const svg = (inside: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 900 1200" ${attributes}>${inside}</svg>`;

test('a drawing is kept as it is, with its Brotli copy and the size of its viewBox', async () => {
  const folder = temporaryFolder();
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<!-- a > b -->\n${svg('<defs><linearGradient id="g"><stop stop-color="#fff"/></linearGradient></defs><rect fill="url(#g)" width="9" height="9"/><use xlink:href="#g"/>')}\n`;
  const { reference } = await storeDrawing(folder, Buffer.from(text));
  const { src, width, height } = readPicture(reference);
  expect({ width, height }).toEqual({ width: 900, height: 1200 });
  const file = join(folder, src.slice('/media/'.length));
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(brotliDecompressSync(readFileSync(`${file}.br`)).toString()).toBe(text);
});

test.each([
  ['a script', svg('<script>alert(1)</script>'), /<script>/],
  [
    'a script by another prefix',
    '<x:svg xmlns:x="http://www.w3.org/2000/svg"><x:script>alert(1)</x:script></x:svg>',
    /not allowed/,
  ],
  ['an event handler', svg('<rect ONLOAD="alert(1)"/>'), /event handler/],
  ['an event handler of the root', svg('', 'onload="alert(1)"'), /event handler/],
  ['foreign content', svg('<foreignObject><p>Hi</p></foreignObject>'), /<foreignObject>/],
  ['a picture from elsewhere', svg('<image href="https://evil.example/a.png"/>'), /<image>/],
  ['a reference elsewhere', svg('<use href="https://evil.example/a.svg#x"/>'), /outside itself/],
  ['a paint from elsewhere', svg('<rect fill="url(https://evil.example/a.svg#x)"/>'), /outside itself/],
  ['a paint from elsewhere in quotes', svg(`<rect fill="url('//evil.example/a')"/>`), /outside itself/],
  ['a style that imports', svg('<style>@import "https://evil.example/a.css";</style>'), /outside itself/],
  ['a style that hides its words', svg('<style>a{background:\\75rl(//evil)}</style>'), /outside itself/],
  ['a link', svg('<a href="javascript:alert(1)"><rect/></a>'), /<a>/],
  ['an animated reference', svg('<animate attributeName="href" to="javascript:alert(1)"/>'), /<animate>/],
  ['a document type', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('')}`, /no plain SVG/],
  ['a style sheet instruction', `<?xml-stylesheet href="https://evil.example"?>${svg('')}`, /no plain SVG/],
  ['character data that hides markup', svg('<![CDATA[<script>]]>'), /no plain SVG/],
  ['an element that is never closed', '<svg viewBox="0 0 1 1"><g>', /well-formed/],
])('a drawing with %s is refused', (_what, text, reason) => {
  expect(() => checkSvg(text)).toThrow(reason);
});

test('a drawing from the web is refused whatever it holds', async () => {
  await expect(storePicture(temporaryFolder(), Buffer.from(svg('<rect/>')), 'refused')).rejects.toThrow(
    'from a local folder only',
  );
});

test('a drawing of no known shape is refused', async () => {
  const bare = '<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>';
  await expect(storeDrawing(temporaryFolder(), Buffer.from(bare))).rejects.toThrow('viewBox');
});
