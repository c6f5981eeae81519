import type { Db } from '#api/database/schema/engine.ts';
import { type CatalogueWriter, csvWriter, type ExportRow } from './export-catalogue.ts';
import { factsOf, readFacts } from './facts-of-products.ts';
import type { PictureAddress } from './picture-address.ts';
import { isVariantRow, MAX_OPTIONS, splitOptions } from './split-options.ts';

interface Cells {
  row: ExportRow;
  names: readonly string[];
  values: readonly string[];
  isFirst: boolean;
}

const ofVariant =
  (text: string) =>
  ({ row }: Cells): string =>
    isVariantRow(row) ? text : '';

const ofProduct =
  (text: string) =>
  ({ isFirst }: Cells): string =>
    isFirst ? text : '';

/** Columns of Shopify's product template, in its order (https://help.shopify.com/en/manual/products/import-export/using-csv). */
const columnsOf = (addressOf: PictureAddress): readonly (readonly [name: string, cell: (cells: Cells) => string])[] => [
  ['Handle', ({ row }) => row.handle ?? ''],
  ['Title', ({ row }) => row.title ?? ''],
  ['Body (HTML)', ({ row }) => row.body ?? ''],
  ['Vendor', ({ row }) => row.vendor ?? ''],
  ['Product Category', () => ''],
  ['Type', ({ row }) => row.type ?? ''],
  ['Tags', ({ row }) => row.tags ?? ''],
  ['Published', ofProduct('true')],
  ...Array.from({ length: MAX_OPTIONS }, (_, i) => i).flatMap((i) => [
    [`Option${i + 1} Name`, ({ names, isFirst }: Cells) => (isFirst ? (names[i] ?? '') : '')] as const,
    [`Option${i + 1} Value`, ({ values }: Cells) => values[i] ?? ''] as const,
  ]),
  ['Variant SKU', ({ row }) => row.sku ?? ''],
  ['Variant Grams', ({ row }) => row.grams ?? ''],
  ['Variant Inventory Tracker', ofVariant('shopify')],
  ['Variant Inventory Qty', ({ row }) => row.quantity ?? ''],
  ['Variant Inventory Policy', ofVariant('deny')],
  ['Variant Fulfillment Service', ofVariant('manual')],
  ['Variant Price', ({ row }) => row.price ?? ''],
  // Shopify shows a price that it compares with as the higher one.
  ['Variant Compare At Price', ({ row }) => (row.compareAt === row.price ? '' : (row.compareAt ?? ''))],
  ['Variant Requires Shipping', ofVariant('true')],
  ['Variant Taxable', ofVariant('true')],
  ['Variant Barcode', ({ row }) => row.barcode ?? ''],
  ['Image Src', ({ row }) => addressOf(row.image)],
  ['Image Position', ({ row }) => (addressOf(row.image) ? (row.imagePosition ?? '') : '')],
  ['Image Alt Text', ({ row }) => row.imageAlt ?? ''],
  ['Gift Card', ofProduct('false')],
  ['SEO Title', ({ row }) => row.seoTitle ?? ''],
  ['SEO Description', ({ row }) => row.seoDescription ?? ''],
  ['Variant Image', ({ row }) => addressOf(row.variantImage)],
  ['Variant Weight Unit', ({ row }) => (row.grams ? 'g' : '')],
  ['Status', ofProduct('active')],
];

/** The most columns of facts; what has more names than that keeps the commonest. */
const MAX_FACT_COLUMNS = 100;

/** Columns of metafields, one for each name of a fact. Keys are of Latin letters and digits, and differ. */
function metafieldColumns(names: readonly string[]): ReturnType<typeof columnsOf> {
  const keys = new Set<string>();
  return names.slice(0, MAX_FACT_COLUMNS).map((name, i) => {
    const plain = name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_|_$/g, '');
    const key = plain === '' || keys.has(plain) ? `fact_${i + 1}` : plain;
    keys.add(key);
    const cell = ({ row, isFirst }: Cells) => (isFirst && factsOf(row).find((fact) => fact.name === name)?.value) || '';
    return [`${name} (product.metafields.custom.${key})`, cell];
  });
}

/** Writes the CSV file that Shopify's product import accepts: its own columns only, and facts as metafields. */
export async function shopifyWriter(db: Db, addressOf: PictureAddress): Promise<CatalogueWriter> {
  const columns = [...columnsOf(addressOf), ...metafieldColumns((await readFacts(db)).names)];
  return csvWriter(
    columns.map(([name]) => name),
    (rows) => {
      const { names, values } = splitOptions(rows);
      return rows.map((row, i) => {
        const cells: Cells = { row, names, values: isVariantRow(row) ? values(row) : [], isFirst: i === 0 };
        return columns.map(([, cell]) => cell(cells));
      });
    },
  );
}
