import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { crc32, createDeflateRaw } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NoCsv } from '#api/services/import/tables/detect-encoding.ts';
import { readTable } from '#api/services/import/tables/read-table.ts';
import { temporaryFolder } from '#tests/support/cli/run-command.ts';
import { packZip } from '#tests/support/tables/pack-zip.ts';
import { fileOfBytes, odsBytes, odsTable, xlsxBytes } from '#tests/support/tables/workbooks.ts';

/** What a process of its own makes of a file; it may have 100 MB of heap, and is ended after 60 seconds. */
async function readInChild(file: string): Promise<{ rows: number; refusal?: string; megabytes: number }> {
  const program = new URL('../../../support/tables/read-in-child.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, ['--max-old-space-size=100', program, file], {
    timeout: 60_000,
  });
  return JSON.parse(stdout);
}

const MAX_MEGABYTES = 200;

/** A workbook whose sheet is `part` many times, between a start and an end. */
async function largeWorkbook(
  part: (index: number) => string,
  times: number,
  start: string,
  end: string,
  name = 'xl/worksheets/sheet1.xml',
) {
  const deflate = createDeflateRaw({ level: 1 });
  const chunks: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => chunks.push(chunk));
  let [size, sum] = [0, 0];
  const write = async (text: string) => {
    const bytes = Buffer.from(text);
    size += bytes.length;
    sum = crc32(bytes, sum);
    if (!deflate.write(bytes)) await new Promise((ready) => deflate.once('drain', ready));
  };
  await write(start);
  for (let i = 0; i < times; i++) await write(part(i));
  await write(end);
  deflate.end();
  await finished(deflate);
  const packed = Buffer.concat(chunks);
  // A placeholder of the same length is replaced: `packZip` packs in memory.
  const small = xlsxBytes([['A']], { parts: { [name]: '' } });
  return replacePart(small, name, { packed, size, sum });
}

/** Replaces the empty part of a packed file by one that is packed already. */
function replacePart(zip: Buffer, name: string, { packed, size, sum }: { packed: Buffer; size: number; sum: number }): Buffer {
  const start = zip.indexOf(Buffer.from(name)) - 30;
  const oldLength = zip.readUInt32LE(start + 18);
  const dataStart = start + 30 + name.length;
  const grown = packed.length - oldLength;
  const set = (at: number) => {
    out.writeUInt32LE(sum, at);
    out.writeUInt32LE(packed.length, at + 4);
    out.writeUInt32LE(size, at + 8);
  };
  const out = Buffer.concat([zip.subarray(0, dataStart), packed, zip.subarray(dataStart + oldLength)]);
  set(start + 14);
  let at = out.readUInt32LE(out.length - 6) + grown;
  out.writeUInt32LE(at, out.length - 6);
  while (out.readUInt32BE(at) === 0x504b0102) {
    const length = out.readUInt16LE(at + 28);
    const offset = out.readUInt32LE(at + 42);
    if (out.subarray(at + 46, at + 46 + length).toString() === name) set(at + 16);
    else if (offset > start) out.writeUInt32LE(offset + grown, at + 42);
    at += 46 + length;
  }
  return out;
}

const sheetStart = '<worksheet><sheetData>';
const sheetEnd = '</sheetData></worksheet>';

