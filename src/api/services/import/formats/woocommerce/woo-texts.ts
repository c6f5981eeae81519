import { decodeReferences } from '../grouped/cell-texts.ts';

/** The parts of a cell that are separated by commas; a comma of a part stands after a backslash. */
export const splitList = (cell: string): string[] =>
  cell
    .split(/(?<!\\),/)
    .map((part) => decodeReferences(part.replaceAll('\\,', ',')).trim())
    .filter(Boolean);

/** A description whose line breaks are written as "\n", and its own "\n" as "\\n". */
export const readDescription = (cell: string): string =>
  cell.replaceAll(/\\\\n|\\n/g, (found) => (found === '\\n' ? '\n' : '\\n'));

/** "gst-18" → "18"; '' for tax classes that name no rate. */
export const toRateCell = (taxClass: string): string =>
  /^(?:gst|igst|tax)?[-_ ]*(\d{1,2}(?:\.\d{1,2})?)(?:[-_ ]?(?:%|percent|gst))?$/i.exec(taxClass.trim())?.[1] ?? '';

/** A text of an SEO plugin; '' for one with placeholders such as "%%title%%". */
export const toSeoCell = (text: string): string => (/%\w+%/.test(text) ? '' : text);

/** The name of a category given by its path, "Clothing > Kurtas". */
export const lastOfPath = (path: string): string => path.split('>').at(-1)?.trim() ?? '';

/** An end of a sale without a time is the end of its day. */
export const toSaleEnd = (date: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date} 23:59:59` : date);
