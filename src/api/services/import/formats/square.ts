import { setOptions, toGrams } from './cells.ts';
import { mappedFormat } from './mapped-format.ts';

/** What Square calls the only variant of an item. */
const ONLY_VARIANT = /^(?:regular|default)?$/i;

/** Square's item library: the rows of one item follow each other. */
export const square = mappedFormat({
  name: 'a Square item library',
  all: ['item name', 'variation name'],
  any: ['token', 'reference handle', 'price'],
  plain: (name) => name.replace(/^(current quantity) .*$/, '$1'),
  columns: {
    title: ['Customer-facing Name', 'Item Name'],
    body: ['Description'],
    type: ['Reporting Category', 'Categories', 'Category'],
    option1Name: ['Option Name 1', 'Variation Name'],
    option1: ['Option Value 1', 'Variation Name'],
    option2Name: ['Option Name 2', 'Variation Name'],
    option2: ['Option Value 2', 'Variation Name'],
    option3Name: ['Option Name 3', 'Variation Name'],
    option3: ['Option Value 3', 'Variation Name'],
    sku: ['SKU'],
    barcode: ['GTIN'],
    grams: ['Weight (kg)', 'Weight (lb)'],
    price: ['Price'],
    quantity: ['Current Quantity'],
    tracker: ['Stockable'],
    seoTitle: ['SEO Title'],
    seoDescription: ['SEO Description'],
    compareAt: ['Online Sale Price'],
  },
  pictures: { columns: /^(?:image|square online image)(?: url)?(?: \d+)?$/ },
  alsoRead:
    /^(?:current quantity|permalink|reference handle|item name|variation name|option (?:name|value) \d|archived|square online item visibility)$/,
  adapt({ cells, cellOf, optionsOf }) {
    cells.title ||= cellOf('item name');
    cells.type = cells.type.split(',')[0]?.split('>').at(-1)?.trim() ?? '';
    if (/^(?:y|yes|true)$/i.test(cellOf('archived'))) cells.status = 'archived';
    if (/^(?:hidden|unavailable)$/i.test(cellOf('square online item visibility'))) cells.published = 'no';
    cells.tracker = /^n/i.test(cells.tracker) ? '' : 'square';
    const stocks = optionsOf(/^current quantity ?(.*)$/)
      .map(([, stock]) => stock)
      .filter(Boolean);
    if (stocks.length > 1 && stocks.every((stock) => /^-?\d+(?:\.0+)?$/.test(stock)))
      cells.quantity = String(stocks.reduce((sum, stock) => sum + Math.max(0, Number(stock)), 0));
    else cells.quantity = stocks[0] ?? '';
    cells.grams = toGrams(cells.grams, cellOf('weight (kg)') === '' ? 'lb' : 'kg');
    const sale = cells.compareAt;
    cells.compareAt = sale === '' ? '' : cells.price;
    if (sale !== '') cells.price = sale;
    const options = ['1', '2', '3'].map((place) => [cellOf(`option name ${place}`), cellOf(`option value ${place}`)] as const);
    setOptions(cells, options.some(([, value]) => value !== '') ? options : [['', cellOf('variation name')]]);
  },
  together: {
    belongs: (row, first) =>
      row.cellOf('item name') === first.cellOf('item name') &&
      row.cellOf('reference handle') === first.cellOf('reference handle'),
    join(rows) {
      const [only] = rows;
      if (rows.length === 1 && only && ONLY_VARIANT.test(only.cells.option1)) setOptions(only.cells, []);
    },
  },
  address: ({ cellOf }) => cellOf('permalink'),
  productKey: ({ cells, cellOf }) => cellOf('reference handle') || cells.title,
});
