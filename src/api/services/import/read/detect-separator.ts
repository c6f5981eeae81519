/** What spreadsheet programs separate cells by, the usual one first. */
const separators = [',', ';', '\t', '|'] as const;

/** Characters that the first line, with the column names, may have. */
const MAX_HEADER = 65_536;

/** The line by which Excel is told the separator. */
const separatorLine = /^\ufeff?"?sep=([,;\t|])"?[,;\t|]*(?:\r\n|\n|\r)/i;

/** How the cells of a file are separated. */
export interface Separated {
  separator: string;
  /** The text without the line that names the separator. */
  text: AsyncIterable<string>;
  /** Lines that were left out before it. */
  skippedLines: number;
}

/** The separator that the first line has most of, outside quotes. */
function countSeparators(start: string): string {
  const line = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(start.replace(/^[\ufeff\r\n]+/, ''))?.[0] ?? '';
  const plain = line.replace(/"(?:[^"]|"")*"/g, '');
  const counts = separators.map((separator) => plain.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Detects how the cells of a text are separated: by its line `sep=`, else by its column names. */
export async function detectSeparator(chunks: AsyncIterable<string>): Promise<Separated> {
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
