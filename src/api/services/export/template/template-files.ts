import { BYTE_ORDER_MARK, formatCsvLine } from '#api/services/export/format-csv.ts';
import { columnLetters, writeXlsx } from '#api/services/export/write-xlsx.ts';
import { escapeXml } from '#lib/rules/text.ts';
import { TEMPLATE_EXAMPLES, type TemplateColumn, templateColumns } from './template-columns.ts';

/** The last row that has drop-downs. */
const LAST_ROW = 5000;

function validationXml({ choices = [], isOpen = false }: TemplateColumn, place: number): string {
  const range = `${columnLetters(place)}2:${columnLetters(place)}${LAST_ROW}`;
  const listed = escapeXml(`"${choices.join(',')}"`);
  return `<dataValidation type="list" allowBlank="1" showErrorMessage="${isOpen ? 0 : 1}" errorTitle="Not in the list" error="Choose one of the list." sqref="${range}"><formula1>${listed}</formula1></dataValidation>`;
}

const rows: readonly (readonly (string | number)[])[] = [
  templateColumns.map(({ heading }) => heading),
  ...Array.from({ length: TEMPLATE_EXAMPLES }, (_, i) => templateColumns.map(({ examples }) => examples[i] ?? '')),
];

/** A workbook with the columns of an import, drop-downs, notes on the headings and example products. */
export async function templateWorkbook(): Promise<Buffer> {
  const validations = templateColumns.flatMap((column, place) => (column.choices ? [validationXml(column, place)] : []));
  const products = {
    name: 'Products',
    rows,
    columns: templateColumns.map(({ width, isText, note }) => ({ width, note, style: isText ? ('text' as const) : undefined })),
    frozen: 2,
    after: `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`,
  };
  const help = {
    name: 'What goes in',
    rows: [['Column', 'What goes in'], ...templateColumns.map(({ heading, note }) => [heading, note])],
    columns: [26, 90].map((width) => ({ width, style: 'wrapped' as const })),
  };
  return Buffer.concat(await Array.fromAsync(writeXlsx([products, help])));
}

/** The same columns and examples as CSV, with a byte-order mark, by which Excel knows UTF-8. */
export const templateCsv = (): string => BYTE_ORDER_MARK + rows.map((row) => formatCsvLine(row.map(String))).join('');
