import { findPercentage, toFacts } from '#api/services/import/formats/cells.ts';
import { mappedFormat } from '#api/services/import/formats/mapped-format.ts';

/** Flipkart's listing file and its sheets for new listings: a row for each size, joined by the group's or the model's name. */
export const flipkart = mappedFormat({
  name: 'a Flipkart listing sheet',
  all: [],
  any: ['seller sku id', 'flipkart serial number'],
  plain: (name) => name.replace(/\s*\((?:inr|gm|grams?)\)$/, ''),
  columns: {
    title: ['Product Title', 'Product Name', 'Model Name', 'Title'],
    body: ['Description', 'Product Description'],
    vendor: ['Brand'],
    type: ['Sub-category', 'Vertical', 'Category'],
    status: ['Listing Status'],
    option1: ['Size'],
    sku: ['Seller SKU ID'],
    barcode: ['EAN/UPC', 'EAN'],
    price: ['Your Selling Price', 'Selling Price'],
    compareAt: ['MRP'],
    quantity: ['Your Stock Count', 'Stock', 'System Stock Count'],
    country: ['Country Of Origin'],
    gstRate: ['Tax Code'],
    hsn: ['HSN', 'HSN Code'],
    image: ['Main Image URL'],
    attributes: ['Color', 'Fabric'],
  },
  pictures: { columns: /^other image url/ },
  alsoRead: /^(?:group id|style code|color|fabric)$/,
  constants: { option1Name: 'Size' },
  adapt({ cells, cellOf }) {
    cells.gstRate = findPercentage(cells.gstRate);
    cells.attributes = toFacts([
      ['Colour', cellOf('color')],
      ['Fabric', cellOf('fabric')],
    ]);
  },
  productKey: ({ cells, cellOf }) => {
    const group = cellOf('group id') || cellOf('style code');
    return cells.option1 === '' ? cells.sku : group || `${cells.title} ${cellOf('color')}`.trim();
  },
});
