import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { detectEncoding, readText } from './detect-encoding.ts';

/** What spreadsheet programs separate cells by, the usual one first. */
const separators = [',', ';', '\t', '|'] as const;

/** Characters that the first line, with the column names, may have. */
const MAX_HEADER = 65_536;

/** The line by which Excel is told the separator. */
const separatorLine = /^\ufeff?"?sep=([,;\t|])"?[,;\t|]*(?:\r\n|\n|\r)/i;

/** How the cells of a file are separated. */
interface Separated {
  separator: string;
  /** The text without the line that names the separator. */
  text: AsyncIterable<string>;
  /** Lines that were left out before it. */
  skippedLines: number;
}

/** A line with its line break, which may have line breaks in quotes. */
const wholeLine = /((?:"(?:[^"]|"")*"|[^"\r\n])*)[\r\n]*/y;
/** Lines among which the column names are: titles may stand before them. */
const MAX_LINES_BEFORE_NAMES = 20;

/** The separator that the first line with three cells or more has most of, outside quotes; without one, that of the first line. */
function countSeparators(start: string): string {
  const text = start.replace(/^[\ufeff\r\n]+/, '');
  wholeLine.lastIndex = 0;
  let first: string | undefined;
  for (let i = 0; i < MAX_LINES_BEFORE_NAMES && wholeLine.lastIndex < text.length; i++) {
    const before = wholeLine.lastIndex;
    const plain = (wholeLine.exec(text)?.[1] ?? '').replace(/"(?:[^"]|"")*"/g, '');
    if (wholeLine.lastIndex === before) break;
    const counts = separators.map((separator) => plain.split(separator).length);
    const most = Math.max(...counts);
    const separator = separators[counts.indexOf(most)] ?? ',';
    if (most > 2) return separator;
    if (most > 1) first ??= separator;
  }
  return first ?? ',';
}

/** Detects how the cells of a text are separated: by its line `sep=`, else by its column names. */
async function detectSeparator(chunks: AsyncIterable<string>): Promise<Separated> {
  const iterator = chunks[Symbol.asyncIterator]();
  let start = '';
  let done = false;
  // Two lines: the first may name the separator.
  while (!done && start.length < MAX_HEADER && !/[^\r\n][\r\n]+[^\r\n]+[\r\n]/.test(start)) {
    const next = await iterator.next();
    if (next.done) done = true;
    else start += next.value;
  }
  const named = separatorLine.exec(start);
  const rest = named ? start.slice(named[0].length) : start;
  async function* readRest(): AsyncGenerator<string> {
    yield rest;
    while (!done) {
      const next = await iterator.next();
      if (next.done) return;
      yield next.value;
    }
  }
  return { separator: named?.[1] ?? countSeparators(start), text: readRest(), skippedLines: named ? 1 : 0 };
}

/** The longest row in characters. A longer one has an unclosed quote and contains the rows after it. */
const MAX_RECORD = 4_000_000;

export interface CsvRow {
  /** The line on which it starts, from 1. */
  line: number;
  cells: string[];
}

/** The file is not valid CSV from `line` on. */
export class MalformedCsv extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const CUT_OFF =
  'It is the end of a file that was cut off: export or copy the file again. If it is whole, end its last line with a line break';

/**
 * The last row of a file that does not end with a line break. With fewer cells than the row before it, the file was cut off; when its last
 * cell is empty, that cell is not known.
 */
function checkOpenRow(row: CsvRow, before: CsvRow | undefined): CsvRow {
  const { line, cells } = row;
  if (!before || cells.length > before.cells.length || (cells.length === 1 && cells[0]?.trim() === '')) return row;
  if (cells.length < before.cells.length) throw new MalformedCsv(line, CUT_OFF);
  return cells.at(-1)?.trim() === '' ? { line, cells: cells.slice(0, -1) } : row;
}

/** Whether a file ends with a line break, in any encoding. Without one, its last cell may have been cut off. */
export async function endsWithLineBreak(file: string): Promise<boolean> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  // A character of UTF-16 has two bytes.
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, Math.max(0, size - 2));
  return /[\r\n]\0?$/.test(buffer.toString('latin1', 0, bytesRead));
}

const countMatches = (cells: readonly string[], pattern: RegExp): number =>
  cells.reduce((sum, cell) => sum + (cell.match(pattern)?.length ?? 0), 0);

/**
 * Streams a CSV file (RFC 4180) row by row, header included. Accepts the encodings and separators of spreadsheet programs, any line endings,
 * and line breaks and quotes inside cells; skips blank lines. `onBytes` is called with the size of each chunk read. Throws `MalformedCsv`
 * when a quote is never closed or the file was cut off within a row, and `NoCsv`.
 */
export async function* readCsv(file: string, onBytes?: (bytes: number) => void): AsyncGenerator<CsvRow> {
  const { separator, text, skippedLines } = await detectSeparator(readText(file, await detectEncoding(file), onBytes));
  const parser = parse({
    bom: true,
    delimiter: separator,
    info: true,
    max_record_size: MAX_RECORD,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  let end = '';
  async function* watchEnd(): AsyncGenerator<string> {
    for await (const chunk of text) {
      end = chunk.at(-1) ?? end;
      yield chunk;
    }
  }
  const parsing = pipeline(Readable.from(watchEnd()), parser);
  // The loop below throws the same errors; without this they would also be unhandled rejections.
  parsing.catch(() => undefined);
  // The parser counts a CRLF inside a cell as two lines.
  let doubleCounted = 0;
  let lastLine = 0;
  let [before, last]: (CsvRow | undefined)[] = [];
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      doubleCounted += countMatches(record, /\r\n/g);
      lastLine = info.lines - doubleCounted + skippedLines;
      if (last) yield last;
      [before, last] = [last, { line: lastLine - countMatches(record, /\r\n|\n|\r/g), cells: record }];
    }
    if (last) yield /[\r\n]/.test(end) ? last : checkOpenRow(last, before);
  } catch (error) {
    if (error instanceof CsvError) throw new MalformedCsv(lastLine + 1, 'A cell starts with a quote that is never closed');
    throw error;
  }
}

/** Text that spreadsheets run as a formula (CSV injection), after any number of apostrophes. */
const formula = /^'*[=+\-@\t\r]/;
const escaped = /^'+[=+\-@\t\r]/;

/** Escapes a CSV cell with a leading apostrophe, so that spreadsheets do not run it as a formula. */
export const escapeFormula = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell);

/** Reverses `escapeFormula`; other cells with a leading apostrophe are unchanged. */
export const unescapeFormula = (cell: string): string => (escaped.test(cell) ? cell.slice(1) : cell);
