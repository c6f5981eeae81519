import type { Column } from '#api/services/import/read/column-names.ts';
import { decodeReferences } from '#api/services/import/read/text-repair.ts';
import { foldName } from '#lib/rules/text.ts';
import { isAmount, type NamedValue, toFacts, toGrams, toOptionCells } from '../cells.ts';
import type { Format, FormatProblem, FormatReader, ImportRow, TableRow } from '../format.ts';
import { joinDescriptions, lastOfPath, toLabel, toListCell, toPriceCells, toRateCell } from './cell-texts.ts';
import { CellsReader } from './file-cells.ts';
import { GroupedRows, type RowGroup } from './grouped-rows.ts';

const names = {
  handle: ['url_key'],
  title: ['name'],
  body: ['description', 'short_description'],
  type: ['categories'],
  status: ['product_online', 'visibility'],
  sku: ['sku'],
  grams: ['weight'],
  quantity: ['qty', 'is_in_stock'],
  policy: ['allow_backorders'],
  price: ['price'],
  compareAt: ['special_price', 'price'],
  image: ['base_image'],
  variantImage: ['base_image'],
  country: ['country_of_manufacture'],
  gstRate: ['tax_class_name'],
  seoTitle: ['meta_title'],
  seoDescription: ['meta_description'],
  collections: ['categories'],
  related: ['related_skus', 'upsell_skus', 'crosssell_skus'],
  salePrice: ['special_price'],
  saleStart: ['special_price_from_date'],
  saleEnd: ['special_price_to_date'],
} as const satisfies Partial<Record<Column, readonly string[]>>;

const otherColumns =
  /^(?:store_view_code|product_type|attribute_set_code|additional_(?:images|attributes)|configurable_variation(?:s|_labels)|manage_stock|image|swatch_image|small_image|thumbnail_image)$/;

/** Why a product is left out, by its type. */
const leftOutTypes: Record<string, string> = {
  grouped: 'grouped product, whose parts are products of their own',
  bundle: 'bundle product, which shoppers put together',
  giftcard: 'gift card',
};

/** Attributes that are no facts, and those that have columns of their own. */
const noFacts =
  /^(?:has_options|required_options|msrp.*|.*_view|ts_.*|activity_.*|is_.*|custom_.*|options_container|page_layout|gift_message_available)$/;
const brands = ['brand', 'manufacturer'];
const barcodes = ['gtin', 'ean', 'upc', 'barcode', 'isbn'];
const hsnCodes = ['hsn', 'hsn_code', 'hs_code'];

/** "a=b,c=d" as pairs; a value with commas may be in quotes. */
function splitPairs(cell: string): NamedValue[] {
  return cell.split(/,(?=\s*[\w-]+=)/).flatMap((pair) => {
    const at = pair.indexOf('=');
    const value = pair.slice(at + 1).trim();
    const plain = /^"(.*)"$/s.exec(value)?.[1]?.replaceAll('""', '"') ?? value;
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decodeReferences(plain)] as const];
  });
}

/** A date of the export's American form, "12/1/26, 12:00 AM", as one that is read; others stay. */
function toDateCell(date: string): string {
  const parts = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::\d{2})?\s*([AP]M)?)?$/i.exec(date);
  if (!parts) return date;
  const [, month = '', day = '', year = '', hour, minute, half] = parts;
  const ofDay = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (hour === undefined) return ofDay;
  const hours = half ? (Number(hour) % 12) + (/pm/i.test(half) ? 12 : 0) : Number(hour);
  return `${ofDay} ${String(hours).padStart(2, '0')}:${minute}:00`;
}

/** A variant of a configurable product: its SKU and its options by their codes. */
interface ChildOfProduct {
  sku: string;
  options: NamedValue[];
}

class MagentoReader extends CellsReader implements FormatReader {
  readonly #rows = new GroupedRows();
  /** Numbers of the rows of products by SKU, and of the configurable products to which SKUs belong. */
  readonly #products = new Map<string, { seq: number; handle: string }>();
  readonly #parents = new Map<string, { seq: number; handle: string }>();

