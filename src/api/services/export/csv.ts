import { escapeFormula } from '#lib/rules/csv-injection.ts';

/** Tells spreadsheets that the file is UTF-8; without it Excel garbles "₹". */
export const BYTE_ORDER_MARK = '\ufeff';

/** A cell as CSV writes it (RFC 4180), without formulas. */
function cell(value: string): string {
  const text = escapeFormula(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of a CSV file, with its line break. */
export const formatCsvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;
