import { crc32, deflateRawSync } from 'node:zlib';

/** 1980-01-01, the first day that ZIP can name: the same files are packed to the same bytes on any day. */
const DATE = 33;
/** Version 2.0 of the format, and names in UTF-8. */
const VERSION = 20;
const UTF8 = 0x800;
const DEFLATE = 8;

/** Packs files with their names (ZIP). For small files: all of them are in memory. */
export function packZip(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(files)) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(content)];
    const packed = deflateRawSync(bytes);
    // What the header of the file and its entry in the directory share.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(VERSION, 0);
    common.writeUInt16LE(UTF8, 2);
    common.writeUInt16LE(DEFLATE, 4);
    common.writeUInt16LE(DATE, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const entryEnd = Buffer.alloc(14);
    entryEnd.writeUInt32LE(offset, 10);
    const header = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed]);
    parts.push(header);
    offset += header.length;
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([VERSION, 0]), common, entryEnd, name);
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, entries, Buffer.from('PK\x05\x06'), end]);
}
