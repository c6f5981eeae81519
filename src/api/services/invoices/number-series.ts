import { sql } from 'kysely';
import type { Tx } from '#api/database/schema/engine.ts';
import { toIndianDate } from '#api/services/indian-days.ts';

/** The Indian financial year of a time, which begins on 1 April at midnight in India: "2027-03-31T18:30:00Z" → "27-28". */
export function financialYearOf(timestamp: string): string {
  const [year = 0, month = 0] = toIndianDate(Date.parse(timestamp)).split('-').map(Number);
  const begin = year - (month < 4 ? 1 : 0);
  const twoDigits = (of: number) => String(of % 100).padStart(2, '0');
  return `${twoDigits(begin)}-${twoDigits(begin + 1)}`;
}

/** Longest invoice number that rule 46 of the CGST Rules allows. */
const MAX_LENGTH = 16;

/** Fewest digits of the sequential part, so that numbers of one year sort as text. */
const MIN_DIGITS = 5;

/**
 * Formats an invoice number: financial year, seller id in base 36 and sequential number, such as "26-27/1/00042". The seller is part of it,
 * because two sellers of one store may have the same GSTIN. Throws when it would exceed 16 characters.
 */
export function formatInvoiceNumber(year: string, sellerId: number, sequence: number): string {
  const number = `${year}/${sellerId.toString(36).toUpperCase()}/${String(sequence).padStart(MIN_DIGITS, '0')}`;
  if (number.length > MAX_LENGTH) throw new Error(`The invoice number ${number} is longer than ${MAX_LENGTH} characters`);
  return number;
}

/**
 * Draws the next number of a seller's series in a financial year. The row of the series stays locked until the transaction ends, so that a
 * rollback leaves no gap.
 */
async function drawNumber(tx: Tx, sellerId: number, year: string): Promise<string> {
  const { last_number } = await tx
    .insertInto('invoice_series')
    .values({ seller_id: sellerId, financial_year: year, last_number: 1 })
    .onConflict((conflict) =>
      conflict.columns(['seller_id', 'financial_year']).doUpdateSet({ last_number: sql<number>`invoice_series.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return formatInvoiceNumber(year, sellerId, Number(last_number));
}

/** Draws the next invoice number in the financial year of `issuedAt` (ISO 8601). */
export const drawInvoiceNumber = (tx: Tx, sellerId: number, issuedAt: string): Promise<string> =>
  drawNumber(tx, sellerId, financialYearOf(issuedAt));

/** As `drawInvoiceNumber`, in a series of its own: "C26-27/1/00001". */
export const drawCreditNoteNumber = (tx: Tx, sellerId: number, issuedAt: string): Promise<string> =>
  drawNumber(tx, sellerId, `C${financialYearOf(issuedAt)}`);
