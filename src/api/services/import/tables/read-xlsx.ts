import { posix } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { openTemporaryDatabase } from '#api/database/sqlite/temporary-database.ts';
import type { TableRow } from '#api/services/import/formats/format.ts';
import { builtInFormat, formatStored, isoText, type NumberFormat, parseFormatCode } from './cell-texts.ts';
import { NoCsv } from './detect-encoding.ts';
import type { OpenedZip } from './open-zip.ts';
import { handleXml, readXml, type XmlHandler } from './read-xml.ts';
import { appendText, MAX_SHEET_ROWS, SheetRow } from './sheet-row.ts';

export const WORKBOOK_PART = 'xl/workbook.xml';

/** Where the parts of a workbook are in the packed file. */
interface Workbook {
  /** Visible ones in their order. */
  sheets: string[];
  strings: string;
  styles: string;
  dates: 1900 | 1904;
}

/** Characters that XML cannot have are written as _x000D_. */
const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

async function readWorkbook(zip: OpenedZip): Promise<Workbook> {
  const ids: string[] = [];
  let dates: Workbook['dates'] = 1900;
  await handleXml(zip.read(WORKBOOK_PART), {
    open(name, attributes) {
      if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes['date1904'] ?? '')) dates = 1904;
      const id = Object.keys(attributes).find((key) => key.endsWith(':id'));
      if (name === 'sheet' && id && !/hidden/i.test(attributes['state'] ?? '')) ids.push(attributes[id] ?? '');
    },
  });
  const parts = new Map<string, { path: string; kind: string }>();
  await handleXml(zip.read('xl/_rels/workbook.xml.rels'), {
    open(name, { Id, Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || Id === undefined || TargetMode === 'External') return;
      const path = posix.resolve('/xl', Target).slice(1);
      parts.set(Id, { path, kind: Type.slice(Type.lastIndexOf('/') + 1) });
    },
  });
  const find = (kind: string): string => [...parts.values()].find((part) => part.kind === kind)?.path ?? '';
  const sheets = ids.flatMap((id) => (parts.get(id)?.kind === 'worksheet' ? [parts.get(id)?.path ?? ''] : []));
  return { sheets, strings: find('sharedStrings'), styles: find('styles'), dates };
}

