import type { Column } from '#api/services/import/read/column-names.ts';
import { isAmount, type NamedValue, shareStock, toFacts, toGrams, toOptionCells } from '../cells.ts';
import type { Format, FormatProblem, FormatReader, ImportRow, TableRow } from '../format.ts';
import { toListCell } from './cell-texts.ts';
import { expandVariants } from './expand-variants.ts';
import { CellsReader } from './file-cells.ts';
import { GroupedRows, type RowGroup } from './grouped-rows.ts';

/** What both kinds of export call their columns, the one of classic stores first. */
const names = {
  title: ['name'],
  body: ['description', 'plainDescription'],
  vendor: ['brand'],
  type: ['collection', 'categories'],
  status: ['visible'],
  sku: ['sku'],
  barcode: ['barcode'],
  grams: ['weight'],
  quantity: ['inventory'],
  price: ['price'],
  compareAt: ['strikethroughPrice', 'discountValue'],
  image: ['productImageUrl', 'media'],
  collections: ['collection', 'categories'],
} as const satisfies Partial<Record<Column, readonly string[]>>;

const otherColumns =
  /^(?:handleid|handle|fieldtype|surcharge|discountmode|discountvalue|productoption(?:name|type|description|choices)\d|additionalinfo(?:title|description)\d|infosection(?:title|description|name)\d)$/;

const OPTIONS = [1, 2, 3, 4, 5, 6];

