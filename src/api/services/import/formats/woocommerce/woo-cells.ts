import { type NamedValue, toGrams } from '#api/services/import/formats/cells.ts';
import type { TableRow } from '#api/services/import/formats/format.ts';
import {
  joinDescriptions,
  lastOfPath,
  toListCell,
  toPriceCell,
  toPriceCells,
  toRateCell,
} from '#api/services/import/formats/grouped/cell-texts.ts';
import { unitOf, type WooColumns } from '#api/services/import/formats/woocommerce/woo-columns.ts';
import type { WooField } from '#api/services/import/formats/woocommerce/woo-words.ts';
import type { Column } from '#api/services/import/read/column-names.ts';
import { decodeReferences } from '#api/services/import/read/text-repair.ts';
import { unescapeFormula } from '#api/services/import/tables/read-csv.ts';

const seoTitles = ['_yoast_wpseo_title', 'rank_math_title', '_aioseo_title'];
const seoDescriptions = ['_yoast_wpseo_metadesc', 'rank_math_description', '_aioseo_description'];
const hsnCodes = ['hsn_prod_id', '_hsn_code', 'hsn_code', '_hsn'];

/** Fields of plugins that are read. */
export const seenMeta = [...seoTitles, ...seoDescriptions, ...hsnCodes];

/** Why a product is left out, by its type. Those of plugins are left out too: the file does not say what they cost. */
const leftOutTypes: Record<string, string> = {
  grouped: 'grouped product, whose parts are products of their own',
  external: 'external product, which another shop sells',
};

const statuses: Record<string, string> = {
  '': '',
  '1': '',
  publish: '',
  true: '',
  yes: '',
  '0': 'unpublished',
  '-1': 'draft',
  '2': 'pending',
};

/** Names by which the file calls columns that need no more than a name. */
export function columnNamesOf(header: readonly string[], { places, meta }: WooColumns): Partial<Record<Column, string[]>> {
  const nameOf = (at: number | undefined) => (at === undefined ? [] : [header[at]?.replace('\ufeff', '').trim() ?? '']);
  const of = (...fields: WooField[]) => fields.flatMap((field) => nameOf(places.get(field)));
  const ofMeta = (keys: readonly string[]) => keys.flatMap((key) => nameOf(meta.get(key)));
  return {
    title: of('name'),
    body: of('description', 'shortDescription'),
    vendor: of('brands'),
    type: of('categories'),
    tags: of('tags'),
    sku: of('sku'),
    barcode: of('gtin'),
    grams: of('weight'),
    quantity: of('stock', 'inStock'),
    policy: of('backorders'),
    price: of('regularPrice', 'salePrice'),
    compareAt: of('regularPrice'),
    image: of('images'),
    variantImage: of('images'),
    gstRate: of('taxClass'),
    collections: of('categories'),
    related: of('upsells', 'crossSells'),
    salePrice: of('salePrice'),
    saleStart: of('saleStart'),
    saleEnd: of('saleEnd'),
    oldAddresses: of('link'),
    hsn: ofMeta(hsnCodes),
    seoTitle: ofMeta(seoTitles),
    seoDescription: ofMeta(seoDescriptions),
  };
}

/** What the cells of one file's rows say. */
export class WooCells {
  readonly #header: readonly string[];
  readonly #woo: WooColumns;

  constructor(header: readonly string[], woo: WooColumns) {
    this.#header = header;
    this.#woo = woo;
  }

