import { BYTE_ORDER_MARK, formatCsvLine } from '#api/services/export/format-csv.ts';
import { writeZip } from '#api/services/export/write-zip.ts';
import { TEMPLATE_EXAMPLES, type TemplateColumn, templateColumns } from './template-columns.ts';

/** The last row that has drop-downs and formats. */
const LAST_ROW = 5000;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Places in `cellXfs` of the styles. */
const style = { plain: 0, heading: 1, text: 2, wrapped: 3 } as const;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The letters of a column, from 0. The template has fewer than 26. */
const letter = (place: number): string => String.fromCharCode(65 + place);

function cellXml(value: string | number, reference: string, styleId: number): string {
  if (value === '') return `<c r="${reference}" s="${styleId}"/>`;
  if (typeof value === 'number') return `<c r="${reference}" s="${styleId}"><v>${value}</v></c>`;
  return `<c r="${reference}" s="${styleId}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
}

const rowXml = (values: readonly (string | number)[], line: number, styleOf: (place: number) => number): string =>
  `<row r="${line}">${values.map((value, place) => cellXml(value, `${letter(place)}${line}`, styleOf(place))).join('')}</row>`;

const styleOf = ({ isText }: TemplateColumn): number => (isText ? style.text : style.plain);

function validationXml({ choices = [], isOpen = false }: TemplateColumn, place: number): string {
  const range = `${letter(place)}2:${letter(place)}${LAST_ROW}`;
  const listed = escapeXml(`"${choices.join(',')}"`);
  return `<dataValidation type="list" allowBlank="1" showErrorMessage="${isOpen ? 0 : 1}" errorTitle="Not in the list" error="Choose one of the list." sqref="${range}"><formula1>${listed}</formula1></dataValidation>`;
}

function productsSheet(): string {
  const columns = templateColumns.map(
    (column, i) => `<col min="${i + 1}" max="${i + 1}" width="${column.width}" style="${styleOf(column)}" customWidth="1"/>`,
  );
  const rows = Array.from({ length: TEMPLATE_EXAMPLES }, (_, i) =>
    rowXml(
      templateColumns.map(({ examples }) => examples[i] ?? ''),
      i + 2,
      (place) => styleOf(templateColumns[place] as TemplateColumn),
    ),
  );
  const validations = templateColumns.flatMap((column, place) => (column.choices ? [validationXml(column, place)] : []));
  const headings = rowXml(
    templateColumns.map(({ heading }) => heading),
    1,
    () => style.heading,
  );
  return `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetViews><sheetView workbookViewId="0"><pane xSplit="2" ySplit="1" topLeftCell="C2" activePane="bottomRight" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>${headings}${rows.join('')}</sheetData><dataValidations count="${validations.length}">${validations.join('')}</dataValidations><legacyDrawing r:id="rId1"/></worksheet>`;
}

function helpSheet(): string {
  const rows = templateColumns.map(({ heading, note }, i) => rowXml([heading, note], i + 2, () => style.wrapped));
  const headings = rowXml(['Column', 'What goes in'], 1, () => style.heading);
  return `${XML}<worksheet xmlns="${MAIN}"><cols><col min="1" max="1" width="26" customWidth="1"/><col min="2" max="2" width="90" customWidth="1"/></cols><sheetData>${headings}${rows.join('')}</sheetData></worksheet>`;
}

const commentsPart = (): string =>
  `${XML}<comments xmlns="${MAIN}"><authors><author>Shop</author></authors><commentList>${templateColumns
    .map(
      ({ note }, i) =>
        `<comment ref="${letter(i)}1" authorId="0"><text><t xml:space="preserve">${escapeXml(note)}</t></text></comment>`,
    )
    .join('')}</commentList></comments>`;

/** The boxes in which notes are shown, which Excel needs; it makes them hidden until the pointer is on their cell. */
const drawingPart = (): string =>
  `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout><v:shapetype id="note" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${templateColumns
    .map(
      (_, i) =>
        `<v:shape id="note${i}" type="#note" style="position:absolute;width:240pt;height:90pt;z-index:${i + 1};visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:path o:connecttype="none"/><v:textbox/><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${i + 1},10,1,5,${i + 4},10,7,5</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>0</x:Row><x:Column>${i}</x:Column></x:ClientData></v:shape>`,
    )
    .join('')}</xml>`;

const stylesPart = (): string =>
  `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EEF4"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const relation = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
const relationsPart = (...relations: string[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}</Relationships>`;
const contentType = (part: string, type: string): string =>
  `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;

const templateParts = (): Record<string, string> => ({
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>${contentType('workbook', 'sheet.main')}${contentType('worksheets/sheet1', 'worksheet')}${contentType('worksheets/sheet2', 'worksheet')}${contentType('styles', 'styles')}${contentType('comments1', 'comments')}</Types>`,
  '_rels/.rels': relationsPart(relation(1, 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Products" sheetId="1" r:id="rId1"/><sheet name="What goes in" sheetId="2" r:id="rId2"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relationsPart(
    relation(1, 'worksheet', 'worksheets/sheet1.xml'),
    relation(2, 'worksheet', 'worksheets/sheet2.xml'),
    relation(3, 'styles', 'styles.xml'),
  ),
  'xl/styles.xml': stylesPart(),
  'xl/worksheets/sheet1.xml': productsSheet(),
  'xl/worksheets/_rels/sheet1.xml.rels': relationsPart(
    relation(1, 'vmlDrawing', '../drawings/vmlDrawing1.vml'),
    relation(2, 'comments', '../comments1.xml'),
  ),
  'xl/worksheets/sheet2.xml': helpSheet(),
  'xl/comments1.xml': commentsPart(),
  'xl/drawings/vmlDrawing1.vml': drawingPart(),
});

/** A workbook with the columns of an import, drop-downs, notes on the headings and example products. */
export const templateWorkbook = async (): Promise<Buffer> => {
  const entries = Object.entries(templateParts()).map(([name, part]) => ({ name, content: [part] }));
  return Buffer.concat(await Array.fromAsync(writeZip(entries)));
};

/** The same columns and examples as CSV, with a byte-order mark, by which Excel knows UTF-8. */
export function templateCsv(): string {
  const rows = [
    templateColumns.map(({ heading }) => heading),
    ...Array.from({ length: TEMPLATE_EXAMPLES }, (_, i) => templateColumns.map(({ examples }) => String(examples[i] ?? ''))),
  ];
  return BYTE_ORDER_MARK + rows.map(formatCsvLine).join('');
}
