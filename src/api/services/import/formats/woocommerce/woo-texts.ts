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

/** A text of an SEO plugin; '' for one with placeholders such as "%%title%%". */
export const toSeoCell = (text: string): string => (/%\w+%/.test(text) ? '' : text);
