import { basename } from 'node:path';
import { NoCsv } from '#api/services/import/tables/detect-encoding.ts';
import { MalformedCsv, unescapeFormula } from '#api/services/import/tables/read-csv.ts';
import { readTable } from '#api/services/import/tables/read-table.ts';
import { toAwbKey } from '#api/services/orders/parcels/parcels.ts';
import { findColumns, guessCourier, type RemittanceColumns } from './remittance-columns.ts';

/** Most lines of one file. */
const MAX_LINES = 20_000;

/** Rows before the names of the columns: couriers begin with their address and a period. */
const MAX_TITLE_ROWS = 30;

/** A file that is no remittance, as a sentence for the owner. */
export class NoRemittance extends Error {}

export interface RemittanceLine {
  awb: string;
  /** Paise; less than 0 when it is taken back. */
  amount: number;
  paidOn: string;
  reference: string;
}

export interface RemittanceFile {
  courier: string;
  lines: RemittanceLine[];
  /** Rows that cannot be read, as sentences. */
  problems: string[];
}

/** A tracking number as it is compared: capital letters and digits, also of a number that a spreadsheet wrote as one ("149.0"). */
const toAwb = (text: string): string => toAwbKey(text.replace(/['"=]/g, '')).replace(/^(\d+)\.0+$/, '$1');

/** The paise of an amount such as "₹ 1,499.00", "Rs. 1,499/-" or "(250.00)"; undefined for another text. */
function readAmount(text: string): number | undefined {
  const plain = text.replace(/(?:rs\.?|inr|₹)/gi, '').replace(/[\s,"']|\/-$/g, '');
  const [, bracket, sign, digits] = /^(\()?(-)?(\d+(?:\.\d+)?)\)?$/.exec(plain) ?? [];
  if (digits === undefined) return undefined;
  const paise = Math.round(Number(digits) * 100);
  return Number.isSafeInteger(paise) ? (bracket || sign ? -paise : paise) : undefined;
}

/** A tracking number that a spreadsheet has rounded, such as 1.49081E+12. */
const isRounded = (text: string): boolean => /^\d+(?:\.\d+)?E\+\d+$/i.test(text.trim());

function readLine(
  cells: readonly string[],
  { awb, amount, paidOn, reference }: RemittanceColumns,
): RemittanceLine | string | undefined {
  const cell = (index: number): string => unescapeFormula((cells[index] ?? '').trim());
  const number = cell(awb);
  // Sums at the end name no parcel.
  if (!/\d/.test(number)) return undefined;
  if (isRounded(number))
    return `the tracking number is rounded to ${number}: download the file again, or format the column as text`;
  const paise = readAmount(cell(amount));
  if (paise === undefined) return `"${cell(amount)}" is no amount`;
  return {
    awb: toAwb(number).slice(0, 100),
    amount: paise,
    paidOn: cell(paidOn).slice(0, 40),
    reference: cell(reference).slice(0, 100),
  };
}

/**
 * Reads a courier's remittance: CSV, xlsx or ods with a column of tracking numbers and one of amounts, found by their names. Throws
 * `NoRemittance`.
 */
export async function readRemittance(path: string, fileName = basename(path)): Promise<RemittanceFile> {
  const file: RemittanceFile = { courier: guessCourier(fileName, []), lines: [], problems: [] };
  let columns: RemittanceColumns | undefined;
  const titles: string[] = [];
  try {
    for await (const { line, cells } of readTable(path)) {
      if (!columns) {
        columns = findColumns(cells);
        if (columns) file.courier ||= guessCourier(fileName, [...titles, ...cells]);
        else if (titles.push(cells.join(' ')) > MAX_TITLE_ROWS) break;
        continue;
      }
      const read = readLine(cells, columns);
      if (typeof read === 'string') file.problems.push(`Line ${line}: ${read}`);
      else if (read) file.lines.push(read);
      if (file.lines.length > MAX_LINES) throw new NoRemittance(`A file has at most ${MAX_LINES} lines: split it`);
    }
  } catch (error) {
    if (error instanceof NoCsv) throw new NoRemittance(`The file ${error.message}`);
    if (error instanceof MalformedCsv) throw new NoRemittance(`Line ${error.line}: ${error.message}`);
    throw error;
  }
  if (!columns) throw new NoRemittance('The file has no column of tracking numbers (AWB) and one of amounts with these names');
  return file;
}
