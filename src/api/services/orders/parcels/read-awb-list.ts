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

/** Names of columns in couriers' files and owners' sheets, as letters and digits only. The first pattern that a column has counts. */
const columnNames = {
  number: [
    /^(?:sale|channel|customer|shop|reference)?order(?:number|no|id|name|ref|reference)?$/,
    /^(?:number|ref(?:erence)?(?:number|no)?)$/,
    // The order's number in an export of Shopify, but a customer's name beside any of the others.
    /^name$/,
  ],
  awb: [
    /^(?:air)?(?:awb|waybill)(?:number|no|num|code)?$/,
    /^(?:tracking|consignment|docket|article|barcode|cn)(?:number|no|id)?$/,
  ],
  courier: [/^(?:courier|carrier)(?:name|company|companyname|partner)?$/, /^transporter$/],
} as const;

type Columns = Record<'number' | 'courier', number | undefined> & { awb: number };

/** Rows before the names of the columns: couriers begin with a title and a period. */
const MAX_TITLE_ROWS = 30;

/** Where the columns are that a line with their names has; undefined for a line without a column of AWBs. */
function findColumns(cells: readonly string[]): Columns | undefined {
  const folded = cells.map((cell) => cell.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const at = (name: keyof typeof columnNames) => {
    const pattern = columnNames[name].find((one) => folded.some((cell) => one.test(cell)));
    return pattern && folded.findIndex((cell) => pattern.test(cell));
  };
  const awb = at('awb');
  return awb === undefined ? undefined : { awb, number: at('number'), courier: at('courier') };
}

/** A cell without what spreadsheets write around a number, to keep it or as one: `="1490812345678"`, "'1490812345678", "1490812345678.0". */
const clean = (cell: string | undefined): string =>
  unescapeFormula((cell ?? '').trim())
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim()
    .replace(/^(\d+)\.0+$/, '$1');

/** Couriers print numbers in groups: "EK 123 456 789 IN". */
const cleanAwb = (cell: string | undefined): string => clean(cell).replace(/\s+/g, '');

/** Without column names: number, AWB, courier; or one cell, which is an AWB. */
function readPlainRow({ line, cells }: Row): AwbRow {
  const [first = '', second, ...rest] = cells.map(clean);
  if (!second) return { line, number: undefined, awb: cleanAwb(first), courier: undefined };
  return { line, number: first, awb: cleanAwb(second), courier: rest.join(' ').trim() || undefined };
}

function readNamedRow({ line, cells }: Row, columns: Columns): AwbRow {
  const cell = (place: number | undefined) => (place === undefined ? undefined : clean(cells[place]));
  return { line, number: cell(columns.number), awb: cleanAwb(cells[columns.awb]), courier: cell(columns.courier) || undefined };
}

/** Reads the lines below the column names, if the list has any. An empty line keeps its place in a list without numbers. */
function toAwbRows(rows: readonly Row[]): AwbRow[] {
  const isFilled = ({ cells }: Row): boolean => cells.some((cell) => cell.trim() !== '');
  const begin = rows.findIndex(isFilled);
  if (begin < 0) return [];
  const names = rows.slice(0, begin + MAX_TITLE_ROWS).findIndex(({ cells }) => findColumns(cells));
  const columns = names < 0 ? undefined : findColumns(rows[names]?.cells ?? []);
  const isHeader = !/\d/.test(rows[begin]?.cells.join('') ?? '');
  const body = rows.slice(columns ? names + 1 : isHeader ? begin + 1 : begin);
  const lines = body.slice(0, body.findLastIndex(isFilled) + 1);
  if (!columns) return lines.map(readPlainRow);
  return (columns.number === undefined ? lines : lines.filter(isFilled)).map((row) => readNamedRow(row, columns));
}

/** A number of India Post, which it prints in groups: "EK 123 456 789 IN". */
const postalNumber = /(?<![^\s])([a-z]{2}) ?(\d{3}) ?(\d{3}) ?(\d{3}) ?(in)(?![^\s])/gi;

const splitAtSpaces = (line: string): string[] => line.trim().replace(postalNumber, '$1$2$3$4$5').split(/\s+/);

/** The cells of a pasted line: what tabs, or else commas and semicolons, or else spaces separate. */
const splitLine = (line: string): string[] =>
  (line.includes('\t') ? line.split('\t') : /[,;]/.test(line) ? line.split(/[,;]/) : splitAtSpaces(line)).map((cell) =>
    cell
      .trim()
      .replace(/[,;]+$/, '')
      .replace(/^"(.*)"$/, '$1'),
  );

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
