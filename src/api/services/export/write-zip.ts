import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of a zip archive. */
export interface ZipEntry {
  /** Path within the archive, with forward slashes. */
  name: string;
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
}

/** Sizes follow the data, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** Version of the format that a reader needs: 2.0. */
const VERSION = 20;
/** 1 January 1980, so that equal contents give equal archives. */
const DATE = 0x21;
/** The largest size that the format has without its extension for large files. */
const MAX_SIZE = 0xffffffff;

interface Written {
  name: Buffer;
  crc: number;
  compressed: number;
  size: number;
  offset: number;
}

function numbers(...fields: [value: number, bytes: 2 | 4][]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

const localHeader = (name: Buffer): Buffer =>
  Buffer.concat([
    numbers([0x04034b50, 4], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], [0, 2], [DATE, 2]),
    numbers([0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]),
    name,
  ]);

const descriptor = ({ crc, compressed, size }: Written): Buffer => numbers([0x08074b50, 4], [crc, 4], [compressed, 4], [size, 4]);

const centralHeader = ({ name, crc, compressed, size, offset }: Written): Buffer =>
  Buffer.concat([
    numbers([0x02014b50, 4], [VERSION, 2], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], [0, 2], [DATE, 2]),
    numbers([crc, 4], [compressed, 4], [size, 4], [name.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
    name,
  ]);

/**
 * Streams a zip archive in bounded memory. Throws when a file or the archive reaches 4 GB.
 */
export async function* writeZip(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let position = 0;
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, compressed: 0, size: 0, offset: position };
    const header = localHeader(entry.name);
    position += header.length;
    yield header;
    const feed = async function* (): AsyncGenerator<Uint8Array> {
      for await (const part of content) {
        const bytes = typeof part === 'string' ? Buffer.from(part) : part;
        entry.crc = crc32(bytes, entry.crc);
        entry.size += bytes.length;
        yield bytes;
      }
    };
    for await (const bytes of Readable.from(feed()).compose(createDeflateRaw()) as AsyncIterable<Uint8Array>) {
      entry.compressed += bytes.length;
      position += bytes.length;
      if (entry.size > MAX_SIZE || position > MAX_SIZE) throw new RangeError('A zip archive has at most 4 GB');
      yield bytes;
    }
    const end = descriptor(entry);
    position += end.length;
    yield end;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(centralHeader));
  yield directory;
  yield numbers(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [written.length, 2],
    [written.length, 2],
    [directory.length, 4],
    [position, 4],
    [0, 2],
  );
}
