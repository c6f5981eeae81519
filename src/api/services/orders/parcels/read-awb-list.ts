import { NoCsv } from '#api/services/import/tables/detect-encoding.ts';
import { MalformedCsv, unescapeFormula } from '#api/services/import/tables/read-csv.ts';
import { readTable } from '#api/services/import/tables/read-table.ts';
import { refuseField } from '#api/services/refusal.ts';
import { MAX_AWB_LINES } from '#lib/contract/limits.ts';

export interface AwbRow {
  /** From 1. */
  line: number;
  /** The order's number as written; undefined where the list has AWBs only. */
  number: string | undefined;
  awb: string;
  courier: string | undefined;
}

interface Row {
  line: number;
  cells: string[];
}

/** Names of columns in couriers' files and owners' sheets, as letters only. */
const columnNames = {
  number:
    /^(?:(?:sale|channel|customer|shop|reference)?order(?:number|no|id|name|ref|reference)?|number|name|reference(?:number|no)?|ref(?:erence)?no)$/,
  awb: /^(?:awb(?:number|no|code)?|(?:tracking|waybill|consignment|docket|article|barcode|cn)(?:number|no|id)?)$/,
  courier: /^(?:courier|carrier)(?:name|company|companyname|partner)?|transporter$/,
};

type Columns = Record<keyof typeof columnNames, number | undefined>;

/** Where the columns are that a line with their names has; undefined for a line without a column of AWBs. */
function findColumns(cells: readonly string[]): Columns | undefined {
  const folded = cells.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''));
  const at = (name: keyof typeof columnNames) => {
    const place = folded.findIndex((cell) => columnNames[name].test(cell));
    return place < 0 ? undefined : place;
  };
  const awb = at('awb');
  if (awb === undefined || /\d/.test(cells.join(''))) return undefined;
  return { awb, number: at('number'), courier: at('courier') };
}

/** A number of a spreadsheet that it wrote as one: "1490812345678.0". */
const clean = (cell: string | undefined): string =>
  unescapeFormula((cell ?? '').trim())
    .trim()
    .replace(/^(\d+)\.0+$/, '$1');

/** Without column names: number, AWB, courier; or one cell, which is an AWB. */
function readPlainRow({ line, cells }: Row): AwbRow {
  const [first = '', second, ...rest] = cells.map(clean);
  if (!second) return { line, number: undefined, awb: first, courier: undefined };
  return { line, number: first, awb: second, courier: rest.join(' ').trim() || undefined };
}

function readNamedRow({ line, cells }: Row, columns: Columns): AwbRow {
  const cell = (place: number | undefined) => (place === undefined ? undefined : clean(cells[place]));
  return { line, number: cell(columns.number), awb: cell(columns.awb) ?? '', courier: cell(columns.courier) || undefined };
}

/** Reads the lines below the column names, if the list has any. An empty line keeps its place in a list without numbers. */
function toAwbRows(rows: readonly Row[]): AwbRow[] {
  const begin = rows.findIndex(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (begin < 0) return [];
  const first = rows[begin] as Row;
  const columns = findColumns(first.cells);
  const isHeader = columns !== undefined || !/\d/.test(first.cells.join(''));
  const body = rows.slice(isHeader ? begin + 1 : begin);
  const last = body.findLastIndex(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  return body.slice(0, last + 1).map((row) => (columns ? readNamedRow(row, columns) : readPlainRow(row)));
}

/** The cells of a pasted line: what tabs, commas, semicolons or else spaces separate. */
const splitLine = (line: string): string[] =>
  (/[\t,;]/.test(line) ? line.split(/[\t,;]/) : line.trim().split(/\s+/)).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));

function limit(rows: AwbRow[], field: string): AwbRow[] {
  if (rows.length > MAX_AWB_LINES) throw refuseField(field, `The list has more than ${MAX_AWB_LINES} lines: divide it.`);
  if (!rows.some(({ awb }) => awb !== '')) throw refuseField(field, 'The list has no AWB.');
  return rows;
}

/** Reads a pasted list. Throws a `Refusal` (422) for one without an AWB, or a too long one. */
export const readAwbText = (text: string): AwbRow[] =>
  limit(toAwbRows(text.split(/\r\n|\n|\r/).map((line, i) => ({ line: i + 1, cells: splitLine(line) }))), 'text');

/** Reads a CSV file or workbook at a path. Throws a `Refusal` (422) that says what is wrong with it. */
export async function readAwbFile(path: string): Promise<AwbRow[]> {
  const rows: Row[] = [];
  try {
    for await (const row of readTable(path)) {
      rows.push(row);
      if (rows.length > MAX_AWB_LINES + 1) break;
    }
  } catch (error) {
    if (error instanceof NoCsv) throw refuseField('file', `The file ${error.message}.`);
    if (error instanceof MalformedCsv) throw refuseField('file', `Line ${error.line} of the file: ${error.message}.`);
    throw error;
  }
  return limit(toAwbRows(rows), 'file');
}
