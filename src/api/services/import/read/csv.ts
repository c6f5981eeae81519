import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { detectEncoding, readText } from './encoding.ts';

/** The longest row in characters: what is longer has swallowed the rows after it. */
const MAX_RECORD = 4_000_000;

/** One row of a CSV file: the line of the file it begins on (1 is the first) and its cells. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** The file is not readable as CSV from `line` on. */
export class MalformedCsv extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const occurrences = (cells: readonly string[], pattern: RegExp): number =>
  cells.reduce((sum, cell) => sum + (cell.match(pattern)?.length ?? 0), 0);

/**
 * Reads a CSV file (RFC 4180) row by row, the header included, without ever holding the file in memory. Takes a byte-order mark,
 * any line ending, and line breaks and quotes inside cells; blank lines are passed over. Throws `CsvDamaged` when a quote is never
 * closed. `onBytes` hears how far the reading has come.
 */
export async function* readCsv(file: string, onBytes?: (bytes: number) => void): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    info: true,
    max_record_size: MAX_RECORD,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  const feeding = pipeline(Readable.from(readText(file, await detectEncoding(file), onBytes)), parser);
  // The reader below hears of every error as well; this keeps the same error from being reported a second time as unhandled.
  feeding.catch(() => undefined);
  // The parser counts a CRLF inside a cell as two lines.
  let countedTwice = 0;
  let lastLine = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      countedTwice += occurrences(record, /\r\n/g);
      lastLine = info.lines - countedTwice;
      yield { line: lastLine - occurrences(record, /\r\n|\n|\r/g), cells: record };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new MalformedCsv(lastLine + 1, 'A cell begins with a quote that is never closed');
    throw error;
  }
}
