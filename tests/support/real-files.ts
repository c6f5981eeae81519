import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Our own files in the formats that owners bring. */
export const exportsFolder = join(import.meta.dirname, '../fixtures/exports');

/** A folder of real export files and public lists, where HAAT_REAL_FILES names one: tests then read these as well. */
export const realFiles = process.env['HAAT_REAL_FILES'] || undefined;

const read = (file: string): string[] => JSON.parse(readFileSync(file, 'utf8')) as string[];

/** Lists of strings that break things, by name: our own, and the public one where it is at hand. */
export const hostileStrings: [name: string, strings: string[]][] = [
  ['our own list', read(join(import.meta.dirname, '../fixtures/text/hostile-strings.json'))],
];
const publicList = realFiles && join(realFiles, 'bad-input/naughty-strings.json');
if (publicList && existsSync(publicList)) hostileStrings.push(['the public list', read(publicList)]);
