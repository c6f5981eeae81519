import { isAmount, toFacts, toGrams } from './cells.ts';
import { mappedFormat } from './mapped-format.ts';

/** Amounts of systems without thousands separators, whose decimals may stand after a comma: "1299,00" → "1299.00". */
const toPoint = (amount: string): string =>
  amount.replace(
    /^(\d{1,3}(?:[.\s\u00a0]?\d{3})*),(\d{1,6})$/,
    (_, whole: string, decimals: string) => `${whole.replaceAll(/\D/g, '')}.${decimals}`,
  );

/** The price after an amount or a percentage is taken off. */
function reduce(price: string, amount: string, percentage: string): string {
  const [full, off, share] = [price, amount, percentage].map(Number);
  if (!full) return price;
  return (off ? full - off : full * (1 - (share || 0) / 100)).toFixed(2);
}

/** Products in the columns of PrestaShop's import. Each is a product of its own; its combinations are in another file. */
export const prestashop = mappedFormat({
  name: 'a PrestaShop product file',
  all: ['name', 'active (0/1)'],
  columns: {
    title: ['Name'],
    body: ['Description', 'Summary'],
    vendor: ['Manufacturer', 'Brand'],
    type: ['Categories (x,y,z...)'],
    tags: ['Tags (x,y,z...)'],
    published: ['Active (0/1)'],
    sku: ['Reference #', 'Reference'],
    barcode: ['EAN13', 'EAN-13', 'UPC'],
    grams: ['Weight', 'Package weight'],
    quantity: ['Quantity'],
    price: ['Price tax included', 'Price tax excluded or Price tax included', 'Price tax excluded', 'Price'],
    compareAt: ['Discount amount', 'Discount percent'],
    imageAlt: ['Image alt texts (x,y,z...)'],
    attributes: ['Feature(Name:Value:Position)', 'Feature (Name:Value:Position:Customized)'],
    collections: ['Categories (x,y,z...)'],
    seoTitle: ['Meta title'],
    seoDescription: ['Meta description'],
    salePrice: ['Discount amount', 'Discount percent'],
    saleStart: ['Discount from (yyyy-mm-dd)'],
    saleEnd: ['Discount to (yyyy-mm-dd)'],
  },
  pictures: { columns: /^image urls? ?\(x,y,z\.{3}\)$/, isList: true },
  alsoRead: /^(?:product id|id|url rewritten|discount (?:amount|percent)|summary)$/,
  adapt({ cells, cellOf }) {
    cells.price = toPoint(cells.price);
    const [amount, percentage] = [toPoint(cellOf('discount amount')), toPoint(cellOf('discount percent'))];
    const reduced = isAmount(amount) || isAmount(percentage) ? reduce(cells.price, amount, percentage) : '';
    Object.assign(cells, { compareAt: '', salePrice: '' });
    const isTimed = cells.saleStart !== '' || cells.saleEnd !== '';
    if (reduced !== '' && isTimed) cells.salePrice = reduced;
    else if (reduced !== '') Object.assign(cells, { compareAt: cells.price, price: reduced });
    if (cells.salePrice === '') Object.assign(cells, { saleStart: '', saleEnd: '' });
    const [category = '', ...more] = cells.type
      .split(',')
      .map((path) => path.split('/').at(-1)?.trim() ?? '')
      .filter((name) => !/^(?:home|\d*)$/i.test(name));
    cells.type = category;
    cells.collections = more.join(';');
    cells.body ||= cellOf('summary');
    cells.imageAlt = cells.imageAlt.split(',')[0]?.trim() ?? '';
    const features = cells.attributes.split(',').map((feature) => feature.split(':'));
    cells.attributes = toFacts(
      features.map(([name = '', value = '']) => [name.trim(), value.trim()] as const).filter(([name]) => name !== ''),
    );
    cells.grams = toGrams(toPoint(cells.grams), 'kg');
    return undefined;
  },
  productKey: ({ cells, cellOf }) => cellOf('product id') || cellOf('id') || cells.sku,
  address: ({ cellOf }) => cellOf('url rewritten'),
});
