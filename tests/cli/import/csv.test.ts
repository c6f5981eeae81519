import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCsv } from '#api/services/import/tables/read-csv.ts';
import { temporaryFolder } from '#tests/support/cli/run-command.ts';
import { realFiles } from '#tests/support/real-files.ts';

async function readAll(file: string) {
  const rows = [];
  for await (const row of readCsv(file)) rows.push(row);
  return rows;
}

function fileOf(bytes: string | Uint8Array): string {
  const file = join(temporaryFolder(), 'file.csv');
  writeFileSync(file, bytes);
  return file;
}

test('a row is reported by its first line, whatever line breaks its cells contain', async () => {
  const rows = await readAll(fileOf('\ufeffa,b\r\n"one\r\ntwo\r\nthree",x\r\n\r\n"y\nz",1\r\n2,3'));
  expect(rows).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['one\r\ntwo\r\nthree', 'x'] },
    { line: 6, cells: ['y\nz', '1'] },
    { line: 8, cells: ['2', '3'] },
  ]);
});

test('an unclosed quote is refused with its line number', async () => {
  await expect(readAll(fileOf('a,b\n1,2\n"3,4\n5,6\n'))).rejects.toMatchObject({ line: 3 });
});

test('files of older spreadsheet programs are decoded in their own encoding', async () => {
  expect((await readAll(fileOf(Buffer.from('n,p\nCaf\xe9,\x80 5 \x93x\x94', 'latin1'))))[1]?.cells).toEqual(['Café', '€ 5 “x”']);
  expect((await readAll(fileOf(Buffer.from('\ufeffn,p\nकुर्ता,1', 'utf16le'))))[1]?.cells).toEqual(['कुर्ता', '1']);
});

describe('awkward files', () => {
  test.each<[name: string, text: string, rows: string[][]]>([
    ['commas in quotes', 'first,last,address\nAnu,Rao,"12, MG Road, Flat 3"\n', [['Anu', 'Rao', '12, MG Road, Flat 3']]],
    [
      'quotes in quotes',
      'a,b\n1,"ha ""ha"" ha"\n3,4\n',
      [
        ['1', 'ha "ha" ha'],
        ['3', '4'],
      ],
    ],
    [
      'line breaks in quotes',
      'a,b\n1,"one\ntwo"\n3,4\n',
      [
        ['1', 'one\ntwo'],
        ['3', '4'],
      ],
    ],
    [
      'quotes and line breaks in quotes',
      'a,b\n1,"ha \n""ha"" \nha"\n3,4\n',
      [
        ['1', 'ha \n"ha" \nha'],
        ['3', '4'],
      ],
    ],
    [
      'quoted cells with nothing in them',
      'a,b,c\n1,"",""\n2,3,4\n',
      [
        ['1', '', ''],
        ['2', '3', '4'],
      ],
    ],
    [
      'line ends of Windows',
      'a,b\r\n1,"x\r\ny"\r\n3,4\r\n',
      [
        ['1', 'x\r\ny'],
        ['3', '4'],
      ],
    ],
    [
      'JSON in a cell',
      'key,val\n1,"{""type"": ""Point"", ""at"": [102.0, 0.5]}"\n',
      [['1', '{"type": "Point", "at": [102.0, 0.5]}']],
    ],
    ['no line end after the last row', 'a,b\n1,2', [['1', '2']]],
    ['letters of many scripts', 'a,b\nʤ,कुर्ता\n', [['ʤ', 'कुर्ता']]],
  ])('with %s are parsed correctly', async (_, text, expected) => {
    const [, ...rows] = await readAll(fileOf(text));
    expect(rows.map(({ cells }) => cells)).toEqual(expected);
  });
});

const spectrum = realFiles && join(realFiles, 'bad-input/csv-spectrum');
if (spectrum) {
  // The expected result of location_coordinates is wrong in its source.
  const names = readdirSync(join(spectrum, 'csvs')).filter((name) => !name.startsWith('location_coordinates'));

  test.each(names)('the public example %s is parsed correctly', async (name) => {
    const [header, ...rows] = await readAll(join(spectrum, 'csvs', name));
    const objects = rows.map(({ cells }) => Object.fromEntries(cells.map((cell, index) => [header?.cells[index], cell])));
    expect(objects).toEqual(JSON.parse(readFileSync(join(spectrum, 'json', name.replace('.csv', '.json')), 'utf8')));
  });
}
