import { escapeXml } from '#lib/rules/text.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

export interface XlsxColumn {
  /** In characters. */
  width: number;
  /** Texts keep leading zeros and long codes; wrapped cells have several lines. */
  style?: 'text' | 'wrapped' | undefined;
  /** Shown while the pointer is on the heading. */
  note?: string;
}

export interface XlsxSheet {
  /** At most 31 characters, none of which is one of []:*?/\ */
  name: string;
  /** The first row is the header: bold, and it stays in sight. Numbers become numbers, texts never formulas. */
  rows: Iterable<readonly (string | number)[]> | AsyncIterable<readonly (string | number)[]>;
  /** Columns of a sheet to read or fill in, whose header is coloured. */
  columns?: readonly XlsxColumn[];
  /** How many columns stay in sight. */
  frozen?: number;
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

function renderCell(value: string | number, reference: string, style: number): string {
  const start = `<c r="${reference}"${style === 0 ? '' : ` s="${style}"`}`;
  if (typeof value === 'number') return Number.isFinite(value) ? `${start}><v>${value}</v></c>` : '';
  if (value === '') return '';
  if (value.length > MAX_XLSX_CELL)
    throw new TooLargeForXlsx(
      `Cell ${reference} has ${value.length} characters, and a cell of a workbook at most ${MAX_XLSX_CELL}`,
    );
  return `${start} t="inlineStr"><is><t xml:space="preserve">${escapeXml(value).replaceAll('\r', '&#13;')}</t></is></c>`;
}

/** Places in `cellXfs` of the styles. */
const styleIds = { plain: 0, bold: 1, heading: 2, text: 3, wrapped: 4 } as const;

const hasNotes = ({ columns = [] }: XlsxSheet): boolean => columns.some(({ note }) => note !== undefined);

async function* renderSheet(sheet: XlsxSheet): AsyncGenerator<string> {
  const { rows, columns, frozen = 0, after = '' } = sheet;
  const ids = (columns ?? []).map(({ style }) => styleIds[style ?? 'plain']);
  const widths = (columns ?? []).map(
    ({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" style="${ids[i]}" customWidth="1"/>`,
  );
  const pane = frozen > 0 ? `xSplit="${frozen}" ySplit="1"` : 'ySplit="1"';
  const view = `<pane ${pane} topLeftCell="${columnLetters(frozen)}2" activePane="bottom${frozen > 0 ? 'Right' : 'Left'}" state="frozen"/>`;
  yield `${declaration}<worksheet xmlns="${namespace}" xmlns:r="${relations}"><sheetViews><sheetView workbookViewId="0">${view}</sheetView></sheetViews>${widths.length > 0 ? `<cols>${widths.join('')}</cols>` : ''}<sheetData>`;
  let number = 0;
  let waiting = '';
  for await (const row of rows) {
    if (++number > MAX_XLSX_ROWS) throw new TooLargeForXlsx(`A sheet of a workbook has at most ${MAX_XLSX_ROWS} rows`);
    const heading = columns ? styleIds.heading : styleIds.bold;
    const cells = row.map((value, i) =>
      renderCell(value, `${columnLetters(i)}${number}`, number === 1 ? heading : (ids[i] ?? styleIds.plain)),
    );
    waiting += `<row r="${number}">${cells.join('')}</row>`;
    if (waiting.length < CHUNK) continue;
    yield waiting;
    waiting = '';
  }
  yield `${waiting}</sheetData>${after}${hasNotes(sheet) ? '<legacyDrawing r:id="rId1"/>' : ''}</worksheet>`;
}

const notesPart = ({ columns = [] }: XlsxSheet): string =>
  `${declaration}<comments xmlns="${namespace}"><authors><author>Shop</author></authors><commentList>${columns
    .map(
      ({ note = '' }, i) =>
        `<comment ref="${columnLetters(i)}1" authorId="0"><text><t xml:space="preserve">${escapeXml(note)}</t></text></comment>`,
    )
    .join('')}</commentList></comments>`;

/** The boxes in which notes are shown, which Excel needs; it makes them hidden until the pointer is on their cell. */
const drawingPart = ({ columns = [] }: XlsxSheet): string =>
  `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout><v:shapetype id="note" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${columns
    .map(
      (_, i) =>
        `<v:shape id="note${i}" type="#note" style="position:absolute;width:240pt;height:90pt;z-index:${i + 1};visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:path o:connecttype="none"/><v:textbox/><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${i + 1},10,1,5,${i + 4},10,7,5</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>0</x:Row><x:Column>${i}</x:Column></x:ClientData></v:shape>`,
    )
    .join('')}</xml>`;

const contentType = (part: string, type: string): string =>
  `<Override PartName="/xl/${part}.xml" ContentType="${types}.${type}+xml"/>`;
const relationsPart = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${targets.map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${relations}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

const contentTypes = (sheets: readonly XlsxSheet[]): string =>
  `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>${contentType('workbook', 'sheet.main')}${contentType('styles', 'styles')}${sheets.map((sheet, i) => contentType(`worksheets/sheet${i + 1}`, 'worksheet') + (hasNotes(sheet) ? contentType(`comments${i + 1}`, 'comments') : '')).join('')}</Types>`;

const workbook = (sheets: readonly XlsxSheet[]): string =>
  `${declaration}<workbook xmlns="${namespace}" xmlns:r="${relations}"><sheets>${sheets.map(({ name }, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`;

/** The formats in the order of `styleIds`. */
const styles = `${declaration}<styleSheet xmlns="${namespace}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EEF4"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** The parts of a sheet, whose number is counted from 1. */
const sheetParts = (sheet: XlsxSheet, number: number): ZipEntry[] => [
  { name: `xl/worksheets/sheet${number}.xml`, content: renderSheet(sheet) },
  ...(hasNotes(sheet)
    ? [
        {
          name: `xl/worksheets/_rels/sheet${number}.xml.rels`,
          content: [
            relationsPart([
              ['vmlDrawing', `../drawings/vmlDrawing${number}.vml`],
              ['comments', `../comments${number}.xml`],
            ]),
          ],
        },
        { name: `xl/comments${number}.xml`, content: [notesPart(sheet)] },
        { name: `xl/drawings/vmlDrawing${number}.vml`, content: [drawingPart(sheet)] },
      ]
    : []),
];

/**
 * Streams an Excel workbook (Office Open XML) in bounded memory. Throws `TooLargeForXlsx` for a cell or sheet beyond what a
 * workbook can hold.
 */
export const writeXlsx = (sheets: readonly XlsxSheet[]): AsyncGenerator<Uint8Array> =>
  writeZip([
    { name: '[Content_Types].xml', content: [contentTypes(sheets)] },
    { name: '_rels/.rels', content: [relationsPart([['officeDocument', 'xl/workbook.xml']])] },
    { name: 'xl/workbook.xml', content: [workbook(sheets)] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [
        relationsPart([
          ...sheets.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`] as const),
          ['styles', 'styles.xml'],
        ]),
      ],
    },
    { name: 'xl/styles.xml', content: [styles] },
    ...sheets.flatMap((sheet, i) => sheetParts(sheet, i + 1)),
  ]);
