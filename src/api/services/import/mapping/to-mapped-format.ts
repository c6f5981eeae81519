import type { Format, FormatReader, FormatRow, TableRow } from '#api/services/import/formats/format.ts';
import { ProductHandles } from '#api/services/import/formats/product-handles.ts';
import { completeCells, findPriceOrder } from '#api/services/import/mapping/complete-cells.ts';
import { hasEmptySizes, listVariants, type OptionColumn } from '#api/services/import/mapping/list-variants.ts';
import { isPack, sizeOfHeader } from '#api/services/import/mapping/read-cells.ts';
import { isNote, isTotals, readHeading } from '#api/services/import/mapping/row-kinds.ts';
import { columnsOf, type TableMapping } from '#api/services/import/mapping/table-mapping.ts';
import { singleTargets, targets } from '#api/services/import/mapping/targets.ts';
import { type Column, columnNames } from '#api/services/import/read/column-names.ts';
import { type Cells, Columns, type MappedColumn } from '#api/services/import/read/match-columns.ts';
import type { RepairNote } from '#api/services/import/report/repairs.ts';

/** Fills empty cells below merged ones. */
export class CellFiller {
  readonly #header: readonly string[];
  readonly #filled: readonly number[];
  /** The column with the name, if its cells may be merged. */
  readonly #name: number;
  /** Columns that are merged together with the name. */
  readonly #withName: readonly number[];
  readonly #above = new Map<number, string>();

  constructor(mapping: TableMapping, header: readonly string[]) {
    const place = (column: string | undefined) => (column === undefined ? -1 : header.indexOf(column));
    this.#header = header;
    this.#filled = mapping.fillDown.map(place).filter((index) => index >= 0);
    const name = place(columnsOf(mapping, 'name')[0]);
    this.#name = this.#filled.includes(name) ? name : -1;
    this.#withName = (['price', 'mrp', 'code'] as const)
      .map((target) => place(columnsOf(mapping, target)[0]))
      .filter((index) => index >= 0);
  }

