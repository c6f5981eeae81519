import { toFacts } from '#api/services/import/formats/cells.ts';
import { mappedFormat } from '#api/services/import/formats/mapped-format.ts';

/** The sheet for uploading a catalogue to Meesho: a row for each size. */
export const meesho = mappedFormat({
  name: 'a Meesho sheet',
  all: ['meesho price'],
  columns: {
    title: ['Product Name'],
    body: ['Product Description', 'Description'],
    vendor: ['Brand Name', 'Brand'],
    type: ['Category', 'Sub Category'],
    option1: ['Variation', 'Size'],
    sku: ['SKU ID', 'SKU'],
    price: ['Meesho Price'],
    compareAt: ['MRP'],
    quantity: ['Inventory'],
    grams: ['Net Weight (gms)'],
    country: ['Country of Origin'],
    gstRate: ['GST %'],
    hsn: ['HSN ID', 'HSN Code'],
    attributes: ['Color', 'Fabric', 'Pattern'],
  },
  pictures: { columns: /^image \d+/ },
  alsoRead: /^(?:product id \/ style id|style id|product id|color|fabric|pattern)$/,
  constants: { option1Name: 'Size' },
  adapt({ cells, cellOf }) {
    if (/^(?:free size|na|n\/a)$/i.test(cells.option1)) cells.option1 = '';
    cells.attributes = toFacts([
      ['Colour', cellOf('color')],
      ['Fabric', cellOf('fabric')],
      ['Pattern', cellOf('pattern')],
    ]);
  },
  productKey: ({ cells, cellOf }) =>
    cellOf('product id / style id') || cellOf('style id') || cellOf('product id') || `${cells.title} ${cellOf('color')}`.trim(),
});
