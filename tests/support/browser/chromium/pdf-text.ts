import { inflateSync } from 'node:zlib';

/** Objects of a PDF by number: the dictionary, and the stream if there is one. */
function readObjects(pdf: Buffer): Map<string, { dictionary: string; stream: string }> {
  const text = pdf.toString('latin1');
  const objects = new Map<string, { dictionary: string; stream: string }>();
  for (const match of text.matchAll(/\n(\d+) 0 obj\n([\s\S]*?)(?:\nendobj|stream\r?\n)/g)) {
    const [whole, number = '', dictionary = ''] = match;
    const start = match.index + whole.length;
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
    const data = whole.endsWith('endobj') ? Buffer.alloc(0) : pdf.subarray(start, start + length);
    const stream = dictionary.includes('/FlateDecode') ? inflateSync(data) : data;
    objects.set(number, { dictionary, stream: stream.toString('latin1') });
  }
  return objects;
}

const fromHex = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** The characters of a font's glyphs, from its ToUnicode table. */
function readGlyphs(table: string): Map<number, string> {
  const glyphs = new Map<number, string>();
  for (const [, body = ''] of table.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', text = ''] of body.matchAll(/<(\w+)> <(\w+)>/g))
      glyphs.set(Number.parseInt(glyph, 16), fromHex(text));
  for (const [, body = ''] of table.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g))
    for (const [, first = '', last = '', text = ''] of body.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const from = Number.parseInt(first, 16);
      for (let glyph = from; glyph <= Number.parseInt(last, 16); glyph++)
        glyphs.set(glyph, String.fromCharCode(Number.parseInt(text, 16) + glyph - from));
    }
  return glyphs;
}

/** The text of each page of a PDF that Chromium has printed, without spaces, in the order in which it is drawn. */
export function readPdfPages(pdf: Buffer): string[] {
  const objects = readObjects(pdf);
  const reference = (dictionary: string, name: string) =>
    objects.get(new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1] ?? '');
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\b/.test(dictionary));
  return pages.map(({ dictionary }) => {
    const fonts = new Map<string, Map<number, string>>();
    for (const [, name = '', number = ''] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g))
      fonts.set(name, readGlyphs(reference(objects.get(number)?.dictionary ?? '', 'ToUnicode')?.stream ?? ''));
    let glyphs = new Map<number, string>();
    let text = '';
    for (const [, font, hex = ''] of reference(dictionary, 'Contents')?.stream.matchAll(/\/(F\d+) [\d.]+ Tf|<(\w+)>/g) ?? []) {
      if (font) glyphs = fonts.get(font) ?? glyphs;
      for (const [glyph] of hex.matchAll(/\w{4}/g)) text += glyphs.get(Number.parseInt(glyph, 16)) ?? '';
    }
    return text.replaceAll(/\s/g, '');
  });
}
