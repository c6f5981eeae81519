import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The project's own files in the formats that owners import. */
export const exportsFolder = join(import.meta.dirname, '../fixtures/exports');

/** A folder of real export files and public lists from HAAT_REAL_FILES, which tests read if it is set. */
export const realFiles = process.env['HAAT_REAL_FILES'] || undefined;

const read = (file: string): string[] => JSON.parse(readFileSync(file, 'utf8')) as string[];

/** Lists of naughty strings by name: the project's own, and the public one if available. */
export const hostileStrings: [name: string, strings: string[]][] = [
  ['our own list', read(join(import.meta.dirname, '../fixtures/text/hostile-strings.json'))],
];
const publicList = realFiles && join(realFiles, 'bad-input/naughty-strings.json');
if (publicList && existsSync(publicList)) hostileStrings.push(['the public list', read(publicList)]);
