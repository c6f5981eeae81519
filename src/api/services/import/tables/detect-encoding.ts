import { createReadStream } from 'node:fs';

/** The encodings that spreadsheet programs write. */
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The file is no table of a kind that can be read. The message continues a sentence that starts with the file's name. */
export class NoCsv extends Error {}

const startsWith = (chunk: Buffer, ...bytes: number[]): boolean => bytes.every((byte, i) => chunk[i] === byte);

/** Bytes from which UTF-16 without a byte-order mark is told: column names are mostly of A to Z, whose other byte is 0. */
const SAMPLE_BYTES = 1024;

function detectUtf16(chunk: Buffer): Encoding | undefined {
  if (startsWith(chunk, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(chunk, 0xfe, 0xff)) return 'utf-16be';
  const sample = chunk.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, i) => {
    if (byte === 0) (zeros[i % 2] as number)++;
  });
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) * 4 <= sample.length) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** How pictures begin: JPEG, PNG, GIF, WebP, AVIF and HEIC, TIFF, BMP. */
const pictureStart =
  /^(?:\xff\xd8\xff|\x89PNG|GIF8[79]a|RIFF.{4}WEBP|.{4}ftyp(?:avi[fs]|hei[csx]|mif1)|II\*\0|MM\0\*|BM.{4}\0{4})/s;
/** How files begin that RAR, 7-Zip and gzip have packed. */
const packedStarts = ['Rar!\x1a', '7z\xbc\xaf', '\x1f\x8b'];

/** Throws `NoCsv` for files of spreadsheet programs and other formats that owners mistake for CSV. */
function refuseOtherFormats(chunk: Buffer): void {
  const start = chunk.subarray(0, 16).toString('latin1');
  if (pictureStart.test(start))
    throw new NoCsv('is a picture, not a table: name the CSV, xlsx or ods file that has the rows instead');
  if (packedStarts.some((one) => start.startsWith(one)))
    throw new NoCsv('is packed in a way that is not read: unpack it and import the CSV, xlsx or ods file in it');
  if (start.startsWith('{\\rtf'))
    throw new NoCsv('is a text document, not a table: put the products into a sheet, one row for each size');
  if (startsWith(chunk, 0x50, 0x4b, 0x05, 0x06)) throw new NoCsv('is an empty packed file: pack the products and pictures again');
  if (startsWith(chunk, 0xd0, 0xcf, 0x11, 0xe0))
    throw new NoCsv(
      'is an old Excel workbook (.xls): open it in Excel or Google Sheets, save it as "Excel Workbook (.xlsx)" and import that file',
    );
  if (startsWith(chunk, 0x25, 0x50, 0x44, 0x46)) throw new NoCsv('is a PDF, not CSV: export the products as CSV instead');
  const text = chunk.subarray(0, SAMPLE_BYTES).toString('utf8').trimStart();
  if (/^\ufeff?<(?:\?xml|!doctype|html|rss|table)/i.test(text))
    throw new NoCsv('is a web page or an XML feed, not CSV: export the products as CSV instead');
  if (/^\ufeff?[[{]/.test(text)) throw new NoCsv('is JSON, not CSV: export the products as CSV instead');
}

/**
 * Detects the encoding of a text file by reading it once: UTF-16 by its byte-order mark or its zero bytes, UTF-8 when all bytes are valid,
 * else Windows-1252. Throws `NoCsv`, and an error when the file cannot be read.
 */
export async function detectEncoding(file: string): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let first = true;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      if (first) {
        refuseOtherFormats(chunk);
        const utf16 = detectUtf16(chunk);
        if (utf16) return utf16;
      }
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
export async function* readText(file: string, encoding: string, onBytes?: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    onBytes?.(chunk.length);
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}
