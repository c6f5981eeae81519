import type { Column } from '#api/services/import/read/column-names.ts';
import { isAmount, type NamedValue, toGrams, toOptionCells } from '../cells.ts';
import type { Format, FormatProblem, FormatReader, ImportRow, TableRow } from '../format.ts';
import { lastOfPath, toLabel, toListCell, toPriceCells } from './cell-texts.ts';
import { CellsReader } from './file-cells.ts';

const names = {
  handle: ['Product URL'],
  title: ['Title'],
  body: ['Description'],
  type: ['Categories'],
  tags: ['Tags'],
  published: ['Visible'],
  sku: ['SKU'],
  grams: ['Weight'],
  quantity: ['Stock'],
  price: ['Price'],
  compareAt: ['Sale Price'],
  image: ['Hosted Image URLs'],
  collections: ['Categories'],
  seoTitle: ['SEO Title'],
  seoDescription: ['SEO Description'],
} as const satisfies Partial<Record<Column, readonly string[]>>;

const otherColumns = /^(?:(?:product|variant) id|product type|option (?:name|value) \d)(?: \[non editable\])?$|^on sale$/;

/** A category by its address, "/kurtas", or by its name. */
function toCategory(path: string): string {
  const name = lastOfPath(path, '/');
  return /^[a-z\d-]+$/.test(name) ? toLabel(name) : name;
}

/** Rows after the first one of a product have its id, and a variant only. */
class SquarespaceReader extends CellsReader implements FormatReader {
  readonly #ofId = new Map<string, string>();
  #last = '';

  constructor(header: readonly string[]) {
    super(header, names, ['tracker'], (name) => otherColumns.test(name));
  }

  read(row: TableRow): (ImportRow | FormatProblem)[] {
    const get = (name: string) => this.get(row, name);
    const [id, title] = [get('product id [non editable]'), get('title')];
    const isFirst = title !== '' && !this.#ofId.has(id);
    const own = get('product url') || this.handles.handleOf(id || get('sku') || title, title);
    const handle = isFirst ? own : (this.#ofId.get(id) ?? (id === '' ? this.#last : ''));
    if (handle === '') return [this.problem(row, 'title', 'is required in the first row of a product')];
    if (id !== '') this.#ofId.set(id, handle);
    this.#last = handle;
    return [
      this.toRow(row, { handle, ...(isFirst && this.#productCells(row)), ...this.#variantCells(row) }, this.#pictures(row)),
    ];
  }

  #pictures(row: TableRow): { morePictures: string[] } {
    return { morePictures: this.get(row, 'hosted image urls').split(/\s+/).filter(Boolean).slice(1) };
  }

  #productCells(row: TableRow) {
    const get = (name: string) => this.get(row, name);
    const [category = '', ...others] = get('categories').split(',').map(toCategory).filter(Boolean);
    return {
      title: get('title'),
      body: get('description'),
      type: category,
      collections: toListCell(others),
      tags: get('tags'),
      published: get('visible'),
      giftCard: /gift/i.test(get('product type [non editable]')) ? 'yes' : '',
      seoTitle: get('seo title'),
      seoDescription: get('seo description'),
    };
  }

  #variantCells(row: TableRow) {
    const get = (name: string) => this.get(row, name);
    const options = [1, 2, 3, 4, 5, 6].map((n): NamedValue => [get(`option name ${n}`), get(`option value ${n}`)]);
    const sale = /^yes$/i.test(get('on sale')) && isAmount(get('sale price')) ? get('sale price') : '';
    const isCounted = /^-?\d/.test(get('stock'));
    return {
      ...toOptionCells(options),
      ...toPriceCells(get('price'), sale),
      sku: get('sku'),
      grams: toGrams(get('weight'), 'kg'),
      tracker: isCounted ? 'squarespace' : '',
      quantity: isCounted ? get('stock') : '',
      image: get('hosted image urls').split(/\s+/)[0] ?? '',
    };
  }
}

/** The product export of Squarespace. */
export const squarespace: Format = {
  name: 'a Squarespace export',
  recognises: (found) =>
    found.has('product id [non editable]') || (found.has('product type [non editable]') && found.has('title')),
  open: (header) => new SquarespaceReader(header),
};