describe('a workbook made to take memory or time is refused with one sentence', () => {
  const spaces = ' '.repeat(1024 ** 2);
  const text = 'x'.repeat(1024 ** 2);
  const shared = 'x'.repeat(250_000);
  test.each([
    ['a bomb of spaces', () => largeWorkbook(() => spaces, 200, sheetStart, sheetEnd)],
    [
      'a cell without an end',
      () => largeWorkbook(() => text, 200, `${sheetStart}<row><c t="str"><v>`, `</v></c></row>${sheetEnd}`),
    ],
    ['a comment without an end', () => largeWorkbook(() => text, 200, `${sheetStart}<!--`, `-->${sheetEnd}`)],
    ['a name without an end', () => largeWorkbook(() => text, 40, '<worksheet><', '/></worksheet>')],
    ['an attribute without an end', () => largeWorkbook(() => text, 40, '<worksheet><row r="', '"/></worksheet>')],
    ['elements in elements', () => largeWorkbook(() => '<a>'.repeat(10_000), 50, sheetStart, '')],
    [
      'many attributes',
      () =>
        largeWorkbook(
          (i) => Array.from({ length: 1000 }, (_, j) => ` a${i}x${j}=""`).join(''),
          200,
          '<worksheet><row',
          '/></worksheet>',
        ),
    ],
    [
      'a list of texts without an end',
      () => largeWorkbook(() => text, 200, '<sst><si><t>', '</t></si></sst>', 'xl/sharedStrings.xml'),
    ],
    [
      'many texts of one entry',
      () => largeWorkbook(() => `<si><t>${shared}</t></si>`, 800, '<sst>', '</sst>', 'xl/sharedStrings.xml'),
    ],
    [
      'a text that a million cells share',
      async () =>
        xlsxBytes([], {
          parts: {
            'xl/sharedStrings.xml': `<sst><si><t>${shared}</t></si></sst>`,
            'xl/worksheets/sheet1.xml': `${sheetStart}${'<row><c t="s"><v>0</v></c></row>'.repeat(1_000_000)}${sheetEnd}`,
          },
        }),
    ],
    [
      'rows at the last column',
      async () =>
        xlsxBytes([], { parts: { 'xl/worksheets/sheet1.xml': `${sheetStart}<row><c r="XFD1"><v>0</v></c></row>${sheetEnd}` } }),
    ],
    [
      'a row that stands a million times',
      async () =>
        odsBytes(
          `<table:table><table:table-row table:number-rows-repeated="1000000"><table:table-cell office:value-type="string" table:number-columns-repeated="1900"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`,
        ),
    ],
    [
      'a sheet of too many rows',
      async () =>
        odsBytes(
          `<table:table><table:table-row table:number-rows-repeated="99999999"><table:table-cell/></table:table-row><table:table-row><table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`,
        ),
    ],
  ])(
    '%s',
    async (_, make) => {
      const { refusal, megabytes } = await readInChild(fileOfBytes(await make()));
      expect(refusal).toMatch(/^(?:is|has|unpacks) [^.\n]*(?:\.xlsx[^.\n]*)?$/);
      expect(megabytes).toBeLessThan(MAX_MEGABYTES);
    },
    120_000,
  );

  test('a header that says less than what is unpacked', async () => {
    const bytes = xlsxBytes([['A'], ['b'.repeat(1000)]]);
    const name = 'xl/sharedStrings.xml';
    const entry = bytes.lastIndexOf(name) - 46;
    bytes.writeUInt32LE(10, entry + 24);
    await expect(Array.fromAsync(readTable(fileOfBytes(bytes)))).rejects.toThrow(NoCsv);
  });
});

test('50,000 rows of a large workbook take less than 200 MB', async () => {
  const cells = (i: number) => Array.from({ length: 24 }, (_, j) => `<c t="str"><v>Cell ${i} of column ${j}</v></c>`).join('');
  const file = await largeWorkbook((i) => `<row>${cells(i)}</row>`, 50_000, sheetStart, sheetEnd);
  const { rows, refusal, megabytes } = await readInChild(fileOfBytes(file));
  expect({ rows, refusal }).toEqual({ rows: 50_000 });
  expect(megabytes).toBeLessThan(MAX_MEGABYTES);
}, 120_000);

describe('what is in a workbook beside its values is not used', () => {
  const table = [['A'], ['1']];
  const read = (bytes: Buffer) => Array.fromAsync(readTable(fileOfBytes(bytes)), ({ cells }) => cells);

  test('macros, links to other files and comments', async () => {
    const parts = {
      'xl/vbaProject.bin': 'Sub Auto_Open()',
      'xl/externalLinks/externalLink1.xml': '<externalLink><externalBook r:id="rId1"/></externalLink>',
      'xl/externalLinks/_rels/externalLink1.xml.rels':
        '<Relationships><Relationship Id="rId1" TargetMode="External" Target="http://127.0.0.1/x.xlsx"/></Relationships>',
      'xl/comments1.xml': '<comments><commentList><comment ref="A1"><text><t>note</t></text></comment></commentList></comments>',
    };
    expect(await read(xlsxBytes(table, { parts }))).toEqual(table);
  });

  test('a sheet at another place than in the file', async () => {
    const rels =
      '<Relationships><Relationship Id="rId1" Type="x/worksheet" TargetMode="External" Target="http://127.0.0.1/a.xml"/></Relationships>';
    expect(await read(xlsxBytes(table, { parts: { 'xl/_rels/workbook.xml.rels': rels } }))).toEqual([]);
    const outside = '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="../../../../etc/passwd"/></Relationships>';
    expect(await read(xlsxBytes(table, { parts: { 'xl/_rels/workbook.xml.rels': outside } }))).toEqual([]);
  });

  test.each([
    [
      'entities',
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>',
      /is not as a spreadsheet program writes it/,
    ],
    [
      'a file of this machine',
      '<!DOCTYPE x SYSTEM "file:///etc/passwd"><worksheet/>',
      /is not as a spreadsheet program writes it/,
    ],
    ['an unknown entity', '<worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>', /is damaged/],
  ])('%s', async (_, sheet, reason) => {
    await expect(read(xlsxBytes([], { parts: { 'xl/worksheets/sheet1.xml': sheet } }))).rejects.toThrow(reason);
  });
});

