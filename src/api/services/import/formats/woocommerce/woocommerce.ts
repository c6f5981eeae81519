import { type ClosedVariant, expandVariants, type OpenVariant } from '#api/services/import/formats/grouped/expand-variants.ts';
import { columnNamesOf, seenMeta, splitList, WooCells } from '#api/services/import/formats/woocommerce/woo-cells.ts';
import type { Column } from '#api/services/import/read/column-names.ts';
import { type Cells, Columns } from '#api/services/import/read/match-columns.ts';
import { decodeReferences } from '#api/services/import/read/text-repair.ts';
import { foldName } from '#lib/rules/text.ts';
import { shareStock, toFacts, toOptionCells } from '../cells.ts';
import type { Format, FormatProblem, FormatReader, ImportRow, TableRow } from '../format.ts';
import { blankCells } from '../grouped/cell-texts.ts';
import { GroupedRows, type RowGroup } from '../grouped/grouped-rows.ts';
import { ProductHandles } from '../product-handles.ts';
import { findWooColumns, type WooColumns } from './woo-columns.ts';
import type { WooField } from './woo-words.ts';

const isVariantRow = (type: string): boolean => /^variation\b/i.test(type);

/** Reads one export. Products are complete only when all rows are known: variants may stand anywhere. */
class WooReader implements FormatReader {
  readonly #header: readonly string[];
  readonly #woo: WooColumns;
  readonly #columns: Columns;
  readonly #cells: WooCells;
  readonly #rows = new GroupedRows();
  readonly #handles = new ProductHandles();
  /** Numbers of the rows of products and their handles, by SKU and by "id:12" in lower case. */
  readonly #products = new Map<string, { seq: number; handle: string }>();

  constructor(header: readonly string[], woo: WooColumns) {
    this.#header = header;
    this.#woo = woo;
    const constants: Column[] = ['handle', 'option1Name', 'option1', 'option2Name', 'option2', 'option3Name', 'option3'];
    if (woo.places.has('stock') || woo.places.has('inStock')) constants.push('tracker');
    if (woo.attributes.length > 0 || woo.places.has('length')) constants.push('attributes');
    this.#cells = new WooCells(header, woo);
    this.#columns = new Columns(header, { names: columnNamesOf(header, woo), constants });
  }

