import { NoCsv } from '#api/services/import/tables/detect-encoding.ts';
import { MalformedCsv, readCsv } from '#api/services/import/tables/read-csv.ts';
import { recogniseFormat } from './recognise-format.ts';

async function isSupplement(file: string): Promise<boolean> {
  try {
    for await (const { cells } of readCsv(file)) return recogniseFormat(cells)?.isSupplement === true;
  } catch (error) {
    if (!(error instanceof NoCsv || error instanceof MalformedCsv)) throw error;
  }
  return false;
}

/** Files in the order in which they are read: those that complete the rows of others first. Throws when a file cannot be opened. */
export async function supplementsFirst(files: readonly string[]): Promise<string[]> {
  if (files.length < 2) return [...files];
  const firsts = await Promise.all(files.map(isSupplement));
  return [...files.filter((_, index) => firsts[index]), ...files.filter((_, index) => !firsts[index])];
}
