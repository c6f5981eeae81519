import type { TableRow } from '#api/services/import/formats/format.ts';
import { isoText, numberText, percentText } from './cell-texts.ts';
import { NoCsv } from './detect-encoding.ts';
import { type OpenedZip, withPassword } from './open-zip.ts';
import { handleXml, readXml, type XmlHandler } from './read-xml.ts';
import { appendText, MAX_SHEET_ROWS, SheetRow } from './sheet-row.ts';

export const CONTENT_PART = 'content.xml';

/** What lies over a cell or explains it: its texts are not the cell's. */
const besideCells = new Set(['annotation', 'shapes', 'frame', 'custom-shape', 'g', 'forms']);

type Attributes = Parameters<XmlHandler['open']>[1];

/** A row that stands several times. */
interface RepeatedRow extends TableRow {
  times: number;
}

/** How often a row or cell stands, or how many spaces there are. */
const countOf = (text: string | undefined): number => Math.max(1, Math.trunc(Number(text ?? 1)) || 1);

/** The text that the owner sees; `shown` is the one in the file, which may be rounded. */
function cellText(attributes: Attributes, shown: string): string {
  if (attributes['calcext:value-type'] === 'error') return '';
  const value = Number(attributes['office:value'] ?? Number.NaN);
  switch (attributes['office:value-type']) {
    case 'float':
    case 'currency':
      // Leading zeros are a matter of the format.
      return Number.isNaN(value) || /^0\d+$/.test(shown) ? shown : numberText(value);
    case 'percentage':
      return Number.isNaN(value) ? shown : percentText(value);
    case 'date':
      return isoText(attributes['office:date-value'] ?? shown);
    case 'boolean':
      return (attributes['office:boolean-value'] ?? shown).toUpperCase();
    default:
      return shown;
  }
}

function contentHandler(emit: (row: RepeatedRow) => void): XmlHandler {
  const row = new SheetRow();
  const hiddenStyles = new Set<string>();
  let style = '';
  let [isHidden, hasRows, isDone] = [false, false, false];
  let [line, rowTimes, place, beside] = [0, 1, 0, 0];
  let [cell, content, isInParagraph]: [Attributes | undefined, string | undefined, boolean] = [undefined, undefined, false];
  const add = (text: string): void => {
    if (isInParagraph && beside === 0) content = appendText(content ?? '', text);
  };
  return {
    isDone: () => isDone,
    open(name, attributes) {
      if (besideCells.has(name)) beside++;
      if (beside > 0) return;
      if (name === 'style') style = attributes['style:name'] ?? '';
      else if (name === 'table-properties' && attributes['table:display'] === 'false') hiddenStyles.add(style);
      else if (name === 'table') {
        isHidden = hiddenStyles.has(attributes['table:style-name'] ?? '');
        line = 0;
      } else if (name === 'table-row') {
        rowTimes = countOf(attributes['table:number-rows-repeated']);
        place = 0;
      } else if (name === 'table-cell' || name === 'covered-table-cell') [cell, content] = [attributes, undefined];
      else if (name === 'p' && cell) {
        isInParagraph = true;
        content = content === undefined ? '' : appendText(content, '\n');
      } else if (name === 's') add(' '.repeat(Math.min(countOf(attributes['text:c']), 1024)));
      else if (name === 'tab') add('\t');
      else if (name === 'line-break') add('\n');
    },
    text: add,
    close(name) {
      if (besideCells.has(name)) beside--;
      if (beside > 0) return;
      if (name === 'p') isInParagraph = false;
      else if (name === 'table-cell' || name === 'covered-table-cell') {
        const times = countOf(cell?.['table:number-columns-repeated']);
        // What a merged cell covers is not seen.
        if (cell && name === 'table-cell') row.set(place, cellText(cell, content ?? ''), times);
        place += times;
        cell = undefined;
      } else if (name === 'table-row') {
        const cells = row.take(rowTimes);
        if (cells && !isHidden) {
          if (line + rowTimes > MAX_SHEET_ROWS) throw new NoCsv(`has more than ${MAX_SHEET_ROWS} rows: import it in parts`);
          hasRows = true;
          emit({ line: line + 1, cells, times: rowTimes });
        }
        line += rowTimes;
      } else if (name === 'table' && hasRows) isDone = true;
    },
  };
}

/** Streams the rows of the first visible sheet of an OpenDocument spreadsheet that is not empty. */
export async function* readOds(zip: OpenedZip, onBytes?: (bytes: number) => void): AsyncGenerator<TableRow> {
  await handleXml(zip.read('META-INF/manifest.xml'), {
    open(name) {
      if (name === 'encryption-data') throw withPassword();
    },
  });
  for await (const { line, cells, times } of readXml<RepeatedRow>(zip.read(CONTENT_PART, onBytes), contentHandler))
    for (let i = 0; i < times; i++) yield { line: line + i, cells };
}