  fill(own: readonly string[]): { cells: string[]; repairs: RepairNote[] } {
    const cells = [...own];
    const repairs: RepairNote[] = [];
    const isContinued = this.#name >= 0 && (own[this.#name]?.trim() ?? '') === '';
    for (const index of [...this.#filled, ...(this.#name >= 0 ? this.#withName : [])]) {
      const cell = own[index]?.trim() ?? '';
      const above = this.#above.get(index) ?? '';
      const mayFill = this.#filled.includes(index) || isContinued;
      if (cell === '' && above !== '' && mayFill) {
        while (cells.length < index) cells.push('');
        cells[index] = above;
        repairs.push({ kind: 'merged', column: this.#header[index] ?? '', before: '', after: above });
      } else if (cell !== '' || !mayFill) this.#above.set(index, cell);
    }
    return { cells, repairs };
  }
}

const optionColumns = ['option1', 'option2', 'option3'] as const;
const optionNames = ['option1Name', 'option2Name', 'option3Name'] as const;

/** What the variants of a table differ in, in the order of the importer's option columns. */
function listOptions(mapping: TableMapping): OptionColumn[] {
  const sizes = [...columnsOf(mapping, 'sizestock'), ...columnsOf(mapping, 'sizeprice')];
  const name = sizes.some((column) => isPack(sizeOfHeader(column) ?? '')) ? 'Pack' : 'Size';
  const own = (['size', 'colour', 'option'] as const).flatMap((target) => {
    const [column] = columnsOf(mapping, target);
    return column === undefined ? [] : [{ target, column, name: target === 'option' ? column : targets[target].label }];
  });
  return [...(sizes.length > 0 ? [{ target: 'size' as const, name }] : []), ...own]
    .slice(0, optionColumns.length)
    .map((option, i) => ({ ...option, to: optionColumns[i] as OptionColumn['to'] }));
}

/** What the table calls the importer's columns, and the cells that all its rows have. */
function nameColumns(mapping: TableMapping, options: readonly OptionColumn[]) {
  const names: Partial<Record<Column, readonly string[]>> = {};
  const constants: Partial<Cells> = {};
  for (const target of singleTargets) {
    const [column] = columnsOf(mapping, target);
    const to = targets[target].column;
    if (column !== undefined && !optionColumns.some((option) => option === to)) names[to] = [column];
  }
  const pictures = columnsOf(mapping, 'picture');
  if (pictures.length > 0) names.image = pictures.slice(0, 1);
  options.forEach(({ column, to, name }, i) => {
    constants[optionNames[i] as Column] = name;
    if (column === undefined) constants[to] = '';
    else names[to] = [column];
  });
  if (columnsOf(mapping, 'fact').length > 0) constants.attributes = '';
  if (columnsOf(mapping, 'sizestock').length > 0) constants.quantity = '';
  if (columnsOf(mapping, 'sizeprice').length > 0) constants.price = '';
  if (mapping.hasHeadings) constants.type = '';
  return { names, constants };
}

/** Makes a format of the mapping of a table. */
export const toMappedFormat = (mapping: TableMapping): Format => ({
  name: 'a table of its own columns',
  // Its mapping is found by all its columns.
  recognises: () => false,
  open: (header) => new MappedReader(mapping, header),
});

class MappedReader implements FormatReader {
  readonly #mapping: TableMapping;
  readonly #header: readonly string[];
  readonly #options: readonly OptionColumn[];
  readonly #columns: Columns;
  readonly #constants: Partial<Cells>;
  readonly #filler: CellFiller;
  readonly #handles = new ProductHandles();
  readonly #folded: string;
  /** The heading above the row. */
  #heading = '';

  constructor(mapping: TableMapping, header: readonly string[]) {
    this.#mapping = mapping;
    this.#header = header;
    this.#options = listOptions(mapping);
    const { names, constants } = nameColumns(mapping, this.#options);
    this.#columns = new Columns(header, { names, constants: Object.keys(constants) as Column[], withoutFacts: true });
    this.#constants = constants;
    this.#filler = new CellFiller(mapping, header);
    this.#folded = foldRow(header);
  }

  unread(): string[] {
    const read = new Set(this.#mapping.columns.flatMap(({ column, is }) => (is === 'ignored' ? [] : [column])));
    return this.#header.filter((column) => !read.has(column));
  }

  absent(): string[] {
    return this.#columns.absent();
  }

  mapped(): MappedColumn[] {
    return this.#mapping.columns.flatMap(({ column, is }) =>
      is === 'ignored' || !this.#header.includes(column) ? [] : [{ column, to: columnNames[targets[is].column][0] }],
    );
  }

  *read(row: TableRow): Generator<FormatRow> {
    const { line } = row;
    if (isTotals(row.cells)) return yield { line, leftOut: 'a row of totals' };
    if (foldRow(row.cells) === this.#folded) return yield { line, leftOut: 'the column names again' };
    const heading = readHeading(row.cells, this.#header.length);
    if (heading !== undefined) {
      if (isNote(heading)) return yield { line, leftOut: 'a note' };
      if (this.#mapping.hasHeadings) {
        this.#heading = heading;
        return;
      }
    }
    const filled = this.#filler.fill(row.cells);
    const cellOf = (column: string): string => filled.cells[this.#header.indexOf(column)]?.trim() ?? '';
    const columns = this.#columns.ofRow(filled.cells);
    const cells: Cells = { ...this.#columns.read(filled.cells), ...this.#constants };
    if (this.#mapping.hasHeadings) cells.type = this.#heading;
    const code = this.#mapping.productsBy === 'code' ? cells.sku : '';
    cells.handle = this.#handles.handleOf(code || cells.title.toLowerCase(), cells.title);
    const repairs = [...filled.repairs];
    const morePictures = completeCells(cells, this.#mapping, { cellOf, columns, repairs });
    const problem = findPriceOrder(cells);
    if (problem) return yield { line, column: columns.nameOf('compareAt'), value: cells.compareAt, problem };
    const variants = listVariants(cells, this.#mapping, this.#options, { cellOf, columns, repairs });
    if (variants.length === 0) return yield { line, ...hasEmptySizes(this.#mapping) };
    for (const [index, variant] of variants.entries())
      yield { line, ...variant, ...(index === 0 ? { morePictures, repairs } : { isContinued: true }) };
  }
}

const foldRow = (cells: readonly string[]): string =>
  cells
    .map((cell) => cell.trim().toLowerCase())
    .join('\n')
    .trim();
