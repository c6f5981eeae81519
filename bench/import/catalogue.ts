import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { generateProduct } from '#bench/measure/generated-product.ts';
import { formatCsvLine } from '../../src/api/services/export/format-csv.ts';

const header = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Option1 Name',
  'Option1 Value',
  'Variant SKU',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Price',
  'Image Src',
];

/** Pictures of each product. */
export const PICTURES = 3;

/** The file name of a product's picture, counted from 0. */
export const pictureName = (id: number, picture: number): string => `${id}-${picture}.jpg`;

function linesOf(id: number, added: number): string {
  const { slug, name, description, brand, category, keywords, price, variants } = generateProduct(id);
  return Array.from({ length: Math.max(variants.length, PICTURES) }, (_, i) => {
    const { size = '', sku, stock } = variants[i] ?? {};
    const productCells = i === 0 ? [name, description, brand, category, keywords, size ? 'Size' : 'Title'] : Array(6).fill('');
    const variantCells = sku
      ? [size || 'Default Title', sku, 'shopify', String(stock), String(price + added)]
      : Array(5).fill('');
    const picture = i < PICTURES ? `https://cdn.example/${pictureName(id, i)}` : '';
    return formatCsvLine([slug, ...productCells, ...variantCells, picture]);
  }).join('');
}

/** Writes a product export of `count` products with one variant or five each and three pictures; every price is raised by `added` rupees. */
export const writeCatalogueFile = (file: string, count: number, added: number): Promise<void> =>
  writeLines(file, header, count, (id) => linesOf(id, added));

async function writeLines(file: string, names: readonly string[], count: number, toLines: (id: number) => string): Promise<void> {
  const out = createWriteStream(file);
  out.write(formatCsvLine(names));
  for (let id = 1; id <= count; id++) if (!out.write(toLines(id))) await once(out, 'drain');
  out.end();
  await finished(out);
}

const wooHeader = [
  'ID',
  'Type',
  'SKU',
  'Name',
  'Published',
  'Description',
  'In stock?',
  'Stock',
  'Regular price',
  'Categories',
  'Tags',
  'Images',
  'Parent',
  'Attribute 1 name',
  'Attribute 1 value(s)',
  'Attribute 1 visible',
  'Attribute 1 global',
  'Slug',
];

function wooLinesOf(id: number, added: number): string {
  const { slug, name, description, category, keywords, price, variants } = generateProduct(id);
  const pictures = Array.from({ length: PICTURES }, (_, i) => `https://cdn.example/${pictureName(id, i)}`).join(', ');
  const cost = String(price + added);
  const attribute = (values: string) => (values === '' ? ['', '', '', ''] : ['Size', values, '1', '0']);
  const product = (type: string, sku: string, stock: string, own: string, sizes: string) =>
    formatCsvLine([
      '',
      type,
      sku,
      name,
      '1',
      description,
      '1',
      stock,
      own,
      category,
      keywords,
      pictures,
      '',
      ...attribute(sizes),
      slug,
    ]);
  const [only] = variants;
  if (variants.length === 1 && !only?.size) return product('simple', only?.sku ?? '', String(only?.stock), cost, '');
  const rows = variants.map(({ size = '', sku, stock }) =>
    formatCsvLine([
      '',
      'variation',
      sku ?? '',
      name,
      '1',
      '',
      '1',
      String(stock),
      cost,
      '',
      '',
      '',
      slug,
      ...attribute(size),
      '',
    ]),
  );
  return product('variable', slug, '', '', variants.map(({ size }) => size ?? '').join(', ')) + rows.join('');
}

/** Writes the same products as `writeCatalogueFile` in the columns of a WooCommerce export. */
export const writeWooFile = (file: string, count: number, added: number): Promise<void> =>
  writeLines(file, wooHeader, count, (id) => wooLinesOf(id, added));
