import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { TableRow } from '#api/services/import/formats/format.ts';
import { NoCsv } from './detect-encoding.ts';
import { type OpenedZip, openZip, withPassword } from './open-zip.ts';
import { readCsv } from './read-csv.ts';
import { readFeed } from './read-feed.ts';
import { CONTENT_PART, readOds } from './read-ods.ts';
import { type IsHeader, readXlsx, WORKBOOK_PART } from './read-xlsx.ts';
import { findXmlEncoding } from './xml.ts';

/** What may be unpacked of a workbook in all, in bytes. */
const MAX_WORKBOOK_BYTES = 512 * 1024 ** 2;

const zipStart = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** OLE, in which old Excel workbooks, protected new ones and old Word documents are packed. */
const oleStart = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
/** The name of the part with what a password protects. */
const protectedPart = Buffer.from('EncryptedPackage', 'utf16le');

/** The name of the part that old Word documents have. */
const wordPart = Buffer.from('WordDocument', 'utf16le');

const WORD_DOCUMENT = 'is a Word document: put the products into a sheet, one row for each size';

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Whether a file is packed (ZIP), as workbooks are. Throws an error when the file cannot be read. */
export const isPacked = async (path: string): Promise<boolean> => (await readStart(path)).equals(zipStart);

async function contains(path: string, bytes: Buffer): Promise<boolean> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = Buffer.concat([rest, chunk]);
    if (text.includes(bytes)) return true;
    rest = text.subarray(-bytes.length);
  }
  return false;
}

/** Whether a file is neither a workbook nor a feed, whose ends can be told. */
export const isCsv = async (path: string): Promise<boolean> =>
  !(await isPacked(path)) && (await findXmlEncoding(path)) === undefined;

/** Says what a packed file is that is no workbook, and what to do. */
function describePacked({ entries }: OpenedZip): string {
  const names = [...entries.keys()];
  if (entries.has('xl/workbook.bin'))
    return 'is a binary Excel workbook: open it in Excel and save it as "Excel Workbook (.xlsx)"';
  if (names.some((name) => name.endsWith('.iwa')))
    return 'is a Numbers document: choose File, Export To, Excel in Numbers, and import that file';
  if (entries.has('word/document.xml')) return WORD_DOCUMENT;
  return 'is a packed file without a workbook: unpack it and import the CSV, xlsx or ods file in it';
}

/** Whether an opened packed file is a workbook that `readTable` reads. */
export const isWorkbook = ({ entries }: OpenedZip): boolean => entries.has(WORKBOOK_PART) || entries.has(CONTENT_PART);

/**
 * Streams the rows of a table, header included: a CSV file, an XML feed, or the first visible sheet of an Excel workbook (xlsx, xlsm) or an
 * OpenDocument spreadsheet (ods) that is not empty; of several sheets of an Excel workbook, the first with column names that `isHeader` knows.
 * The file's content says which it is, not its name. Blank rows are skipped. `onBytes` is called with the
 * size of each part read. Throws `NoCsv` for other files, protected, damaged and hostile ones, and `MalformedCsv`.
 */
export async function* readTable(path: string, onBytes?: (bytes: number) => void, isHeader?: IsHeader): AsyncGenerator<TableRow> {
  const start = await readStart(path);
  if (start.equals(oleStart)) {
    if (await contains(path, protectedPart)) throw withPassword();
    if (await contains(path, wordPart)) throw new NoCsv(WORD_DOCUMENT);
  }
  if (!start.equals(zipStart)) {
    yield* ((await findXmlEncoding(path)) === undefined ? readCsv : readFeed)(path, onBytes);
    return;
  }
  const zip = await openZip(path, MAX_WORKBOOK_BYTES);
  try {
    if (!isWorkbook(zip)) throw new NoCsv(describePacked(zip));
    yield* zip.entries.has(WORKBOOK_PART) ? readXlsx(zip, onBytes, isHeader) : readOds(zip, onBytes);
  } finally {
    zip.close();
  }
}
