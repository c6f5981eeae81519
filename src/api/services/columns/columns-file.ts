import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { replaceFileAtomically } from '#api/database/files/replace-file.ts';
import type { Engine } from '#api/database/schema/engine.ts';
import { type NumberColumn, typeOfWidth } from './growing-column.ts';
import { fromHeaderAndArrays, type MatchesHeader, toHeaderAndArrays } from './matches-in-file.ts';
import { emptyCaches, type ProductColumns } from './product-columns.ts';
import { SizeDictionary, type Sizes } from './size-dictionary.ts';

// Columns and the matches of common searches and words in a file: a signature, the length of the header, the header as JSON, the arrays, and a CRC-32
// of all before it. Numbers are in the byte order of the machine.

/** Change it when the columns or the matches of searches get another meaning: files with another one are not read. */
const SIGNATURE = 'haat-columns-3\n';

/** Written in the byte order of the machine: one with another order does not recognise it. */
const BYTE_ORDER_MARK = 0x01020304;

/** Signature, byte order mark, and length of the header. */
const PREFIX_BYTES = SIGNATURE.length + 1 + 8;

/** How much is read or written at once; the checksum of as much blocks the process for less than a millisecond. */
const PART_BYTES = 2 ** 20;

const MAX_HEADER_BYTES = 16 * PART_BYTES;

const columnNames = ['ids', 'prices', 'categories', 'inStock', 'variantStart', 'variants'] as const;
const orderNames = ['newest', 'price_asc', 'name_asc'] as const;

/** Columns of which it is known to which history of the database they belong. */
export type StampedColumns = ProductColumns & { stamp: string };

interface Header {
  engine: Engine;
  assortment: number;
  listing: number;
  stamp: string;
  words: number;
  categoryIds: number[];
  codes: [string, number][];
  spellings: Sizes['spellings'];
  /** Of the arrays after the columns. */
  matches: MatchesHeader;
  /** Bytes of one value and number of values of each array, in the order in which they follow. */
  arrays: { width: number; length: number }[];
}

const bytesOf = (column: NumberColumn): Uint8Array => new Uint8Array(column.buffer, column.byteOffset, column.byteLength);

/** Writes or reads a file in parts, and sums what was written or read. */
class CheckedFile {
  readonly #handle: FileHandle;
  #checksum = 0;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  get checksum(): number {
    return this.#checksum;
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length; from += PART_BYTES) {
      const part = bytes.subarray(from, from + PART_BYTES);
      this.#checksum = crc32(part, this.#checksum);
      await this.#handle.writeFile(part);
    }
  }

  /** Fills `bytes` with what follows. Throws when the file ends before. */
  async read(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + PART_BYTES);
      const { bytesRead } = await this.#handle.read(part, 0, part.length);
      if (bytesRead === 0) throw new Error('The file is too short');
      this.#checksum = crc32(part.subarray(0, bytesRead), this.#checksum);
      from += bytesRead;
    }
  }
}

async function writeTo(handle: FileHandle, columns: StampedColumns, engine: Engine): Promise<void> {
  const { assortment, listing, stamp, words, categoryIds, sizes, order } = columns;
  // Sales change these two in place while the file is written.
  const copied = { inStock: columns.inStock.slice(), variants: columns.variants.slice() };
  const matches = toHeaderAndArrays(columns.matches);
  const arrays = [
    ...columnNames.map((name) => ({ ...columns, ...copied })[name]),
    ...orderNames.map((name) => order[name]),
    ...matches.arrays,
  ];
  const header: Header = {
    engine,
    assortment,
    listing,
    stamp,
    words,
    categoryIds: [...categoryIds],
    codes: [...sizes.codes],
    spellings: sizes.spellings,
    matches: matches.header,
    arrays: arrays.map(({ BYTES_PER_ELEMENT, length }) => ({ width: BYTES_PER_ELEMENT, length })),
  };
  const text = Buffer.from(JSON.stringify(header));
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.write(SIGNATURE);
  new Uint32Array(prefix.buffer, prefix.byteOffset + SIGNATURE.length + 1, 2).set([BYTE_ORDER_MARK, text.length]);
  const file = new CheckedFile(handle);
  await file.write(prefix);
  await file.write(text);
  for (const column of arrays) await file.write(bytesOf(column));
  await handle.writeFile(new Uint32Array([file.checksum]));
}

/** Writes columns to a file, which is replaced as a whole. */
export const writeColumns = (path: string, columns: StampedColumns, engine: Engine): Promise<void> =>
  replaceFileAtomically(path, (handle) => writeTo(handle, columns, engine));

async function readHeader(file: CheckedFile): Promise<{ header: Header; bytes: number } | undefined> {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  await file.read(prefix);
  const [mark, length] = new Uint32Array(prefix.buffer, prefix.byteOffset + SIGNATURE.length + 1, 2) as unknown as [
    number,
    number,
  ];
  if (!prefix.toString('latin1').startsWith(SIGNATURE) || mark !== BYTE_ORDER_MARK || length > MAX_HEADER_BYTES) return undefined;
  const text = Buffer.alloc(length);
  await file.read(text);
  return { header: JSON.parse(text.toString()) as Header, bytes: PREFIX_BYTES + length };
}

async function readArrays(file: CheckedFile, { arrays }: Header): Promise<NumberColumn[]> {
  const read: NumberColumn[] = [];
  for (const { width, length } of arrays) {
    const column = new (typeOfWidth(width))(length);
    await file.read(bytesOf(column));
    read.push(column);
  }
  return read;
}

/** Reads the stamp of the columns in a file; undefined when there is none. */
export async function readFileStamp(path: string): Promise<string | undefined> {
  const handle = await open(path).catch(() => undefined);
  try {
    return handle && (await readHeader(new CheckedFile(handle)))?.header.stamp;
  } catch {
    return undefined;
  } finally {
    await handle?.close();
  }
}

/**
 * Reads columns from a file that `writeColumns` wrote. Undefined when it is from another engine, another version of this format or another
 * kind of machine, or when it is damaged.
 */
export async function readColumns(
  path: string,
  engine: Engine,
  foldCase: (size: string) => string,
): Promise<ProductColumns | undefined> {
  const handle = await open(path);
  try {
    const file = new CheckedFile(handle);
    const found = await readHeader(file);
    if (found?.header.engine !== engine) return undefined;
    const { header } = found;
    const { size } = await handle.stat();
    const arrayBytes = header.arrays.reduce((sum, { width, length }) => sum + width * length, 0);
    if (size !== found.bytes + arrayBytes + Uint32Array.BYTES_PER_ELEMENT) return undefined;
    const arrays = await readArrays(file, header);
    const checksum = new Uint32Array(1);
    const { checksum: expected } = file;
    await file.read(bytesOf(checksum));
    if (checksum[0] !== expected) return undefined;
    const named = Object.fromEntries(columnNames.map((name, i) => [name, arrays[i]]));
    const orders = Object.fromEntries(orderNames.map((name, i) => [name, arrays[columnNames.length + i]]));
    const sizes = new SizeDictionary(foldCase, { codes: new Map(header.codes), spellings: header.spellings }).toSizes();
    const { assortment, listing, stamp, words, categoryIds } = header;
    return {
      ...(named as Record<(typeof columnNames)[number], NumberColumn>),
      ...{ assortment, listing, stamp, words, categoryIds, sizes },
      order: orders as ProductColumns['order'],
      ...emptyCaches(),
      matches: fromHeaderAndArrays(header.matches, arrays.slice(columnNames.length + orderNames.length)),
    };
  } finally {
    await handle.close();
  }
}
