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
export async function writeCatalogueFile(file: string, count: number, added: number): Promise<void> {
  const out = createWriteStream(file);
  out.write(formatCsvLine(header));
  for (let id = 1; id <= count; id++) if (!out.write(linesOf(id, added))) await once(out, 'drain');
  out.end();
  await finished(out);
}
