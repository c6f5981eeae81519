import type { Column } from '#api/services/import/read/column-names.ts';
import { decodeReferences } from '#api/services/import/read/text-repair.ts';
import { type NamedValue, shareStock, toFacts, toOptionCells } from '../cells.ts';
import type { Format, FormatReader, ImportRow, TableRow } from '../format.ts';
import { joinDescriptions, toPriceCell } from './cell-texts.ts';
import { expandVariants } from './expand-variants.ts';
import { CellsReader } from './file-cells.ts';

/** The columns in the order of the export; their names are in the language of the seller. */
const order = [
  'title',
  'description',
  'price',
  'currency_code',
  'quantity',
  'tags',
  'materials',
  ...Array.from({ length: 10 }, (_, index) => `image${index + 1}`),
  ...[1, 2].flatMap((n) => ['type', 'name', 'values'].map((what) => `variation ${n} ${what}`)),
  'sku',
];

const withoutNumber = (name: string): string => name.replace(/\s*\d+$/, '');

/** Whether a file of all columns has them in Etsy's order: its ten pictures and two variations are numbered. */
const isInOrder = (names: readonly string[]): boolean =>
  names.length >= order.length &&
  names
    .slice(7, 17)
    .every((name, at) => name.endsWith(String(at + 1)) && withoutNumber(name) === withoutNumber(names[7] ?? '')) &&
  names.slice(17, 20).every((name) => /\b1\b/.test(name)) &&
  names.slice(20, 23).every((name) => /\b2\b/.test(name));

const isEnglish = (names: ReadonlySet<string>): boolean =>
  ['title', 'price', 'currency_code', 'quantity'].every((name) => names.has(name));

const pictures = Array.from({ length: 10 }, (_, index) => `image${index + 1}`);

class EtsyReader extends CellsReader implements FormatReader {
  /** The file's names by ours. */
  readonly #nameOf: ReadonlyMap<string, string>;
  #listings = 0;

  constructor(header: readonly string[]) {
    const lower = header.map((name) => name.replace('\ufeff', '').trim().toLowerCase());
    const isTranslated = !isEnglish(new Set(lower));
    const nameOf = new Map(order.map((name, at) => [name, isTranslated ? (lower[at] ?? '') : name]));
    const of = (name: string) => [nameOf.get(name) ?? name];
    const names: Partial<Record<Column, readonly string[]>> = {
      title: of('title'),
      body: of('description'),
      tags: of('tags'),
      sku: of('sku'),
      quantity: of('quantity'),
      price: of('price'),
      image: of('image1'),
    };
    const read = new Set(nameOf.values());
    super(header, names, ['attributes'], (name) => read.has(name));
    this.#nameOf = nameOf;
  }

  /** The price is that of all variants; the quantity is of all together, so it is divided. */
  read(row: TableRow): ImportRow[] {
    const get = (name: string) => this.get(row, this.#nameOf.get(name) ?? name);
    const title = decodeReferences(get('title'));
    const handle = this.handles.handleOf(`${++this.#listings}`, title);
    const values = [1, 2].map(
      (n) => [get(`variation ${n} name`), get(`variation ${n} values`).split(',').map(decodeReferences)] as const,
    );
    const options = values.filter(([name, list]) => name !== '' && list.some(Boolean));
    const { variants } = expandVariants([{ row, options: options.map(([name]): NamedValue => [name, '']) }], options);
    const [image = '', ...morePictures] = pictures.map(get).filter(Boolean);
    return variants.map((variant, index) =>
      this.toRow(
        row,
        {
          handle,
          ...toOptionCells(variant.options),
          ...(index === 0 && {
            title,
            image,
            body: joinDescriptions(decodeReferences(get('description'))),
            tags: get('tags').replaceAll('_', ' ').replaceAll(',', ', '),
            attributes: toFacts([['Material', get('materials').replaceAll('_', ' ').replaceAll(',', ', ')]]),
          }),
          sku: variants.length > 1 ? '' : get('sku'),
          price: toPriceCell(get('price')),
          quantity: shareStock(get('quantity'), index, variants.length),
        },
        { isContinued: index > 0, ...(index === 0 && { morePictures }) },
      ),
    );
  }
}

/** The listings of an Etsy shop, in any language. */
export const etsy: Format = {
  name: 'an Etsy export, which has one price for all variants of a listing and one quantity, divided among them',
  recognises: (found) => isEnglish(found) || isInOrder([...found]),
  open: (header) => new EtsyReader(header),
};
