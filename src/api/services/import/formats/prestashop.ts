import type { Cells } from '#api/services/import/read/match-columns.ts';
import { addPrices, isAmount, setOptions, settleSale, splitAddresses, takeOff, toFacts, toGrams } from './cells.ts';
import type { Format, Supplements } from './format.ts';
import { type MappedRow, mappedFormat, toName } from './mapped-format.ts';

/** Amounts of systems without thousands separators, whose decimals may stand after a comma: "1299,00" → "1299.00". */
const toPoint = (amount: string): string =>
  amount.replace(
    /^(\d{1,3}(?:[.\s\u00a0]?\d{3})*),(\d{1,6})$/,
    (_, whole: string, decimals: string) => `${whole.replaceAll(/\D/g, '')}.${decimals}`,
  );

/** Takes the product's discount off: for its days if it has some, else the full price is the one to compare with. */
function applyDiscount(cells: Cells, cellOf: MappedRow['cellOf']): void {
  const [amount, percentage] = [toPoint(cellOf('discount amount')), toPoint(cellOf('discount percent'))];
  const price = isAmount(amount) ? addPrices(cells.price, amount, -1) : takeOff(cells.price, percentage);
  cells.compareAt = '';
  cells.salePrice = price === cells.price ? '' : price;
  settleSale(cells);
}

/** The parts of "Size:select:0, Colour:color:1" before their first colon. */
const readNames = (cell: string): string[] => cell.split(',').map((part) => part.split(':')[0]?.trim() ?? '');

/** A row for each combination of a product, or the product's own. */
function expand(row: MappedRow, supplements: Supplements): MappedRow[] {
  const combinations = supplements.get(row.cellOf('product id') || row.cellOf('id')) ?? [];
  const rows = combinations.map((own, index): MappedRow => {
    const cells = { ...row.cells };
    const values = readNames(own['value (value:position)'] ?? '');
    setOptions(
      cells,
      readNames(own['attribute (name:type:position)'] ?? '').map((name, place) => [name, values[place] ?? '']),
    );
    const impact = toPoint(own['impact on price'] ?? '');
    if (isAmount(impact)) cells.price = addPrices(cells.price, impact.replace(/^[-+]\s*/, ''), impact.startsWith('-') ? -1 : 1);
    const [image = '', ...more] = splitAddresses(own['image urls (x,y,z...)'] ?? own['image urls(x,y,z...)'] ?? '');
    Object.assign(cells, {
      sku: own['reference'] || '',
      barcode: own['ean13'] || '',
      quantity: own['quantity'] ?? '',
      ...(image !== '' && { variantImage: image }),
    });
    return { ...row, cells, morePictures: index === 0 ? [...row.morePictures, ...more] : more };
  });
  for (const { cells, cellOf } of rows.length > 0 ? rows : [row]) applyDiscount(cells, cellOf);
  return rows.length > 0 ? rows : [row];
}

/** PrestaShop's combinations: the variants of products that another file has. */
export const prestashopCombinations: Format = {
  name: 'a PrestaShop combinations file',
  isSupplement: true,
  recognises: (names) => [...names].some((name) => name.startsWith('attribute (name:type:position)')),
  open(header, supplements) {
    const names = header.map((name) => toName(name));
    return {
      unread: () => [],
      absent: () => [],
      read({ cells }) {
        const own = Object.fromEntries(names.map((name, place) => [name, cells[place]?.trim() ?? '']));
        const id = own['product id'] ?? '';
        const known = supplements?.get(id);
        if (known) known.push(own);
        else supplements?.set(id, [own]);
        return [];
      },
    };
  },
};

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
  constants: { option1Name: '', option1: '', option2Name: '', option2: '', option3Name: '', option3: '', variantImage: '' },
  expand,
  adapt({ cells, cellOf }) {
    cells.price = toPoint(cells.price);
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
  },
  productKey: ({ cells, cellOf }) => cellOf('product id') || cellOf('id') || cells.sku,
  address: ({ cellOf }) => cellOf('url rewritten'),
});
