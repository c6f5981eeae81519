import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '#tests/support/cli/run-command.ts';
import { packZip } from '#tests/support/tables/pack-zip.ts';

/** A cell of a workbook: a text, a number, a day, or the XML of a cell as a program writes it. */
export type SheetCell = string | number | boolean | Date | { xml: string };

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');

/** The letters of a column, from 0. */
export const columnLetters = (place: number): string =>
  (place >= 26 ? columnLetters(Math.floor(place / 26) - 1) : '') + String.fromCharCode(65 + (place % 26));

const DATE_STYLE = 1;
const EPOCH = Date.UTC(1899, 11, 30);

const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="4">
<numFmt numFmtId="164" formatCode="dd\\-mmm\\-yyyy"/><numFmt numFmtId="165" formatCode="&quot;Rs. &quot;#,##0.00"/><numFmt numFmtId="166" formatCode="000000"/>
<numFmt numFmtId="167" formatCode="[$-4009]dd/mm/yyyy\\ hh:mm;@"/></numFmts>
<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/><xf numFmtId="20"/></cellXfs></styleSheet>`;

interface XlsxOptions {
  /** Texts stand in the cells instead of the shared list. */
  inline?: boolean;
  dates1904?: boolean;
  /** Names of sheets, with what replaces their rows. */
  sheets?: { name: string; state?: string; rows: readonly (readonly SheetCell[])[] }[];
  /** Parts that are added or replaced. */
  parts?: Record<string, string>;
}

const rowsXml = (rows: readonly (readonly SheetCell[])[], strings: string[], inline: boolean): string =>
  rows
    .map((row, index) => {
      const cells = row.map((cell, place) => {
        const at = `r="${columnLetters(place)}${index + 1}"`;
        if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`;
        if (typeof cell === 'boolean') return `<c ${at} t="b"><v>${cell ? 1 : 0}</v></c>`;
        if (cell instanceof Date) return `<c ${at} s="${DATE_STYLE}"><v>${(cell.getTime() - EPOCH) / 86_400_000}</v></c>`;
        if (typeof cell === 'object') return cell.xml;
        if (cell === '') return '';
        if (inline) return `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
        return `<c ${at} t="s"><v>${strings.push(cell) - 1}</v></c>`;
      });
      return `<row r="${index + 1}">${cells.join('')}</row>`;
    })
    .join('');

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The bytes of an Excel workbook with these rows in its first sheet. */
export function xlsxBytes(rows: readonly (readonly SheetCell[])[], options: XlsxOptions = {}): Buffer {
  const { inline = false, dates1904 = false, sheets = [{ name: 'Sheet1', rows }], parts = {} } = options;
  const strings: string[] = [];
  const files: Record<string, string> = {};
  for (const [index, sheet] of sheets.entries())
    files[`xl/worksheets/sheet${index + 1}.xml`] =
      `<?xml version="1.0"?><worksheet ${main}><sheetData>${rowsXml(sheet.rows, strings, inline)}</sheetData></worksheet>`;
  const listed = sheets.map(
    ({ name, state }, i) => `<sheet name="${name}" sheetId="${i + 1}" ${state ? `state="${state}"` : ''} r:id="rId${i + 1}"/>`,
  );
  const targets = sheets.map(
    (_, i) => `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  return packZip({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${relations}"><workbookPr ${dates1904 ? 'date1904="1"' : ''}/><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}<Relationship Id="s" Type="${relations}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="t" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': styles,
    ...files,
    'xl/sharedStrings.xml': `<sst ${main}>${strings.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`,
    ...parts,
  });
}

const odsNames = ['office', 'table', 'text', 'style', 'calcext', 'dc', 'draw']
  .map((name) => `xmlns:${name}="urn:${name}"`)
  .join(' ');

/** The bytes of an OpenDocument spreadsheet with this XML of its sheets, and of its styles. */
export const odsBytes = (sheets: string, automaticStyles = '', parts: Record<string, string> = {}): Buffer =>
  packZip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'META-INF/manifest.xml': '<manifest:manifest xmlns:manifest="urn:manifest"/>',
    'content.xml': `<?xml version="1.0"?><office:document-content ${odsNames}><office:automatic-styles>${automaticStyles}</office:automatic-styles><office:body><office:spreadsheet>${sheets}</office:spreadsheet></office:body></office:document-content>`,
    ...parts,
  });

/** The XML of one sheet of an OpenDocument spreadsheet with these texts. */
export const odsTable = (rows: readonly (readonly string[])[]): string =>
  `<table:table table:name="Sheet1">${rows
    .map(
      (row) =>
        `<table:table-row>${row
          .map((cell) =>
            cell === ''
              ? '<table:table-cell/>'
              : `<table:table-cell office:value-type="string"><text:p>${escapeXml(cell).replaceAll('\n', '</text:p><text:p>')}</text:p></table:table-cell>`,
          )
          .join('')}</table:table-row>`,
    )
    .join('')}</table:table>`;

/** Writes bytes to a file that is removed after the test, and returns its path. */
export function fileOfBytes(bytes: Uint8Array, name = 'products.xlsx'): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, bytes);
  return file;
}
