import { createReadStream } from 'node:fs';

/** The encodings that spreadsheet programs write. */
type Encoding = 'utf-8' | 'utf-16le' | 'windows-1252';

/**
 * Detects the encoding of a text file by reading it once: UTF-16 by its byte-order mark, UTF-8 when all bytes are valid, else Windows-1252.
 * Throws when the file cannot be read.
 */
export async function detectEncoding(file: string): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let first = true;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      if (first && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
      first = false;
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}

/** Streams a file as text without its byte-order mark. `onBytes` is called with the size of each chunk. */
export async function* readText(file: string, encoding: Encoding, onBytes?: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    onBytes?.(chunk.length);
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}
