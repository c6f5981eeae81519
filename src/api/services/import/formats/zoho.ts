import { mappedFormat } from './mapped-format.ts';

/** Items of Zoho Inventory and Zoho Books: each is a product of its own. */
export const zoho = mappedFormat({
  name: 'a Zoho item export',
  all: ['item name'],
  any: ['item id', 'hsn/sac', 'is returnable item'],
  columns: {
    title: ['Item Name'],
    body: ['Sales Description', 'Description'],
    vendor: ['Brand', 'Manufacturer'],
    type: ['Category Name'],
    status: ['Status'],
    sku: ['SKU'],
    barcode: ['EAN', 'UPC', 'ISBN'],
    price: ['Selling Price', 'Rate'],
    compareAt: ['MRP'],
    quantity: ['Stock On Hand', 'Opening Stock'],
    gstRate: ['Tax Percentage'],
    hsn: ['HSN/SAC'],
  },
  productKey: (_cells, cellOf) => cellOf('item id') || cellOf('sku'),
});
