import { type FileHandle, open, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { replaceFileAtomically } from '#api/database/files/replace-file.ts';
import { type NumberColumn, typeOfWidth } from './growing-column.ts';

// Typed arrays in a file: a signature, the length of the header, the header as JSON, the arrays, and a CRC-32 of all before it. Numbers are in
// the byte order of the machine.

/** Written in the byte order of the machine: one with another order does not recognise it. */
const BYTE_ORDER_MARK = 0x01020304;

/** How much is read or written at once; the checksum of as much blocks the process for less than a millisecond. */
const PART_BYTES = 2 ** 20;

const MAX_HEADER_BYTES = 16 * PART_BYTES;

interface StoredHeader<Header> {
  content: Header;
  /** Bytes of one value and number of values of each array, in the order in which they follow. */
  arrays: { width: number; length: number }[];
}

/** Where the byte order mark and the length of the header are, after a signature. */
const numbersAt = (signature: string): number => Math.ceil(signature.length / 4) * 4;

/** Bytes of the signature and of these two numbers. */
const prefixBytes = (signature: string): number => numbersAt(signature) + 8;

const bytesOf = (column: NumberColumn): Uint8Array => new Uint8Array(column.buffer, column.byteOffset, column.byteLength);

/** Writes or reads a file in parts, and sums what was written or read. */
class CheckedFile {
  readonly #handle: FileHandle;
  #buffer: Uint8Array | undefined;
  /** What was read, but not asked for yet: a part of the buffer. */
  #ahead: Uint8Array = new Uint8Array(0);
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

  async #readPart(part: Uint8Array): Promise<Uint8Array> {
    const { bytesRead } = await this.#handle.read(part, 0, part.length);
    if (bytesRead === 0) throw new Error('The file is too short');
    return part.subarray(0, bytesRead);
  }

  /** Fills `bytes` with what follows. Throws when the file ends before. */
  async read(bytes: Uint8Array): Promise<void> {
    for (let left = bytes; left.length > 0; ) {
      let read: Uint8Array;
      if (this.#ahead.length === 0 && left.length >= PART_BYTES) read = await this.#readPart(left.subarray(0, PART_BYTES));
      else {
        // A system call for each of a thousand short arrays takes 100 ms.
        this.#buffer ??= new Uint8Array(PART_BYTES);
        if (this.#ahead.length === 0) this.#ahead = await this.#readPart(this.#buffer);
        read = this.#ahead.subarray(0, left.length);
        left.set(read);
        this.#ahead = this.#ahead.subarray(read.length);
      }
      this.#checksum = crc32(read, this.#checksum);
      left = left.subarray(read.length);
    }
  }
}

/** Writes a header, which must be JSON, and arrays to a file, which is replaced as a whole. */
export const writeArrayFile = (
  path: string,
  signature: string,
  content: unknown,
  arrays: readonly NumberColumn[],
): Promise<void> =>
  replaceFileAtomically(path, async (handle) => {
    const header = { content, arrays: arrays.map(({ BYTES_PER_ELEMENT, length }) => ({ width: BYTES_PER_ELEMENT, length })) };
    const text = Buffer.from(JSON.stringify(header));
    const prefix = Buffer.alloc(prefixBytes(signature));
    prefix.write(signature);
    new Uint32Array(prefix.buffer, prefix.byteOffset + numbersAt(signature), 2).set([BYTE_ORDER_MARK, text.length]);
    const file = new CheckedFile(handle);
    await file.write(prefix);
    await file.write(text);
    for (const column of arrays) await file.write(bytesOf(column));
    await handle.writeFile(new Uint32Array([file.checksum]));
  });

async function readHeader<Header>(
  file: CheckedFile,
  signature: string,
): Promise<{ header: StoredHeader<Header>; bytes: number } | undefined> {
  const prefix = Buffer.alloc(prefixBytes(signature));
  await file.read(prefix);
  const [mark, length] = new Uint32Array(prefix.buffer, prefix.byteOffset + numbersAt(signature), 2) as unknown as [
    number,
    number,
  ];
  if (!prefix.toString('latin1').startsWith(signature) || mark !== BYTE_ORDER_MARK || length > MAX_HEADER_BYTES) return undefined;
  const text = Buffer.alloc(length);
  await file.read(text);
  return { header: JSON.parse(text.toString()) as StoredHeader<Header>, bytes: prefix.length + length };
}

/** Reads the header of a file; undefined when there is none with this signature. */
export async function readArrayFileHeader<Header>(path: string, signature: string): Promise<Header | undefined> {
  const handle = await open(path).catch(() => undefined);
  try {
    return handle && (await readHeader<Header>(new CheckedFile(handle), signature))?.header.content;
  } catch {
    return undefined;
  } finally {
    await handle?.close();
  }
}

/** Reads the arrays after the header. Undefined when they are damaged; some damages reject. */
async function readArrays<Header>(
  handle: FileHandle,
  file: CheckedFile,
  { header: { arrays: described }, bytes }: { header: StoredHeader<Header>; bytes: number },
): Promise<NumberColumn[] | undefined> {
  const { size } = await handle.stat();
  const arrayBytes = described.reduce((sum, { width, length }) => sum + width * length, 0);
  if (size !== bytes + arrayBytes + Uint32Array.BYTES_PER_ELEMENT) return undefined;
  const arrays: NumberColumn[] = [];
  for (const { width, length } of described) {
    const array = new (typeOfWidth(width))(length);
    await file.read(bytesOf(array));
    arrays.push(array);
  }
  const checksum = new Uint32Array(1);
  const { checksum: expected } = file;
  await file.read(bytesOf(checksum));
  return checksum[0] === expected ? arrays : undefined;
}

/**
 * Reads a file that `writeArrayFile` wrote. Undefined when it has another signature, is from another kind of machine, is not wanted by its
 * header, or is damaged; some damages reject. What is damaged after the header is deleted: by its header alone, no one would replace it.
 */
export async function readArrayFile<Header>(
  path: string,
  signature: string,
  isWanted: (header: Header) => boolean,
): Promise<{ header: Header; arrays: NumberColumn[] } | undefined> {
  const handle = await open(path);
  try {
    const file = new CheckedFile(handle);
    const found = await readHeader<Header>(file, signature);
    if (!found || !isWanted(found.header.content)) return undefined;
    const arrays = await readArrays(handle, file, found).catch(() => undefined);
    if (!arrays) await rm(path, { force: true });
    return arrays && { header: found.header.content, arrays };
  } finally {
    await handle.close();
  }
}
