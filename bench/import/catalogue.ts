import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { formatCsvLine } from '#api/services/export/csv.ts';
import { scatter } from '#bench/measure/random.ts';

const CATEGORIES = 60;
const words =
  'linen cotton silk brass clay indigo madder festive daily light warm soft woven printed dyed carved plain fine broad deep'.split(
    ' ',
  );
const sizes = ['S', 'M', 'L', 'XL', 'XXL'];

const word = (seed: number): string => words[scatter(seed, words.length)] ?? '';

const description = (id: number): string =>
  `<p>${Array.from({ length: 60 }, (_, i) => word(id * 61 + i)).join(' ')}.</p><ul><li>Colour: ${word(id)}</li><li>Wash cold</li></ul>`;

/** Sizes of a product, 3.6 on average. */
const sizesOf = (id: number): readonly string[] => sizes.slice(0, 2 + scatter(id * 3, 4));

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

function linesOf(id: number, added: number): string {
  const price = String(199 + scatter(id, 4800) + added);
  return sizesOf(id)
    .map((size, i) => {
      const productCells =
        i === 0
          ? [
              `${word(id)} ${word(id + 7)} ${id}`,
              description(id),
              `Maker ${id % 90}`,
              `Kind ${id % CATEGORIES}`,
              word(id * 5),
              'Size',
            ]
          : ['', '', '', '', '', ''];
      const picture = i < 3 ? `https://cdn.example/${id}-${i}.jpg` : '';
      return formatCsvLine([
        `product-${id}`,
        ...productCells,
        size,
        `SKU-${id}-${size}`,
        'shopify',
        String(1 + scatter(id * 7 + i, 40)),
        price,
        picture,
      ]);
    })
    .join('');
}

/** Writes a product export of `count` products with about 3.6 variants each; every price is raised by `added` rupees. */
export async function writeCatalogueFile(file: string, count: number, added: number): Promise<void> {
  const out = createWriteStream(file);
  out.write(formatCsvLine(header));
  for (let id = 1; id <= count; id++) if (!out.write(linesOf(id, added))) await once(out, 'drain');
  out.end();
  await finished(out);
}