/** What the cells of each style show their numbers as. */
async function readFormats(zip: OpenedZip, part: string): Promise<NumberFormat[]> {
  const codes = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isInCells = false;
  await handleXml(zip.read(part), {
    open(name, { numFmtId, formatCode = '' }) {
      const id = Number(numFmtId);
      if (name === 'cellXfs') isInCells = true;
      else if (name === 'numFmt') codes.set(id, parseFormatCode(formatCode));
      else if (name === 'xf' && isInCells) formats.push(codes.get(id) ?? builtInFormat(id));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return formats;
}

/** Collects the text of `t` elements; phonetic readings are left out. */
function textCollector() {
  let text = '';
  let [isInText, isPhonetic] = [false, false];
  return {
    open(name: string): void {
      if (name === 't') isInText = true;
      else if (name === 'rPh') isPhonetic = true;
    },
    close(name: string): void {
      if (name === 't') isInText = false;
      else if (name === 'rPh') isPhonetic = false;
    },
    text(part: string): void {
      if (isInText && !isPhonetic) text = appendText(text, part);
    },
    take(): string {
      const taken = unescapeText(text);
      text = '';
      return taken;
    },
  };
}

/** The texts that several cells share. On disk, because they may not fit into memory. */
async function storeStrings(zip: OpenedZip, part: string, scratch: DatabaseSync): Promise<StatementSync> {
  scratch.exec('CREATE TABLE string (id INTEGER PRIMARY KEY, text TEXT NOT NULL); BEGIN');
  const insert = scratch.prepare('INSERT INTO string VALUES (?, ?)');
  const collector = textCollector();
  let count = 0;
  await handleXml(zip.read(part), {
    ...collector,
    close(name) {
      collector.close(name);
      if (name === 'si') insert.run(count++, collector.take());
    },
  });
  scratch.exec('COMMIT');
  return scratch.prepare('SELECT text FROM string WHERE id = ?');
}

/** The column of a cell such as "AB12", from 0. */
const columnOf = (reference: string): number =>
  [...(/^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1;

interface SheetReader {
  formats: readonly NumberFormat[];
  dates: Workbook['dates'];
  strings: StatementSync;
}

function sheetHandler({ formats, dates, strings }: SheetReader, emit: (row: TableRow) => void): XmlHandler {
  const row = new SheetRow();
  const inline = textCollector();
  let [line, place] = [0, -1];
  let [type, style, value, isInValue] = ['n', 0, '', false];
  const cellText = (): string => {
    if (type === 's') return String(strings.get(Number(value) || 0)?.['text'] ?? '');
    if (type === 'inlineStr') return inline.take();
    if (type === 'str') return unescapeText(value);
    if (type === 'b') return value.trim() === '1' ? 'TRUE' : 'FALSE';
    if (type === 'd') return isoText(value);
    return type === 'e' ? '' : formatStored(value, formats[style] ?? 'number', dates);
  };
  return {
    open(name, attributes) {
      inline.open(name);
      if (name === 'row') {
        const given = Number(attributes['r']);
        line = Number.isInteger(given) && given > line ? given : line + 1;
        if (line > MAX_SHEET_ROWS) throw new NoCsv(`has more than ${MAX_SHEET_ROWS} rows: import it in parts`);
        place = -1;
      } else if (name === 'c') {
        const given = columnOf(attributes['r'] ?? '');
        place = given >= 0 ? given : place + 1;
        [type, style, value] = [attributes['t'] ?? 'n', Number(attributes['s'] ?? 0), ''];
      } else if (name === 'v') isInValue = true;
    },
    text(part) {
      inline.text(part);
      if (isInValue) value = appendText(value, part);
    },
    close(name) {
      inline.close(name);
      if (name === 'v') isInValue = false;
      else if (name === 'c') row.set(place, cellText());
      else if (name === 'row') {
        const cells = row.take();
        if (cells) emit({ line, cells });
      }
    },
  };
}

/** Rows of a sheet among which its column names may be. */
const HEADER_ROWS = 10;

/** What tells the sheet of products from those with instructions and lists. */
export type IsHeader = (cells: readonly string[]) => boolean;

/**
 * Streams the rows of one visible sheet of an Excel workbook: the first one with column names that `isHeader` knows, else the first one that is
 * not empty. Formulas have the values of their last calculation.
 */
export async function* readXlsx(
  zip: OpenedZip,
  onBytes?: (bytes: number) => void,
  isHeader?: IsHeader,
): AsyncGenerator<TableRow> {
  const { sheets, dates, ...parts } = await readWorkbook(zip);
  const scratch = openTemporaryDatabase();
  try {
    const formats = await readFormats(zip, parts.styles);
    const strings = await storeStrings(zip, parts.strings, scratch);
    const readSheet = (sheet: string, onSheetBytes?: (bytes: number) => void) =>
      readXml<TableRow>(zip.read(sheet, onSheetBytes), (emit) => sheetHandler({ formats, dates, strings }, emit));
    const hasHeader = async (sheet: string): Promise<boolean> => {
      let rows = 0;
      for await (const { cells } of readSheet(sheet)) {
        if (isHeader?.(cells)) return true;
        if (++rows === HEADER_ROWS) break;
      }
      return false;
    };
    let known: string | undefined;
    if (isHeader && sheets.length > 1)
      for (const sheet of sheets) if (known === undefined && (await hasHeader(sheet))) known = sheet;
    for (const sheet of known === undefined ? sheets : [known]) {
      let isEmpty = true;
      for await (const row of readSheet(sheet, onBytes)) {
        isEmpty = false;
        yield row;
      }
      if (!isEmpty) return;
    }
  } finally {
    scratch.close();
  }
}
