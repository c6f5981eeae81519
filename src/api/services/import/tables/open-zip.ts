import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { type Entry, open, type ZipFile } from 'yauzl';
import { NoCsv } from './detect-encoding.ts';

/** The most files in a packed file. */
const MAX_ZIP_ENTRIES = 20_000;

/** How many times larger than packed the files may be unpacked; what sheets and pictures reach is about 50. Small files are not held to it. */
const MAX_RATIO = 100;
const RATIO_FREE_BYTES = 32 * 1024 ** 2;

/** The file ends early, or its content is not what was packed. */
export const damagedFile = (): NoCsv =>
  new NoCsv('is damaged or was not copied whole: open it in Excel or Google Sheets, save it again and import that file');

/** The file was made to unpack to more than this machine should take. */
export const tooLargeUnpacked = (): NoCsv =>
  new NoCsv('unpacks to far more than a catalogue has: save it again without empty rows, or import it in parts');

/** A file that asks for a password. */
export const withPassword = (): NoCsv =>
  new NoCsv('is protected by a password: open it in its program, remove the password, save it and import that file');

const openFile = promisify<string, object, ZipFile>(open);

/** The files in a packed file (ZIP). What is unpacked of them is counted as it comes, whatever their headers say. */
export class OpenedZip {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly #zip: ZipFile;
  readonly #maxBytes: number;
  #packed = 0;
  #unpacked = 0;

  constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, maxBytes: number) {
    this.#zip = zip;
    this.entries = entries;
    this.#maxBytes = maxBytes;
  }

  /** Unpacks a file; nothing for a name that is not there. `onBytes` is called with packed bytes. Throws `NoCsv` for damaged and too large ones. */
  async *read(name: string, onBytes?: (bytes: number) => void): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name);
    if (!entry) return;
    if (entry.isEncrypted()) throw withPassword();
    let [size, sum] = [0, 0];
    this.#packed += entry.compressedSize;
    try {
      const stream = await promisify(this.#zip.openReadStream.bind(this.#zip) as OpenStream)(entry);
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          size += chunk.length;
          sum = crc32(chunk, sum);
          this.#unpacked += chunk.length;
          if (this.#unpacked > this.#maxBytes || this.#unpacked > RATIO_FREE_BYTES + MAX_RATIO * this.#packed)
            throw tooLargeUnpacked();
          onBytes?.(entry.uncompressedSize > 0 ? (chunk.length / entry.uncompressedSize) * entry.compressedSize : 0);
          yield chunk;
        }
      } finally {
        stream.destroy();
      }
    } catch (error) {
      throw toNoCsv(error);
    }
    if (size !== entry.uncompressedSize || sum !== entry.crc32) throw damagedFile();
  }

  close(): void {
    this.#zip.close();
  }
}

type OpenStream = (
  entry: Entry,
  done: (error: Error | null, stream: NodeJS.ReadableStream & { destroy(): void }) => void,
) => void;

/** Errors of the disk stay; all others say that the file is damaged. */
function toNoCsv(error: unknown): unknown {
  const isOfDisk = error instanceof Error && 'syscall' in error;
  return error instanceof NoCsv || isOfDisk ? error : damagedFile();
}

/**
 * Opens a packed file (ZIP) of which at most `maxBytes` are unpacked in all. Throws `NoCsv` for one that is damaged, has too many files, or
 * names with a path that leads out of it.
 */
export async function openZip(path: string, maxBytes: number): Promise<OpenedZip> {
  const zip = await openFile(path, { autoClose: false, lazyEntries: true }).catch((error: unknown) => {
    throw toNoCsv(error);
  });
  try {
    if (zip.entryCount > MAX_ZIP_ENTRIES) throw new NoCsv(`has more than ${MAX_ZIP_ENTRIES} files in it: pack fewer`);
    const entries = new Map<string, Entry>();
    await new Promise<void>((done, fail) => {
      zip.on('entry', (entry: Entry) => {
        if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
        zip.readEntry();
      });
      zip.on('end', done).on('error', fail);
      zip.readEntry();
    });
    return new OpenedZip(zip, entries, maxBytes);
  } catch (error) {
    zip.close();
    throw toNoCsv(error);
  }
}
