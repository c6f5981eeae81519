import type { Db } from '#api/database/schema/engine.ts';
import { OPTION_SEPARATOR } from '#lib/rules/option-texts.ts';
import { type CatalogueWriter, csvWriter, type ExportRow } from './export-catalogue.ts';
import { factsOf, readFacts } from './facts-of-products.ts';
import type { PictureAddress } from './picture-address.ts';
import { isSimple, MAX_OPTIONS, splitOptions } from './split-options.ts';

/**
 * Columns of WooCommerce's product export, in its order (https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema). A product's
 * id is left out: it would be that of another product there.
 */
const columns = [
  'ID',
  'Type',
  'SKU',
  'GTIN, UPC, EAN, or ISBN',
  'Name',
  'Published',
  'Is featured?',
  'Visibility in catalog',
  'Short description',
  'Description',
  'Date sale price starts',
  'Date sale price ends',
  'Tax status',
  'Tax class',
  'In stock?',
  'Stock',
  'Backorders allowed?',
  'Sold individually?',
  'Weight (kg)',
  'Allow customer reviews?',
  'Sale price',
  'Regular price',
  'Categories',
  'Tags',
  'Images',
  'Parent',
  'Position',
  'Brands',
  // No column of WooCommerce's, which leaves it out: by it a shop of this program keeps the addresses of its products.
  'Slug',
] as const;

type Cells = Partial<Record<(typeof columns)[number], string>>;

interface Attribute {
  name: string;
  values: readonly string[];
}

const GRAMS_PER_KG = 1000;

/** Joins the values of a cell; a comma within a value is escaped. */
const joinValues = (values: readonly string[]): string => values.map((value) => value.replaceAll(',', '\\,')).join(', ');

/** An address in a list that commas separate. */
const inList = (address: string): string => address.replaceAll(',', '%2C');

const attributeNames = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => i + 1).flatMap((i) => [
    `Attribute ${i} name`,
    `Attribute ${i} value(s)`,
    `Attribute ${i} visible`,
    `Attribute ${i} global`,
  ]);

const attributeCells = (attributes: readonly Attribute[], isVariantRow: boolean): string[] =>
  attributes.flatMap(({ name, values }) => [name, joinValues(values), isVariantRow ? '' : '1', '0']);

/** The regular price and the sale price of a variant. One for a time leaves no room for what is crossed out besides. */
function priceCells({ price, compareAt, salePrice, saleStart, saleEnd }: ExportRow): Cells {
  if (salePrice)
    return {
      'Regular price': price ?? '',
      'Sale price': salePrice,
      'Date sale price starts': saleStart ?? '',
      'Date sale price ends': saleEnd ?? '',
    };
  const isReduced = compareAt !== undefined && Number(compareAt) > Number(price);
  return { 'Regular price': (isReduced ? compareAt : price) ?? '', 'Sale price': (isReduced ? price : '') ?? '' };
}

function sellingCells(variant: ExportRow): Cells {
  const { quantity, grams, sku, barcode } = variant;
  return {
    SKU: sku ?? '',
    'GTIN, UPC, EAN, or ISBN': barcode ?? '',
    'In stock?': Number(quantity) > 0 ? '1' : '0',
    Stock: quantity ?? '',
    'Backorders allowed?': '0',
    'Weight (kg)': grams ? String(Number(grams) / GRAMS_PER_KG) : '',
    ...priceCells(variant),
  };
}

/** The rows of a product: one, or the parent and a row for each variant. */
function toLines(rows: readonly ExportRow[], addressOf: PictureAddress): { cells: Cells; attributes: readonly string[] }[] {
  const [first = {}] = rows;
  const variants = rows.filter(({ price }) => price !== undefined);
  const facts = factsOf(first).map(({ name, value }): Attribute => ({ name, values: [value] }));
  const common: Cells = {
    Published: '1',
    'Is featured?': '0',
    'Visibility in catalog': 'visible',
    'Tax status': 'taxable',
    'Sold individually?': '0',
    'Allow customer reviews?': '1',
  };
  const product: Cells = {
    ...common,
    Name: first.title ?? '',
    Description: first.body ?? '',
    Categories: joinValues(
      [first.type ?? '', ...(first.collections ?? '').split(';').map((name) => name.trim())].filter(Boolean),
    ),
    Slug: first.handle ?? '',
    Tags: first.tags ?? '',
    Images: rows
      .flatMap(({ image }) => addressOf(image) || [])
      .map(inList)
      .join(', '),
    Position: '0',
    Brands: joinValues([first.vendor ?? ''].filter(Boolean)),
  };
  if (isSimple(rows)) {
    const cells = { ...product, Type: 'simple', ...(variants[0] && sellingCells(variants[0])) };
    return [{ cells, attributes: attributeCells(facts, false) }];
  }
  const { names, values } = splitOptions(rows);
  const options = names.map(
    (name, i): Attribute => ({ name, values: [...new Set(variants.map((variant) => values(variant)[i] ?? ''))] }),
  );
  const parent = { ...product, Type: 'variable', SKU: first.handle ?? '', 'In stock?': '1', 'Backorders allowed?': '0' };
  return [
    { cells: parent, attributes: attributeCells([...options, ...facts], false) },
    ...variants.map((variant, i) => ({
      cells: {
        ...common,
        Type: 'variation',
        Name: `${first.title ?? ''} - ${values(variant).join(OPTION_SEPARATOR)}`,
        ...sellingCells(variant),
        Images: inList(addressOf(variant.variantImage)),
        Parent: first.handle ?? '',
        Position: String(i + 1),
      } satisfies Cells,
      attributes: attributeCells(
        names.map((name, n) => ({ name, values: [values(variant)[n] ?? ''] })),
        true,
      ),
    })),
  ];
}

/**
 * Writes the CSV file that WooCommerce's product import accepts: a variable product with its variants, or a simple one. The SKU of a variable
 * product is its handle, by which its variants name it.
 */
export async function woocommerceWriter(db: Db, addressOf: PictureAddress): Promise<CatalogueWriter> {
  const names = [...columns, ...attributeNames(MAX_OPTIONS + (await readFacts(db)).most)];
  return csvWriter(names, (rows) =>
    toLines(rows, addressOf).map(({ cells, attributes }) => {
      const line = [...columns.map((column) => cells[column] ?? ''), ...attributes];
      return [...line, ...Array.from({ length: Math.max(0, names.length - line.length) }, () => '')];
    }),
  );
}
