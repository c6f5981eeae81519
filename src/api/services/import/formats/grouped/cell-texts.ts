import { toParagraphs } from '#api/services/import/read/clean-description.ts';
import { type Cells, Columns } from '#api/services/import/read/match-columns.ts';

/** The cells of a row that says nothing. */
export const blankCells: Cells = new Columns([]).read([]);

/** Names for the column of collections or related products. */
export const toListCell = (names: readonly string[]): string =>
  [...new Set(names.map((name) => name.replaceAll(';', ',').trim()))].filter(Boolean).join(';');

/** A price of a system that writes no thousands separators: its decimals may stand after a comma. */
export const toPriceCell = (price: string): string => price.replace(/^(\d+),(\d{1,2})$/, '$1.$2');

/** An end of a sale without a time is the end of its day. */
const toSaleEnd = (date: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date} 23:59:59` : date);

/** A sale without dates is the price, and the regular one that to compare with; with dates it is a price for a time. */
export function toPriceCells(regular: string, sale: string, start = '', end = '') {
  if (sale === '' || (regular !== '' && (start !== '' || end !== '')))
    return { price: regular, compareAt: '', ...(sale !== '' && { salePrice: sale, saleStart: start, saleEnd: toSaleEnd(end) }) };
  return { price: sale, compareAt: regular };
}

/** The rate in the name of a tax: "gst-18" and "GST 18%" give "18"; '' for one that names no rate. */
export const toRateCell = (tax: string): string =>
  /^(?:i?gst|tax)?[-_ @]*(\d{1,2}(?:\.\d{1,2})?)(?:[-_ ]?(?:%|percent|gst))*$/i.exec(tax.trim())?.[1] ?? '';

/** The name of a category given by its path: "Clothes > Kurtas", "Default Category/Clothes/Kurtas", "/kurtas". */
export const lastOfPath = (path: string, separator: string): string => path.split(separator).at(-1)?.trim() ?? '';

/** The first letter as a capital, and "_" and "-" as spaces: "wash_care" → "Wash care". */
export function toLabel(code: string): string {
  const words = code.replaceAll(/[_-]+/g, ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Short and long description as one: each is in paragraphs, by its own elements or by its line breaks. */
export const joinDescriptions = (...texts: readonly string[]): string =>
  texts
    .map((text) => text.trim())
    .filter(Boolean)
    .map((text) => (/<(?:p|div|ul|ol|h\d|table|br|section|blockquote)\b/i.test(text) ? text : toParagraphs(text)))
    .join('\n');