/** A colour is written before the name of its choice: "#b81616:Red", "rgb(193,180,123):Cream". */
const toChoice = (text: string): string => text.replace(/^(?:#[\da-f]{3,8}|rgba?\([^)]*\)):/i, '').trim();

const splitSemicolons = (cell: string): string[] =>
  cell
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean);

/** The address of a picture, which the export names as in Wix's media: "a47bec_5d59~mv2.jpg". */
const toPicture = (name: string): string => (name.includes('//') ? name : `https://static.wixstatic.com/media/${name}`);

const isOff = (visible: string): boolean => /^(?:false|no|0)$/i.test(visible);
const toAmount = (amount: number): string => String(Math.round(amount * 100) / 100);

class WixReader extends CellsReader implements FormatReader {
  readonly #rows = new GroupedRows();
  readonly #products = new Map<string, number>();
  /** The product above, to which rows without a handle belong. */
  #last = '';

  constructor(header: readonly string[]) {
    super(header, names, ['tracker'], (name) => otherColumns.test(name));
  }

  read(row: TableRow): FormatProblem[] {
    const id = this.get(row, 'handleid') || this.get(row, 'handle') || this.#last;
    this.#last = id;
    if (this.#isProduct(row)) {
      if (this.get(row, 'name') === '') return [this.problem(row, 'name', 'is required')];
      this.#products.set(id, this.#rows.add(row));
    } else this.#rows.add(row, id);
    return [];
  }

  *finish(): Generator<ImportRow | FormatProblem> {
    for (const group of this.#rows.groups((owner) => this.#products.get(owner))) {
      if (this.#isProduct(group)) yield* this.#readProduct(group);
      else yield this.problem(group, 'handleid', 'names a product that the file does not have');
    }
  }

  #isProduct(row: TableRow): boolean {
    return /^product$/i.test(this.get(row, 'fieldtype'));
  }

  *#readProduct(group: RowGroup): Generator<ImportRow> {
    const title = this.get(group, 'name');
    const handle = this.handles.handleOf(this.get(group, 'handleid') || this.get(group, 'handle') || title, title);
    const optionNames = OPTIONS.map((n) => this.get(group, `productoptionname${n}`));
    const choices = OPTIONS.map((n) => splitSemicolons(this.#choicesOf(group, n)).map(toChoice));
    const optionsOf = (row: TableRow): NamedValue[] =>
      OPTIONS.flatMap((n, at) => (optionNames[at] ? [[optionNames[at], toChoice(this.#choicesOf(row, n))] as const] : []));
    const rows = group.parts.filter((row) => /^variant$/i.test(this.get(row, 'fieldtype')));
    const media = group.parts.filter((row) => /^media$/i.test(this.get(row, 'fieldtype')));
    const shown = rows.filter((row) => !isOff(this.get(row, 'visible')));
    const open =
      rows.length > 0
        ? shown.map((row) => ({ row, options: optionsOf(row) }))
        : [{ row: group as TableRow, options: optionNames.filter(Boolean).map((name) => [name, ''] as const) }];
    const { variants, tooMany } = expandVariants(
      open,
      optionNames.flatMap((name, at) => (name ? [[name, choices[at] ?? []] as const] : [])),
    );
    const [image = '', ...morePictures] = [group, ...media].flatMap((row) =>
      splitSemicolons(this.get(row, 'productimageurl') || this.get(row, 'media')).map(toPicture),
    );
    const status = isOff(this.get(group, 'visible'))
      ? 'hidden'
      : variants.length === 0
        ? 'product without a visible variant'
        : '';
    const product = { handle, title, image, status, ...this.#productCells(group), ...toOptionCells(variants[0]?.options ?? []) };
    yield this.toRow(group, product, { morePictures, isProductOnly: true });
    const sold = new Set([...variants.map(({ row }) => row), ...tooMany]);
    for (const row of group.parts) if (!sold.has(row)) yield this.toRow(row, { handle }, { isProductOnly: true });
    const placeOf = (values: readonly NamedValue[]) => values.map(([, value], at) => choices[at]?.indexOf(value) ?? 0);
    const sorted = variants.toSorted((a, b) => compareLists(placeOf(a.options), placeOf(b.options)));
    for (const { row, options, index, parts } of sorted)
      yield this.toRow(
        row,
        { handle, ...toOptionCells(options), ...this.#variantCells(row, group, index, parts) },
        { isContinued: row === group || index > 0 },
      );
  }

  #choicesOf(row: TableRow, number: number): string {
    return this.get(row, `productoptiondescription${number}`) || this.get(row, `productoptionchoices${number}`);
  }

  #productCells(row: TableRow) {
    const [category = '', ...others] = splitSemicolons(this.get(row, 'collection') || this.get(row, 'categories'));
    const facts = OPTIONS.map((n): NamedValue => {
      const title = this.get(row, `additionalinfotitle${n}`) || this.get(row, `infosectiontitle${n}`);
      const text = this.get(row, `additionalinfodescription${n}`) || this.get(row, `infosectiondescription${n}`);
      return [
        title,
        text
          .replaceAll(/<[^>]*>/g, ' ')
          .replaceAll('&nbsp;', ' ')
          .replaceAll(/\s+/g, ' '),
      ];
    });
    return {
      body: this.get(row, 'description') || this.get(row, 'plaindescription'),
      vendor: this.get(row, 'brand'),
      type: category,
      collections: toListCell(others),
      attributes: toFacts(facts),
    };
  }

  /** A discount is of the product's price; the surcharge of a variant is added to both. */
  #prices(row: TableRow, product: TableRow) {
    const own = row === product ? '' : this.get(row, 'price');
    const text = own || this.get(product, 'price');
    const [base, surcharge] = [Number(text), Number(this.get(row, 'surcharge') || '0')];
    if (Number.isNaN(base) || text === '' || Number.isNaN(surcharge)) return { price: text, compareAt: '' };
    const value = Number(this.get(product, 'discountvalue') || '0');
    const reduced = /^percent$/i.test(this.get(product, 'discountmode')) ? base * (1 - value / 100) : base - value;
    const before = this.get(row, 'strikethroughprice') || this.get(product, 'strikethroughprice');
    if (isAmount(before)) return { price: toAmount(base + surcharge), compareAt: before };
    return { price: toAmount(reduced + surcharge), compareAt: value > 0 ? toAmount(base + surcharge) : '' };
  }

  #variantCells(row: TableRow, product: TableRow, index: number, parts: number) {
    const inventory = this.get(row, 'inventory') || this.get(product, 'inventory');
    const isCounted = /\d/.test(inventory) || /^out_?of_?stock$/i.test(inventory);
    const quantity = /\d/.test(inventory) ? shareStock(inventory, index, parts) : '0';
    const weight = this.get(row, 'weight') || this.get(product, 'weight');
    return {
      ...this.#prices(row, product),
      sku: this.get(row, 'sku'),
      barcode: this.get(row, 'barcode'),
      grams: toGrams(weight, 'kg'),
      tracker: isCounted ? 'wix' : '',
      quantity: isCounted ? quantity : '',
    };
  }
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** The product export of Wix Stores, of classic catalogues ("handleId") and of new ones ("handle"). */
export const wix: Format = {
  name: 'a Wix export',
  recognises: (found) => found.has('fieldtype') && (found.has('handleid') || found.has('handle')),
  hasLaterChanges: true,
  open: (header) => new WixReader(header),
};
