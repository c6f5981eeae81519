import { setOptions } from './cells.ts';
import { type MappedRow, mappedFormat } from './mapped-format.ts';

const attributePlaces = ['1', '2', '3'] as const;

/** Gives an item of a group the group's name and its attributes as options. */
function readGroup({ cells, cellOf }: MappedRow): void {
  const group = cellOf('group name') || cellOf('item group name') || cellOf('product name');
  const options = attributePlaces
    .map((place) => [cellOf(`attribute name${place}`), cellOf(`attribute option name${place}`)] as const)
    .filter(([, value]) => value !== '');
  if (group === '' || options.length === 0) return;
  cells.title = group;
  setOptions(cells, options);
}

/** Items of Zoho Inventory and Zoho Books: each is a product of its own, and those of an item group are variants of one. */
export const zoho = mappedFormat({
  name: 'a Zoho item export',
  all: ['item name'],
  any: ['item id', 'hsn/sac', 'is returnable item', 'group name', 'item group name', 'attribute option name1'],
  columns: {
    title: ['Item Name'],
    body: ['Sales Description', 'Description'],
    vendor: ['Brand', 'Manufacturer'],
    type: ['Category Name'],
    status: ['Status'],
    option1Name: ['Attribute Name1'],
    option1: ['Attribute Option Name1'],
    option2Name: ['Attribute Name2'],
    option2: ['Attribute Option Name2'],
    option3Name: ['Attribute Name3'],
    option3: ['Attribute Option Name3'],
    sku: ['SKU'],
    barcode: ['EAN', 'UPC', 'ISBN'],
    price: ['Selling Price', 'Rate'],
    compareAt: ['MRP'],
    quantity: ['Stock On Hand', 'Opening Stock'],
    gstRate: ['Tax Percentage', 'Intra State Tax Rate'],
    hsn: ['HSN/SAC'],
  },
  alsoRead: /^(?:item id|(?:item )?group name|product name)$/,
  adapt: readGroup,
  productKey: ({ cells, cellOf }) => (cells.option1 === '' ? cellOf('item id') || cellOf('sku') : `group ${cells.title}`),
});