describe('a packed file of another kind is named, with what to do', () => {
  const ole = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(70_000)]);
  test.each([
    [
      'a protected workbook',
      Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]),
      /is protected by a password: .* remove the password/,
    ],
    ['an old workbook', ole, /is an old Excel workbook \(\.xls\): .* save it as "Excel Workbook \(\.xlsx\)"/],
    [
      'a protected spreadsheet',
      odsBytes(odsTable([['A']]), '', { 'META-INF/manifest.xml': '<m:manifest xmlns:m="m"><m:encryption-data/></m:manifest>' }),
      /is protected by a password/,
    ],
    ['a binary workbook', packZip({ 'xl/workbook.bin': 'x' }), /is a binary Excel workbook/],
    ['a Numbers document', packZip({ 'Index/Document.iwa': 'x' }), /is a Numbers document: choose File, Export To, Excel/],
    ['a Word document', packZip({ 'word/document.xml': 'x' }), /is a Word document/],
    ['other files', packZip({ 'a.txt': 'x' }), /is a packed file without a workbook/],
    ['no files', packZip({}), /is an empty packed file/],
    ['a path that leads out', packZip({ '../xl/workbook.xml': '<a/>' }), /is damaged/],
  ])('%s', async (_, bytes, reason) => {
    await expect(Array.fromAsync(readTable(fileOfBytes(bytes)))).rejects.toThrow(reason);
  });

  test('more files than a catalogue has', async () => {
    const files = Object.fromEntries(Array.from({ length: 20_001 }, (_, i) => [`${i}`, '']));
    await expect(Array.fromAsync(readTable(fileOfBytes(packZip(files))))).rejects.toThrow('has more than 20000 files in it');
  });
});

describe('a damaged workbook', () => {
  const table = Array.from({ length: 20 }, (_, i) => [`Row ${i}`, `${i * 7}`, 'दो']);
  const kinds = { xlsx: xlsxBytes(table), ods: odsBytes(odsTable(table)) };

  test.each(Object.keys(kinds) as (keyof typeof kinds)[])('%s, cut at any byte, is refused', async (kind) => {
    const bytes = kinds[kind];
    const folder = temporaryFolder();
    const file = `${folder}/cut.${kind}`;
    for (let length = 4; length < bytes.length; length += 7) {
      const out = createWriteStream(file);
      out.end(bytes.subarray(0, length));
      await finished(out);
      await expect(Array.fromAsync(readTable(file))).rejects.toThrow(NoCsv);
    }
  });

  test.each(Object.keys(kinds) as (keyof typeof kinds)[])('%s, changed anywhere, gives its rows or is refused', async (kind) => {
    const bytes = kinds[kind];
    const change = fc.record({ at: fc.nat({ max: bytes.length - 1 }), byte: fc.nat({ max: 255 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const changed = Buffer.from(bytes);
        for (const { at, byte } of changes) changed[at] = byte;
        changed.set(bytes.subarray(0, 4));
        const rows = await Array.fromAsync(readTable(fileOfBytes(changed))).catch((error: unknown) => {
          expect(error).toBeInstanceOf(NoCsv);
          return undefined;
        });
        // What is not covered by a checksum are names and places of parts.
        if (rows && rows.length > 0) for (const { cells } of rows) expect(cells.length).toBe(3);
      }),
      { numRuns: 300 },
    );
  });
});