  constructor(header: readonly string[]) {
    const has = new Set(header.map((name) => name.trim().toLowerCase()));
    const constants: Column[] = [];
    if (has.has('qty') || has.has('is_in_stock')) constants.push('tracker');
    if (has.has('additional_attributes')) constants.push('attributes');
    super(header, names, constants, (name) => otherColumns.test(name));
  }

  read(row: TableRow): FormatProblem[] {
    const sku = this.get(row, 'sku');
    if (sku === '') return [this.problem(row, 'sku', 'is required')];
    const key = sku.toLowerCase();
    // Rows of other store views have translations only.
    if (this.get(row, 'store_view_code') !== '' && this.#products.has(key)) {
      this.#rows.add(row, `view ${key}`);
      return [];
    }
    if (this.get(row, 'name') === '') return [this.problem(row, 'name', 'is required')];
    const product = { seq: this.#rows.add(row, `sku ${key}`), handle: this.#handleOf(row) };
    this.#products.set(key, product);
    for (const child of this.#childrenOf(row)) this.#parents.set(child.sku.toLowerCase(), product);
    return [];
  }

  *finish(): Generator<ImportRow | FormatProblem> {
    const resolve = (owner: string) => {
      const key = owner.replace(/^(?:view|sku) /, '');
      const product = owner.startsWith('view ') ? this.#products.get(key) : undefined;
      return (this.#parents.get(key) ?? product)?.seq;
    };
    for (const group of this.#rows.groups(resolve)) yield* this.#readProduct(group);
  }

  #handleOf(row: TableRow): string {
    return this.get(row, 'url_key') || this.handles.handleOf(this.get(row, 'sku'), decodeReferences(this.get(row, 'name')));
  }

  /** The variants of a configurable product: "sku=K-S,size=S|sku=K-M,size=M". */
  #childrenOf(row: TableRow): ChildOfProduct[] {
    const cell = this.get(row, 'configurable_variations');
    return cell.split(/\|(?=\s*sku=)/).flatMap((text) => {
      const [[code, sku] = ['', ''], ...options] = splitPairs(text);
      return code === 'sku' ? [{ sku, options }] : [];
    });
  }

  *#readProduct(group: RowGroup): Generator<ImportRow | FormatProblem> {
    const handle = this.#handleOf(group);
    const type = this.get(group, 'product_type').toLowerCase();
    const rowOf = new Map(
      group.parts
        .filter((row) => this.get(row, 'store_view_code') === '')
        .map((row) => [this.get(row, 'sku').toLowerCase(), row]),
    );
    const labels = new Map(splitPairs(this.get(group, 'configurable_variation_labels')));
    const variants = this.#childrenOf(group).map(({ sku, options }) => ({
      sku,
      row: rowOf.get(sku.toLowerCase()),
      options: options.map(([code, value]): NamedValue => [labels.get(code) || toLabel(code), value]),
    }));
    const sold = variants.filter(({ row }) => row && this.get(row, 'product_online') !== '2');
    const isConfigurable = type === 'configurable';
    const options = sold[0]?.options ?? [];
    const codes = new Set(this.#childrenOf(group).flatMap((child) => child.options.map(([code]) => foldName(code))));
    const status =
      this.#statusOf(group, type) || (isConfigurable && sold.length === 0 ? 'configurable product without variations' : '');
    const [image = '', ...morePictures] = this.#picturesOf(group);
    const product = { handle, ...this.#productCells(group, handle, codes), status, image, ...toOptionCells(options) };
    if (!isConfigurable) yield this.toRow(group, { ...product, ...this.#variantCells(group) }, { morePictures });
    else yield this.toRow(group, product, { morePictures, isProductOnly: true });
    for (const row of group.parts)
      if (!sold.some((variant) => variant.row === row)) yield this.toRow(row, { handle }, { isProductOnly: true });
    if (status !== '') return;
    for (const { sku, row, options: own } of variants) {
      if (!row) yield this.problem(group, 'configurable_variations', `names the SKU "${sku}", which is not in the file`);
      else if (sold.some((variant) => variant.row === row)) {
        const [variantImage = '', ...more] = this.#picturesOf(row);
        yield this.toRow(
          row,
          { handle, ...toOptionCells(own), ...this.#variantCells(row), variantImage },
          { morePictures: more },
        );
      }
    }
  }

  #statusOf(row: TableRow, type: string): string {
    if (this.get(row, 'product_online') === '2' || this.get(row, 'product_online') === '0') return 'disabled';
    if (/^not visible/i.test(this.get(row, 'visibility'))) return 'not visible individually';
    const isSold = ['', 'simple', 'configurable', 'virtual', 'downloadable'].includes(type);
    if (!isSold) return leftOutTypes[type] ?? `${type} product of an extension`;
    return type !== 'configurable' && !isAmount(this.get(row, 'price')) ? 'product without a price' : '';
  }

  #picturesOf(row: TableRow): string[] {
    const more = this.get(row, 'additional_images').split(',');
    const all = [this.get(row, 'base_image'), ...more].map((picture) => picture.trim());
    return [...new Set(all)].filter((picture) => picture !== '' && picture !== 'no_selection');
  }

  /** The first category that has none below it among the product's, without the root. */
  #categoriesOf(row: TableRow): string[] {
    const paths = this.get(row, 'categories')
      .split(',')
      .map((path) => path.trim())
      .filter((path) => path.includes('/'));
    const lowest = paths.filter((path) => !paths.some((other) => other.startsWith(`${path}/`)));
    return [...lowest, ...paths.filter((path) => !lowest.includes(path))].map((path) => lastOfPath(path, '/'));
  }

  #productCells(row: TableRow, handle: string, optionCodes: ReadonlySet<string>) {
    const get = (name: string) => this.get(row, name);
    const attributes = splitPairs(get('additional_attributes'));
    const firstOf = (codes: readonly string[]) => attributes.find(([code]) => codes.includes(code.toLowerCase()))?.[1] ?? '';
    const own = [...brands, ...hsnCodes, ...barcodes];
    const facts = attributes
      .filter(([code]) => !noFacts.test(code) && !own.includes(code.toLowerCase()) && !optionCodes.has(foldName(code)))
      .map(([code, value]): NamedValue => [toLabel(code), value.replaceAll('|', ', ')]);
    const [category = '', ...others] = this.#categoriesOf(row);
    const related = ['related_skus', 'upsell_skus', 'crosssell_skus'].flatMap((name) => get(name).split(','));
    const handles = related
      .map((sku) => sku.trim().toLowerCase())
      .map((sku) => (this.#parents.get(sku) ?? this.#products.get(sku))?.handle ?? '');
    return {
      title: decodeReferences(get('name')),
      body: joinDescriptions(get('short_description'), get('description')),
      vendor: firstOf(brands),
      hsn: /^\d{4}(?:\d{2}){0,2}$/.test(firstOf(hsnCodes)) ? firstOf(hsnCodes) : '',
      type: category,
      collections: toListCell(others.filter((name) => name !== category)),
      country: get('country_of_manufacture'),
      gstRate: toRateCell(get('tax_class_name')),
      attributes: toFacts(facts),
      seoTitle: get('meta_title'),
      seoDescription: get('meta_description'),
      related: toListCell(handles.filter((other) => other !== handle)),
    };
  }

  #variantCells(row: TableRow) {
    const get = (name: string) => this.get(row, name);
    const special = isAmount(get('special_price')) ? get('special_price') : '';
    const [from, to] = [toDateCell(get('special_price_from_date')), toDateCell(get('special_price_to_date'))];
    const attributes = splitPairs(get('additional_attributes'));
    const isUntracked = get('manage_stock') === '0' || (get('qty') === '' && get('is_in_stock') !== '0');
    return {
      ...toPriceCells(get('price'), special, from, to),
      sku: get('sku'),
      barcode: attributes.find(([code]) => barcodes.includes(code.toLowerCase()))?.[1] ?? '',
      grams: toGrams(get('weight'), 'kg'),
      tracker: isUntracked ? '' : 'magento',
      quantity: get('is_in_stock') === '0' ? '0' : get('qty').replace(/\.0+$/, ''),
      policy: /^[12]$/.test(get('allow_backorders')) ? 'continue' : '',
    };
  }
}

/** The product export of Magento 2 and Adobe Commerce. */
export const magento: Format = {
  name: 'a Magento export',
  recognises: (found) => found.has('sku') && found.has('name') && (found.has('attribute_set_code') || found.has('product_type')),
  open: (header) => new MagentoReader(header),
};
