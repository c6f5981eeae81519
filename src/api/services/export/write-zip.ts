import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of a zip archive. */
export interface ZipEntry {
  /** Path within the archive, with forward slashes. */
  name: string;
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
}

/** 1 January 1980, the first day that the format has, so that equal contents give equal archives. */
const mtime = new Date(1980, 0, 1);

/** Streams a zip archive in bounded memory. */
export async function* writeZip(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error) => output.destroy(error as Error));
  for (const { name, content } of entries)
    zip.addReadStreamLazy(name, { mtime }, (add) => {
      const bytes = Readable.from(content, { objectMode: false });
      bytes.on('error', (error) => output.destroy(error));
      add(null, bytes);
    });
  zip.end();
  yield* output as AsyncIterable<Uint8Array>;
}
