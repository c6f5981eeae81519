import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { storePicture } from '#api/services/pictures/picture-source.ts';
import { storeSvg } from '#api/services/pictures/store-svg.ts';
import { validateSvg } from '#api/services/pictures/svg-validation.ts';
import { createFolderStorage } from '#api/services/storage/folder-storage.ts';
import { parsePicture } from '#lib/rules/pictures/reference.ts';
import { temporaryFolder } from '#tests/support/cli/run-command.ts';

const svg = (inside: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 900 1200" ${attributes}>${inside}</svg>`;

test('a drawing is stored unchanged, with a Brotli copy and the size of its viewBox', async () => {
  const folder = temporaryFolder();
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<!-- a > b -->\n${svg('<defs><linearGradient id="g"><stop stop-color="#fff"/></linearGradient></defs><rect fill="url(#g)" width="9" height="9"/><use xlink:href="#g"/>')}\n`;
  const { reference } = await storeSvg(createFolderStorage(folder), Buffer.from(text));
  const { src, width, height } = parsePicture(reference);
  expect({ width, height }).toEqual({ width: 900, height: 1200 });
  const file = join(folder, src.slice('/media/'.length));
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(brotliDecompressSync(readFileSync(`${file}.br`)).toString()).toBe(text);
});

/** Groups of 10 references, each to the group before: `levels` groups multiply to 10 to the power of `levels` copies. */
const multiplying = (levels: number, element: (i: number) => string): string =>
  `<defs><g id="l0"><rect width="1" height="1"/></g>${Array.from(
    { length: levels },
    (_, i) => `<g id="l${i + 1}">${element(i).repeat(10)}</g>`,
  ).join('')}</defs><use href="#l${levels}"/>`;

test.each([
  ['copies of copies', svg(multiplying(9, (i) => `<use href="#l${i}"/>`)), /references are expanded/],
  [
    'patterns of patterns',
    svg(
      Array.from(
        { length: 9 },
        (_, i) => `<pattern id="p${i + 1}">${`<rect width="1" height="1" style="fill:url(#p${i})"/>`.repeat(10)}</pattern>`,
      ).join(''),
    ),
    /references are expanded/,
  ],
  ['a circle of references', svg('<g id="a"><use href="#b"/></g><g id="b"><use xlink:href="#a"/></g>'), /circular/],
  ['20,001 elements', svg('<rect/>'.repeat(20_001)), /more than 20000 elements/],
  ['deep nesting', svg('<g>'.repeat(100) + '</g>'.repeat(100)), /nested/],
  [
    'a chain of 5,000 references',
    svg(Array.from({ length: 5000 }, (_, i) => `<linearGradient id="g${i}" href="#g${i + 1}"/>`).join('')),
    /chain of references/,
  ],
  ['a blur over everything', svg('<filter id="f"><feGaussianBlur stdDeviation="9999"/></filter>'), /filter that is too large/],
  [
    'a filter region of 100,000%',
    svg('<filter width="100000%" height="100000%"><feFlood/></filter>'),
    /filter that is too large/,
  ],
  ['a filter region of 5,000 boxes', svg('<filter width="5000"><feFlood/></filter>'), /filter that is too large/],
  [
    'endless turbulence',
    svg('<filter><feTurbulence baseFrequency="0.01" numOctaves="900"/></filter>'),
    /filter that is too large/,
  ],
  ['600 filter primitives', svg(`<filter>${'<feOffset dx="1"/>'.repeat(600)}</filter>`), /references are expanded/],
])('a drawing with %s is refused, because rendering it would take too long', (_what, text, reason) => {
  expect(() => validateSvg(text)).toThrow(reason);
});

test('a drawing with many copies, blurs and nested gradients is accepted', () => {
  const leaf = '<g id="l0"><path d="M0 0h1v1z"/><circle r="1"/></g>';
  const garland = `<g id="l1">${'<use href="#l0"/>'.repeat(50)}</g>${'<use href="#l1"/>'.repeat(20)}`;
  const paint = '<linearGradient id="a"><stop/></linearGradient><linearGradient id="b" href="#a"/><rect fill="url(#b)"/>';
  const soft =
    '<filter id="f" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="12 8"/></filter><g filter="url(#f)"/>';
  expect(() => validateSvg(svg(leaf + garland + paint + soft))).not.toThrow();
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
  ['a reference elsewhere', svg('<use href="https://evil.example/a.svg#x"/>'), /outside the file/],
  ['a paint from elsewhere', svg('<rect fill="url(https://evil.example/a.svg#x)"/>'), /outside the file/],
  ['a paint from elsewhere in quotes', svg(`<rect fill="url('//evil.example/a')"/>`), /outside the file/],
  ['a style that imports', svg('<style>@import "https://evil.example/a.css";</style>'), /outside the file/],
  ['a style that hides its words', svg('<style>a{background:\\75rl(//evil)}</style>'), /outside the file/],
  ['a link', svg('<a href="javascript:alert(1)"><rect/></a>'), /<a>/],
  ['an animated reference', svg('<animate attributeName="href" to="javascript:alert(1)"/>'), /<animate>/],
  ['a document type', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('')}`, /not plain SVG/],
  ['a style sheet instruction', `<?xml-stylesheet href="https://evil.example"?>${svg('')}`, /not plain SVG/],
  ['character data that hides markup', svg('<![CDATA[<script>]]>'), /not plain SVG/],
  ['an element that is never closed', '<svg viewBox="0 0 1 1"><g>', /well-formed/],
])('a drawing with %s is refused', (_what, text, reason) => {
  expect(() => validateSvg(text)).toThrow(reason);
});

test('a drawing from the web is refused, whatever it contains', async () => {
  await expect(
    storePicture(createFolderStorage(temporaryFolder()), Buffer.from(svg('<rect/>')), { svg: 'refused' }),
  ).rejects.toThrow('from a local folder only');
});

test('a drawing without dimensions is refused', async () => {
  const bare = '<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>';
  await expect(storeSvg(createFolderStorage(temporaryFolder()), Buffer.from(bare))).rejects.toThrow('viewBox');
});
