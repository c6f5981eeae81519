import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MAX_PICTURE_BYTES } from '#api/services/pictures/accepted-pictures.ts';
import { NoCsv } from './detect-encoding.ts';
import { type OpenedZip, openZip } from './open-zip.ts';
import { isPacked, isWorkbook } from './read-table.ts';

/** What may be unpacked of a file of products and pictures, in bytes: 20,000 pictures of 200 KB. */
const MAX_SHOP_BYTES = 4 * 1024 ** 3;
/** The largest table in it, in bytes. */
const MAX_TABLE_BYTES = 200 * 1024 ** 2;

/** Characters of a name that a message gives. */
const MAX_NAMED = 80;

const tableEnding = /\.(?:csv|tsv|txt|xlsx|xlsm|xls|ods)$/i;
const pictureEnding = /\.(?:jpe?g|png|webp|avif|gif)$/i;

/** Files that programs add: of macOS and Windows, and locks of open workbooks. */
const isOfProgram = (path: string): boolean => path.split('/').some((part) => /^(?:\.|__MACOSX$|~\$)/.test(part));

/** An unpacked file of products and pictures. */
export interface UnpackedShop {
  table: string;
  /** Undefined when it has none. */
  pictures: string | undefined;
}

/** The first `limit` bytes and some more, so that what reads them sees that there are too many. */
async function* upTo(limit: number, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    yield chunk;
    size += chunk.length;
    if (size > limit) return;
  }
}

async function unpack(zip: OpenedZip, name: string, folder: string, limit: number): Promise<string> {
  const path = resolve(folder, name);
  // The names have been checked when the file was opened; this holds whatever that check missed.
  if (!path.startsWith(folder + sep)) throw new NoCsv('has a file whose name leads out of it: pack the files again');
  try {
    await mkdir(dirname(path), { recursive: true });
    await pipeline(upTo(limit, zip.read(name)), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    const isOfName =
      error instanceof Error && 'code' in error && /^(?:EEXIST|ENOTDIR|EISDIR|ENAMETOOLONG)$/.test(String(error.code));
    if (isOfName)
      throw new NoCsv(`has a file with a name that cannot be used (${name.slice(0, MAX_NAMED)}): rename it and pack it again`);
    throw error;
  }
  return path;
}

/**
 * Unpacks a file (ZIP) of one table and pictures in any folders into `folder`; other files in it are left. Undefined for files of another
 * kind, workbooks included. Throws `NoCsv` without a table, with several, and for damaged and hostile files.
 */
export async function unpackShop(path: string, folder: string): Promise<UnpackedShop | undefined> {
  if (!(await isPacked(path))) return undefined;
  const zip = await openZip(path, MAX_SHOP_BYTES);
  try {
    if (isWorkbook(zip)) return undefined;
    const names = [...zip.entries.keys()].filter((name) => !name.endsWith('/') && !name.includes('\0') && !isOfProgram(name));
    const pictures = names.filter((name) => pictureEnding.test(name));
    const [table, ...others] = names.filter((name) => tableEnding.test(name));
    // A packed file of neither is perhaps that of another program: reading it says which.
    if (table === undefined && pictures.length === 0) return undefined;
    if (table === undefined)
      throw new NoCsv('has pictures, but no CSV, xlsx or ods file with the products: add it and pack it again');
    if (others.length > 0) {
      const listed = [table, ...others].slice(0, 5).map((name) => basename(name));
      throw new NoCsv(`has several tables (${listed.join(', ')}): keep the one with the products and pack it again`);
    }
    const target = resolve(folder);
    const tablePath = await unpack(zip, table, join(target, 'table'), MAX_TABLE_BYTES);
    for (const name of pictures) await unpack(zip, name, join(target, 'pictures'), MAX_PICTURE_BYTES);
    return { table: tablePath, pictures: pictures.length > 0 ? join(target, 'pictures') : undefined };
  } finally {
    zip.close();
  }
}
