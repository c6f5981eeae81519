import { setOptions, settleSale, toFacts, toGrams } from '#api/services/import/formats/cells.ts';
import { type MappedRow, mappedFormat } from '#api/services/import/formats/mapped-format.ts';

/** Leaves the values of its options out of the end of a variant's title: "Cotton Kurta, S / Red" → "Cotton Kurta". */
function withoutOptions(title: string, values: readonly string[]): string {
  const ends = values.filter(Boolean).map((value) => value.toLowerCase());
  let text = title;
  for (let before = ''; before !== text; ) {
    before = text;
    const plain = text.replace(/[\s)\]]+$/, '');
    const end = ends.find((value) => plain.toLowerCase().endsWith(value));
    const rest = end === undefined ? text : plain.slice(0, plain.length - end.length);
    if (/[,\-–—(|/[:]\s*$/.test(rest) && /\p{L}/u.test(rest)) text = rest.replace(/[\s,\-–—(|/[:]+$/, '');
  }
  return text;
}

function readOptions({ cells, cellOf }: MappedRow): void {
  const [size, colour] = [cellOf('size'), cellOf('color')];
  const isVariant = cellOf('item_group_id') !== '';
  setOptions(cells, [
    ['Size', size],
    ['Colour', isVariant ? colour : ''],
  ]);
  if (isVariant) cells.title = withoutOptions(cells.title, [size, colour]);
  cells.attributes = toFacts([
    ['Colour', isVariant ? '' : colour],
    ['Material', cellOf('material')],
    ['Pattern', cellOf('pattern')],
  ]);
}

/** Names the offers of a group that have no size or colour by where their titles differ, else by their ids. */
function nameOffers(offers: readonly MappedRow[]): void {
  if (offers.length < 2 || offers.every(({ cells }) => cells.option1 !== '')) return;
  let start = offers[0]?.cells.title ?? '';
  for (const { cells } of offers) while (!cells.title.startsWith(start)) start = start.slice(0, -1);
  if (offers.some(({ cells }) => cells.title !== start)) start = start.replace(/[^\s,–—(|/[:-]*$/, '');
  const name = start.replace(/[\s,–—(|/[:-]+$/, '');
  for (const { cells, cellOf } of offers) {
    const rest = cells.title.slice(start.length).replace(/^[\s,–—(|/[:-]+|[\s)\]]+$/g, '');
    setOptions(cells, [['Variant', (name && rest) || cellOf('id')]]);
    cells.title = name || cells.title;
  }
}

/** A product feed for Google Merchant Center or another catalogue of its names, as TSV, CSV or XML: the offers of a group are one product. */
export const googleFeed = mappedFormat({
  name: 'a Google product feed',
  all: ['id', 'title', 'link', 'price'],
  any: ['image_link', 'availability'],
  plain: (name) => name.replace(/^g:/, '').replaceAll(' ', '_'),
  columns: {
    title: ['title'],
    body: ['description'],
    vendor: ['brand'],
    type: ['product_type', 'google_product_category'],
    option1Name: ['size', 'item_group_id'],
    option1: ['size', 'item_group_id'],
    option2Name: ['color'],
    option2: ['color'],
    sku: ['id'],
    barcode: ['gtin'],
    grams: ['shipping_weight'],
    tracker: ['availability'],
    quantity: ['quantity', 'sell_on_google_quantity', 'availability'],
    price: ['price'],
    compareAt: ['sale_price'],
    image: ['image_link'],
    attributes: ['color', 'material', 'pattern'],
    salePrice: ['sale_price'],
    saleStart: ['sale_price_effective_date'],
    saleEnd: ['sale_price_effective_date'],
  },
  pictures: { columns: /^additional_image_link$/, isList: true },
  alsoRead: /^(?:link|item_group_id|size|color|material|pattern)$/,
  adapt(row) {
    const { cells } = row;
    readOptions(row);
    const category = cells.type.split('>').at(-1)?.trim() ?? '';
    cells.type = /^\d+$/.test(category) ? '' : category;
    const isSoldOut = /^out/i.test(cells.tracker);
    const isCounted = /^-?\d+$/.test(cells.quantity);
    cells.quantity = isSoldOut ? '0' : isCounted ? cells.quantity : '';
    cells.tracker = isSoldOut || isCounted ? 'feed' : '';
    const [weight = '', unit = ''] = cells.grams.split(/\s+/);
    cells.grams = toGrams(weight, unit);
    [cells.saleStart = '', cells.saleEnd = ''] = cells.saleStart.split('/');
    cells.compareAt = '';
    settleSale(cells);
  },
  together: {
    belongs: (row, first) => row.cellOf('item_group_id') !== '' && row.cellOf('item_group_id') === first.cellOf('item_group_id'),
    join: nameOffers,
  },
  productKey: ({ cellOf }) => cellOf('item_group_id') || cellOf('id'),
  address: ({ cellOf }) => cellOf('link'),
});