  get({ cells }: TableRow, field: WooField): string {
    return unescapeFormula(cells[this.#woo.places.get(field) ?? -1]?.trim() ?? '');
  }

  nameOf(field: WooField): string {
    return this.#header[this.#woo.places.get(field) ?? -1]?.trim() ?? field;
  }

  /** Why the row is not for sale; '' when it is. */
  statusOf(row: TableRow): string {
    const published = this.get(row, 'published').toLowerCase();
    return statuses[published] ?? published;
  }

  attributesOf({ cells }: TableRow): { name: string; values: string[]; isVisible: boolean }[] {
    const get = (at: number | undefined) => unescapeFormula(cells[at ?? -1]?.trim() ?? '');
    return this.#woo.attributes
      .map(({ name, values, visible }) => ({
        name: decodeReferences(get(name)),
        values: splitList(get(values)),
        isVisible: get(visible) !== '0',
      }))
      .filter(({ name }) => name !== '');
  }

  dimensions(row: TableRow): NamedValue[] {
    const sides = (['length', 'width', 'height'] as const).map((field) => this.get(row, field));
    const unit = unitOf(this.#header[this.#woo.places.get('length') ?? -1]);
    return sides.every((side) => Number.parseFloat(side) > 0) ? [['Dimensions', `${sides.join(' × ')} ${unit}`.trim()]] : [];
  }

  productCells(row: TableRow, handleOf: (reference: string) => string | undefined) {
    const get = (field: WooField) => this.get(row, field);
    const type = get('type').split(',')[0]?.trim().toLowerCase() ?? '';
    const all = splitList(get('categories')).map((path) => lastOfPath(path, '>'));
    const [category = '', ...others] = all.length > 1 ? all.filter((name) => name !== 'Uncategorized') : all;
    const related = splitList(`${get('upsells')},${get('crossSells')}`).map((reference) => handleOf(reference) ?? '');
    const meta = (keys: readonly string[]) =>
      keys.map((key) => row.cells[this.#woo.meta.get(key) ?? -1]?.trim() ?? '').find((text) => text !== '') ?? '';
    const isSold = ['', 'simple', 'variable'].includes(type);
    const isHidden = get('visibility').toLowerCase() === 'hidden';
    const hsn = meta(hsnCodes);
    return {
      title: decodeReferences(get('name')),
      oldAddresses: get('link'),
      body: joinDescriptions(readDescription(get('shortDescription')), readDescription(get('description'))),
      vendor: splitList(get('brands')).map((path) => lastOfPath(path, '>'))[0] ?? '',
      type: category,
      collections: toListCell(others.filter((name) => name !== category)),
      tags: splitList(get('tags')).join(', '),
      status:
        (isSold ? '' : (leftOutTypes[type] ?? `${type} product of a plugin`)) ||
        this.statusOf(row) ||
        (isHidden ? 'hidden in the catalogue' : ''),
      gstRate: toRateCell(get('taxClass')),
      hsn: /^\d{4}(?:\d{2}){0,2}$/.test(hsn) ? hsn : '',
      related: toListCell(related),
      seoTitle: toSeoCell(meta(seoTitles)),
      seoDescription: toSeoCell(meta(seoDescriptions)),
    };
  }

  priceCells(row: TableRow) {
    const [regular, sale] = [toPriceCell(this.get(row, 'regularPrice')), toPriceCell(this.get(row, 'salePrice'))];
    return toPriceCells(regular, sale, this.get(row, 'saleStart'), this.get(row, 'saleEnd'));
  }

  gramsOf(row: TableRow): string {
    return toGrams(this.get(row, 'weight'), unitOf(this.#header[this.#woo.places.get('weight') ?? -1]));
  }

  /** Cells of a variant; `stocked` is the row that has its stock. */
  variantCells(row: TableRow, stocked: TableRow) {
    const [stock, inStock] = [this.get(stocked, 'stock'), this.get(row, 'inStock')];
    const isOut = stock === '' && /^(?:0|no|false)$/i.test(inStock);
    const backorders = this.get(stocked, 'backorders');
    return {
      ...this.priceCells(row),
      sku: this.get(row, 'sku'),
      barcode: this.get(row, 'gtin'),
      grams: this.gramsOf(row),
      tracker: stock === '' && !isOut ? '' : 'woocommerce',
      quantity: isOut ? '0' : stock,
      policy: stock !== '' && /^(?:1|yes|notify|true)$/i.test(backorders) ? 'continue' : '',
    };
  }
}

/** The parts of a cell that are separated by commas; a comma of a part stands after a backslash. */
export const splitList = (cell: string): string[] =>
  cell
    .split(/(?<!\\),/)
    .map((part) => decodeReferences(part.replaceAll('\\,', ',')).trim())
    .filter(Boolean);

/** A description whose line breaks are written as "\n", and its own "\n" as "\\n". */
export const readDescription = (cell: string): string =>
  cell.replaceAll(/\\\\n|\\n/g, (found) => (found === '\\n' ? '\n' : '\\n'));

/** A text of an SEO plugin; '' for one with placeholders such as "%%title%%". */
export const toSeoCell = (text: string): string => (/%\w+%/.test(text) ? '' : text);
