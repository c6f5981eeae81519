import { addPrices, isAmount, reducePrice, setOptions, shareStock } from './cells.ts';
import { type MappedRow, mappedFormat } from './mapped-format.ts';

/** The kind of a row: "product", "sku" or "variant", "rule", "image", "video". */
const kindOf = (row: MappedRow): string => (row.cellOf('item type') || row.cellOf('item')).toLowerCase();
const isVariant = (row: MappedRow): boolean => /^(?:sku|variant)$/.test(kindOf(row));

/** Options of the older export, "[S]Size=Small,[CS]Colour=Red:#ff0000", and of the newer, "Type=Swatch|Name=Colour|Value=Red[#ff0000]". */
function readOptions(text: string): [name: string, value: string][] {
  const newer = [...text.matchAll(/Name=([^|]*)\|Value=(.*?)(?=\s*Type=|$)/gs)];
  const older = [...text.matchAll(/\[\w+\]([^=]+)=(.*?)(?=,\s*\[\w+\]|$)/gs)];
  return (newer.length > 0 ? newer : older).map(([, name = '', value = '']) => [
    name.trim(),
    value.replace(/[[:]#[\da-f]{3,8}\b.*$/is, '').trim(),
  ]);
}

const numbers = Array.from({ length: 50 }, (_, i) => i + 1);

/** The last parts of the paths of categories, "Clothing/Kurtas;Sale"; none for numbers of categories. */
const readCategories = (cell: string): string[] =>
  cell
    .split(/\s*[;|]\s*/)
    .map((path) => path.split('/').at(-1)?.trim() ?? '')
    .filter((name) => name !== '' && !/^\d+$/.test(name));

function adapt(row: MappedRow): void {
  const { cells, cellOf } = row;
  const kind = kindOf(row);
  const [category = '', ...more] = readCategories(cells.type);
  cells.type = category;
  cells.collections = more.join(';');
  if (/^(?:n|no|false|0)$/i.test(cells.published)) cells.published = 'no';
  const pictures = numbers.map((n) => cellOf(`product image url - ${n}`) || cellOf(`product image file - ${n}`)).filter(Boolean);
  if (pictures.length > 0) [cells.image = '', ...row.morePictures] = [...new Set(pictures)];
  setOptions(cells, isVariant(row) ? readOptions(cellOf('options') || cellOf('product name')) : []);
  row.isProductOnly = kind !== 'product' && !isVariant(row);
  cells.imagePosition = kind === 'image' && /^\d+$/.test(cells.imagePosition) ? String(Number(cells.imagePosition) + 1) : '';
  const sale = cellOf('sale price');
  if (kind === 'product') reducePrice(cells, sale);
}

/** Applies a rule of the older export, "[FIXED]499" or "[ADD]50", to the price of the variant that it names. */
function applyRule(rule: MappedRow, variants: readonly MappedRow[]): void {
  const [, kind = '', amount = ''] = /^\[(\w+)\]\s*([\d.]+)$/.exec(rule.cellOf('price')) ?? [];
  const variant = variants.find(({ cells }) => cells.sku !== '' && cells.sku === rule.cells.sku);
  if (!variant) return;
  const { cells } = variant;
  if (kind === 'FIXED') cells.price = amount;
  if (kind === 'ADD') cells.price = addPrices(cells.price, amount, 1);
  if (kind === 'REMOVE') cells.price = addPrices(cells.price, amount, -1);
}

function join(rows: MappedRow[]): void {
  const [product] = rows;
  const variants = rows.filter(isVariant);
  if (!product || kindOf(product) !== 'product') return;
  const tracking = product.cells.tracker;
  product.isProductOnly = variants.length > 0;
  if (/^none$/i.test(tracking)) product.cells.tracker = '';
  for (const [index, { cells, cellOf }] of variants.entries()) {
    const hasPrice = isAmount(cells.price);
    if (!hasPrice) cells.price = product.cells.price;
    if (!isAmount(cells.compareAt)) cells.compareAt = product.cells.compareAt;
    if (hasPrice) reducePrice(cells, cellOf('sale price'));
    cells.tracker = product.cells.tracker;
    if (/^(?:by )?product$/i.test(tracking)) cells.quantity = shareStock(product.cells.quantity, index, variants.length);
  }
  for (const row of rows) {
    if (kindOf(row) === 'rule') applyRule(row, variants);
    if (row.isProductOnly && row !== product) row.cells.price = '';
  }
}

/** BigCommerce's product export, older ("Item Type") and newer ("Item"): a product's row, then its variants, rules and pictures. */
const mapping = {
  name: 'a BigCommerce product export',
  columns: {
    title: ['Product Name', 'Name'],
    body: ['Product Description', 'Description'],
    vendor: ['Brand Name', 'Brand'],
    type: ['Category', 'Categories'],
    tags: ['Search Keywords'],
    published: ['Product Visible?', 'Product Visible', 'Is Visible'],
    option1Name: ['Item Type', 'Item'],
    option1: ['Item Type', 'Item'],
    option2Name: ['Item Type', 'Item'],
    option2: ['Item Type', 'Item'],
    option3Name: ['Item Type', 'Item'],
    option3: ['Item Type', 'Item'],
    sku: ['Product Code/SKU', 'SKU'],
    barcode: ['Product UPC/EAN', 'UPC/EAN', 'Global Trade Number', 'Global Trade Item Number'],
    tracker: ['Track Inventory', 'Inventory Tracking'],
    quantity: ['Current Stock Level', 'Current Stock'],
    price: ['Price'],
    compareAt: ['Retail Price', 'Sale Price'],
    image: ['Image URL (Import)', 'Internal Image URL (Export)'],
    imagePosition: ['Image Sort Order'],
    imageAlt: ['Image Description'],
    variantImage: ['Variant Image URL'],
    collections: ['Category', 'Categories'],
    seoTitle: ['Page Title'],
    seoDescription: ['Meta Description'],
  },
  pictures: { columns: /^product image (?:file|url) - \d+$/ },
  alsoRead: /^(?:item type|item|options|product name|sale price|product url|(?:product )?id)$/,
  adapt,
  together: { belongs: (row: MappedRow) => kindOf(row) !== 'product', join },
  productKey: ({ cells, cellOf }: MappedRow) => cellOf('product id') || cellOf('id') || cells.sku,
  address: ({ cellOf }: MappedRow) => cellOf('product url'),
};

export const bigcommerce = {
  ...mappedFormat({ ...mapping, all: ['item type', 'product name', 'price'] }),
  hasLaterChanges: true,
};

export const newBigcommerce = mappedFormat({
  ...mapping,
  all: ['item', 'name', 'price', 'sku'],
  any: ['options', 'inventory tracking', 'is visible'],
});
