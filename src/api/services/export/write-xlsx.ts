import { escapeXml } from '#lib/rules/text.ts';
import { writeZip } from './write-zip.ts';

export interface XlsxSheet {
  /** At most 31 characters, none of which is one of []:*?/\ */
  name: string;
  /** The first row is the header: bold, and it stays in sight. Numbers become numbers, texts never formulas. */
  rows: Iterable<readonly (string | number)[]> | AsyncIterable<readonly (string | number)[]>;
  /** Widths of the columns in characters. */
  widths?: readonly number[];
  /** XML elements that follow the cells, in the order of the format, such as `<dataValidations>`. */
  after?: string;
}

const MAX_XLSX_CELL = 32_767;
const MAX_XLSX_ROWS = 1_048_576;
/** Characters of rows that are compressed at once. */
const CHUNK = 65_536;

/** A sheet or cell has more than a workbook can hold. */
export class TooLargeForXlsx extends Error {}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The letters of a column, counted from 0: A, B, … Z, AA. */
export const columnLetters = (index: number): string =>
  (index >= 26 ? columnLetters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

function renderCell(value: string | number, reference: string, style: string): string {
  if (typeof value === 'number') return Number.isFinite(value) ? `<c r="${reference}"${style}><v>${value}</v></c>` : '';
  if (value === '') return '';
  if (value.length > MAX_XLSX_CELL)
    throw new TooLargeForXlsx(
      `Cell ${reference} has ${value.length} characters, and a cell of a workbook at most ${MAX_XLSX_CELL}`,
    );
  const text = escapeXml(value).replaceAll('\r', '&#13;');
  return `<c r="${reference}" t="inlineStr"${style}><is><t xml:space="preserve">${text}</t></is></c>`;
}

async function* renderSheet({ rows, widths, after = '' }: XlsxSheet): AsyncGenerator<string> {
  const columns = (widths ?? []).map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`);
  yield `${declaration}<worksheet xmlns="${namespace}" xmlns:r="${relations}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>`;
  let number = 0;
  let waiting = '';
  for await (const row of rows) {
    if (++number > MAX_XLSX_ROWS) throw new TooLargeForXlsx(`A sheet of a workbook has at most ${MAX_XLSX_ROWS} rows`);
    const style = number === 1 ? ' s="1"' : '';
    const cells = row.map((value, i) => renderCell(value, `${columnLetters(i)}${number}`, style));
    waiting += `<row r="${number}">${cells.join('')}</row>`;
    if (waiting.length < CHUNK) continue;
    yield waiting;
    waiting = '';
  }
  yield `${waiting}</sheetData>${after}</worksheet>`;
}

const contentTypes = (sheets: readonly XlsxSheet[]): string =>
  `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${sheets.map((_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${types}.worksheet+xml"/>`).join('')}</Types>`;

const rootRelations = `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

const workbook = (sheets: readonly XlsxSheet[]): string =>
  `${declaration}<workbook xmlns="${namespace}" xmlns:r="${relations}"><sheets>${sheets.map(({ name }, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`;

const workbookRelations = (sheets: readonly XlsxSheet[]): string =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${sheets.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`;

/** Style 0 is plain, style 1 bold. */
const styles = `${declaration}<styleSheet xmlns="${namespace}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`;

/**
 * Streams an Excel workbook (Office Open XML) in bounded memory. Throws `TooLargeForXlsx` for a cell or sheet beyond what a
 * workbook can hold.
 */
export const writeXlsx = (sheets: readonly XlsxSheet[]): AsyncGenerator<Uint8Array> =>
  writeZip([
    { name: '[Content_Types].xml', content: [contentTypes(sheets)] },
    { name: '_rels/.rels', content: [rootRelations] },
    { name: 'xl/workbook.xml', content: [workbook(sheets)] },
    { name: 'xl/_rels/workbook.xml.rels', content: [workbookRelations(sheets)] },
    { name: 'xl/styles.xml', content: [styles] },
    ...sheets.map((sheet, i) => ({ name: `xl/worksheets/sheet${i + 1}.xml`, content: renderSheet(sheet) })),
  ]);