  unread(): string[] {
    const { places, attributes, meta } = this.#woo;
    const keys = seenMeta.map((key) => meta.get(key));
    const read = [...places.values(), ...attributes.flatMap(({ name, values, visible }) => [name, values, visible]), ...keys];
    const readNames = new Set(read.map((at) => (at === undefined ? '' : this.#header[at]?.trim())));
    const isDetail = (name: string) => /^attribute \d+ (?:global|default)$/i.test(name);
    return this.#columns.unread().filter((name) => !readNames.has(name) && !isDetail(name));
  }

  absent(): string[] {
    return this.#columns.absent();
  }

  read(row: TableRow): FormatProblem[] {
    const [name, sku, parent] = [this.#cells.get(row, 'name'), this.#cells.get(row, 'sku'), this.#cells.get(row, 'parent')];
    if (isVariantRow(this.#cells.get(row, 'type'))) this.#rows.add(row, parent || '-');
    else if (name === '') return [this.#problem(row, 'name', 'is required')];
    else {
      const id = this.#cells.get(row, 'id');
      const product = { seq: this.#rows.add(row), handle: this.#handleOf(row) };
      for (const key of [sku.toLowerCase(), id && `id:${id}`])
        if (key !== '' && !this.#products.has(key)) this.#products.set(key, product);
    }
    return [];
  }

  *finish(): Generator<ImportRow | FormatProblem> {
    for (const group of this.#rows.groups((owner) => this.#find(owner)?.seq)) {
      if (isVariantRow(this.#cells.get(group, 'type'))) {
        const parent = this.#cells.get(group, 'parent');
        const what = parent ? `names the product "${parent}", which is not in the file` : 'must name the product of a variation';
        yield this.#problem(group, 'parent', `${what}: export all types of products into one file`);
      } else yield* this.#readProduct(group);
    }
  }

  #problem({ line }: TableRow, field: WooField, problem: string): FormatProblem {
    return { line, column: this.#cells.nameOf(field), problem };
  }

  #handleOf(row: TableRow): string {
    const name = decodeReferences(this.#cells.get(row, 'name'));
    return this.#handles.handleOf(
      this.#cells.get(row, 'sku') || this.#cells.get(row, 'id') || name,
      name,
      this.#cells.get(row, 'slug'),
    );
  }

  /** A product by what other rows call it: its SKU, "id:12", or its plain id. */
  #find(reference: string): { seq: number; handle: string } | undefined {
    const key = reference.toLowerCase().replace(/^id:\s*/, 'id:');
    return this.#products.get(key) ?? this.#products.get(`id:${key}`);
  }

  #toRow(row: TableRow, cells: Partial<Cells>, more: Partial<ImportRow> = {}): ImportRow {
    return { line: row.line, cells: { ...blankCells, ...cells }, columns: this.#columns.ofRow(row.cells), ...more };
  }

  *#readProduct(group: RowGroup): Generator<ImportRow | FormatProblem> {
    const handle = this.#handleOf(group);
    const isVariable = group.parts.length > 0 || /^variable\b/i.test(this.#cells.get(group, 'type'));
    const attributes = this.#cells.attributesOf(group);
    const open = group.parts.map((row) => ({
      row,
      options: this.#cells.attributesOf(row).map(({ name, values }) => [name, values.join(', ')] as const),
    }));
    const isOnSale = ({ row }: OpenVariant<TableRow>) =>
      this.#cells.statusOf(row) === '' && this.#cells.priceCells(row).price !== '';
    const { variants, tooMany } = expandVariants(
      open.filter(isOnSale),
      attributes.map(({ name, values }) => [name, values]),
    );
    const options = variants[0]?.options ?? [];
    const optionNames = new Set(options.map(([name]) => foldName(name)));
    const [image = '', ...morePictures] = splitList(this.#cells.get(group, 'images'));
    const product = {
      handle,
      ...this.#cells.productCells(group, (reference) => this.#find(reference)?.handle),
      attributes: toFacts([
        ...attributes
          .filter(({ name, isVisible }) => isVisible && !optionNames.has(foldName(name)))
          .map(({ name, values }) => [name, values.join(', ')] as const),
        ...this.#cells.dimensions(group),
      ]),
      image,
    };
    if (!isVariable) {
      const status = product.status || (this.#cells.priceCells(group).price === '' ? 'product without a price' : '');
      const cells = { ...product, status, ...toOptionCells([]), ...this.#cells.variantCells(group, group) };
      yield this.#toRow(group, cells, { morePictures });
      return;
    }
    const status = product.status || (open.some(isOnSale) ? '' : 'variable product without a variation that has a price');
    yield this.#toRow(group, { ...product, status, ...toOptionCells(options) }, { morePictures, isProductOnly: true });
    for (const row of tooMany)
      yield {
        line: row.line,
        column: this.#cells.nameOf('name'),
        problem: 'stands for too many combinations: give each its own variation',
      };
    // Rows without a variant are counted as read.
    const sold = new Set([...variants.map(({ row }) => row), ...tooMany]);
    for (const { row } of open) if (!sold.has(row)) yield this.#toRow(row, { handle }, { isProductOnly: true });
    yield* this.#readVariants(group, handle, variants);
  }

  *#readVariants(group: RowGroup, handle: string, variants: readonly ClosedVariant<TableRow>[]): Generator<ImportRow> {
    const hasParentStock = (row: TableRow) => this.#cells.get(row, 'stock').toLowerCase() === 'parent';
    const sharing = variants.filter(({ row }) => hasParentStock(row));
    for (const variant of variants) {
      const { row, options, index, parts } = variant;
      const [image = '', ...morePictures] = splitList(this.#cells.get(row, 'images'));
      const place = sharing.indexOf(variant);
      const cells = this.#cells.variantCells(row, place < 0 ? row : group);
      const quantity = place < 0 ? shareStock(cells.quantity, index, parts) : shareStock(cells.quantity, place, sharing.length);
      const grams = cells.grams || this.#cells.gramsOf(group);
      yield this.#toRow(
        row,
        { handle, ...toOptionCells(options), ...cells, quantity, grams, variantImage: image },
        { morePictures, isContinued: index > 0 },
      );
    }
  }
}

/** The product export of WooCommerce, in any language. */
export const woocommerce: Format = {
  name: 'a WooCommerce export',
  recognises: (names) => findWooColumns([...names]) !== undefined,
  open: (header) => new WooReader(header, findWooColumns(header) as WooColumns),
};
