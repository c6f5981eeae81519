import type { Db } from '#api/database/schema/engine.ts';
import { formatAttributes, fromStoredAttributes } from '#api/services/catalogue/attributes.ts';
import { fromStoredCollections, readCollectionNames } from '#api/services/catalogue/collections.ts';
import { readOldSlugs } from '#api/services/catalogue/old-slugs.ts';
import { validTimestamp } from '#api/services/catalogue/stored-products.ts';
import { BYTE_ORDER_MARK, formatCsvLine } from '#api/services/export/format-csv.ts';
import { type Column, columnNames, DEFAULT_OPTION } from '#api/services/import/read/column-names.ts';
import { escapeFormula } from '#api/services/import/tables/read-csv.ts';
import { formatRate } from '#api/services/invoices/calculate-tax.ts';
import { readAddressesOf } from '#api/services/redirects/redirects.ts';
import { regularPrice, saleOf } from '#api/services/sales/sale-price.ts';
import { indianTime } from '#lib/rules/dates.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { toRupees } from '#lib/rules/money.ts';
import { DEFAULT_OPTION_NAME } from '#lib/rules/option-texts.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { formatOldAddress } from '#lib/rules/routes/old-address.ts';
import { parseJson } from '#lib/rules/text.ts';
import { writeXlsx } from './write-xlsx.ts';

const BATCH_SIZE = 500;

const columns = [
  'handle',
  'title',
  'body',
  'vendor',
  'type',
  'collections',
  'tags',
  'published',
  'option1Name',
  'option1',
  'sku',
  'barcode',
  'grams',
  'tracker',
  'quantity',
  'exportedQuantity',
  'policy',
  'price',
  'compareAt',
  'salePrice',
  'saleStart',
  'saleEnd',
  'image',
  'imagePosition',
  'imageAlt',
  'variantImage',
  'status',
  'seller',
  'sellerKind',
  'country',
  'attributes',
  'group',
  'sizeGuide',
  'gstRate',
  'hsn',
  'created',
  'oldHandles',
  'categoryImage',
  'seoTitle',
  'seoDescription',
  'related',
  'oldAddresses',
] as const satisfies readonly Column[];

const header = columns.map((column) => columnNames[column][0]);

/** A row of the default export, by the importer's columns. */
export type ExportRow = Partial<Record<Column, string>>;

const toCells = (row: ExportRow): string[] => columns.map((column) => row[column] ?? '');

/** Ids of products on sale by sub-category, in display order, and then by when they were first offered. */
const productIds = (db: Db) =>
  db
    .selectFrom('product')
    .innerJoin('sub_category', 'sub_category.id', 'product.sub_category_id')
    .select('product.id')
    .where('active', '=', 1)
    .orderBy('sub_category.position')
    .orderBy('product.created_at')
    .orderBy('product.id')
    .execute();

const readProducts = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('product')
    .innerJoin('sub_category', 'sub_category.id', 'product.sub_category_id')
    .innerJoin('seller', 'seller.id', 'product.seller_id')
    .selectAll('product')
    .select(['sub_category.name as category', 'sub_category.image as category_image'])
    .select(['seller.name as seller', 'seller.kind as seller_kind'])
    .where('product.id', 'in', ids)
    .execute();

const readVariants = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('variant')
    .selectAll()
    .where('product_id', 'in', ids)
    .where('active', '=', 1)
    .orderBy('position')
    .orderBy('id')
    .execute();

type ProductRow = Awaited<ReturnType<typeof readProducts>>[number];
type VariantRow = Awaited<ReturnType<typeof readVariants>>[number];

/** The cells of a product's first row only. */
const productCells = (product: ProductRow, collectionNames: ReadonlyMap<number, string>): ExportRow => ({
  title: product.name,
  body: product.description,
  vendor: product.brand ?? '',
  type: product.category,
  collections: fromStoredCollections(product.collections)
    .map((id) => collectionNames.get(id))
    .join('; '),
  tags: product.keywords,
  published: 'true',
  status: 'active',
  // Empty for the store itself, so that the products become those of the store that imports the file.
  seller: product.seller,
  sellerKind: product.seller_kind,
  country: product.country_of_origin ?? '',
  attributes: formatAttributes(fromStoredAttributes(product.attributes)),
  group: product.design_group ?? '',
  sizeGuide: product.size_guide ?? '',
  seoTitle: product.seo_title ?? '',
  seoDescription: product.seo_description ?? '',
  related: (product.related ?? '').replaceAll(' ', '; '),
  gstRate: product.gst_rate === null ? '' : formatRate(product.gst_rate),
  hsn: product.hsn ?? '',
  created: validTimestamp(product.created_at) ?? '',
});

const indianTimeFormat = new Intl.DateTimeFormat('sv-SE', { ...indianTime, dateStyle: 'short', timeStyle: 'medium' });

/** Indian time, such as "2026-12-01 00:00:00"; '' for none. */
const toIndianTime = (time: string | null): string => (time === null ? '' : indianTimeFormat.format(new Date(time)));

function saleCells(variant: VariantRow): ExportRow {
  const sale = saleOf(variant, isoNow());
  if (!sale) return {};
  return {
    salePrice: toRupees(sale.price),
    saleStart: toIndianTime(sale.startsAt),
    saleEnd: toIndianTime(sale.endsAt),
  };
}

const variantCells = (variant: VariantRow, pictures: readonly string[]): ExportRow => ({
  option1: variant.product_variation || DEFAULT_OPTION,
  sku: variant.sku ?? '',
  barcode: variant.barcode ?? '',
  grams: variant.grams === null ? '' : String(variant.grams),
  tracker: 'shopify',
  quantity: String(variant.stock),
  exportedQuantity: String(variant.stock),
  policy: 'deny',
  price: toRupees(regularPrice(variant)),
  compareAt: toRupees(variant.mrp),
  ...saleCells(variant),
  variantImage: pictures.find((reference) => reference.split('#', 1)[0] === variant.picture) ?? '',
});

/** A sub-category's picture, on the row of its first product, unless it is that product's first picture, which an import uses anyway. */
const categoryCells = ({ category_image, pictures }: ProductRow): ExportRow =>
  category_image === splitPictures(pictures)[0] ? {} : { categoryImage: category_image };

/** A product's rows: the nth row has the nth variant and the nth picture, and the first one what is said once. */
function toRows(product: ProductRow, variants: readonly VariantRow[], once: ExportRow): ExportRow[] {
  const pictures = splitPictures(product.pictures);
  const stored = parseJson(product.picture_alts);
  const alts = Array.isArray(stored) ? stored.map(String) : [];
  const option1Name = variants.some(({ product_variation }) => product_variation)
    ? product.option_name || DEFAULT_OPTION_NAME
    : 'Title';
  return Array.from({ length: Math.max(variants.length, pictures.length) }, (_, i) => {
    const variant = variants[i];
    const picture = pictures[i];
    return {
      handle: product.slug,
      ...(i === 0 && { ...once, option1Name }),
      ...(variant && variantCells(variant, pictures)),
      ...(picture && { image: picture, imagePosition: String(i + 1), imageAlt: alts[i] ?? '' }),
    };
  });
}

export interface ExportResult {
  products: number;
  variants: number;
  /** References to media files of this store. */
  pictures: Set<string>;
}

/** What an export is written in: the rows of one product at a time, as text or bytes. */
export type CatalogueWriter = (products: AsyncIterable<ExportRow[]>) => AsyncIterable<string | Uint8Array>;

/** Characters that are written at once. */
const CHUNK = 65_536;

async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < CHUNK) continue;
    yield waiting;
    waiting = '';
  }
  yield waiting;
}

/** Writes CSV with these columns, from the cells of each product. */
export const csvWriter = (
  names: readonly string[],
  toLines: (rows: ExportRow[]) => readonly (readonly string[])[],
): CatalogueWriter =>
  async function* writeCsv(products) {
    yield BYTE_ORDER_MARK + formatCsvLine(names);
    const lines = async function* (): AsyncGenerator<string> {
      for await (const rows of products) yield toLines(rows).map(formatCsvLine).join('');
    };
    yield* inChunks(lines());
  };

/** Cells that are numbers in a workbook. */
const numeric: ReadonlySet<Column> = new Set(['grams', 'quantity', 'exportedQuantity', 'price', 'compareAt', 'imagePosition']);

/** Writes the default columns as a workbook. Texts are escaped as in CSV: a workbook may be saved as one. */
export const xlsxWriter: CatalogueWriter = (products) => {
  const rows = async function* (): AsyncGenerator<(string | number)[]> {
    yield [...header];
    for await (const product of products)
      for (const row of product)
        yield toCells(row).map((cell, i) => (numeric.has(columns[i] as Column) && cell ? Number(cell) : escapeFormula(cell)));
  };
  return writeXlsx([{ name: 'Products', rows: rows() }]);
};

const ownWriter = csvWriter(header, (rows) => rows.map(toCells));

/** The rows of one product at a time, in display order; counts them in `exported`. */
async function* streamProducts(db: Db, exported: ExportResult): AsyncGenerator<ExportRow[]> {
  const startedCategories = new Set<number>();
  const ids = (await productIds(db)).map(({ id }) => id);
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    const batch = ids.slice(from, from + BATCH_SIZE);
    const products = new Map((await readProducts(db, batch)).map((product) => [product.id, product]));
    const variants = Map.groupBy(await readVariants(db, batch), (variant) => variant.product_id);
    const oldSlugs = await readOldSlugs(db, batch);
    const names = await readCollectionNames(db, [...products.values()]);
    const addresses = await readAddressesOf(
      db,
      [...products.values()].map(({ slug }) => slug),
    );
    for (const id of batch) {
      const product = products.get(id);
      if (!product) continue;
      const productVariants = variants.get(id) ?? [];
      const isFirst = !startedCategories.has(product.sub_category_id);
      startedCategories.add(product.sub_category_id);
      const once = {
        ...productCells(product, names),
        oldHandles: (oldSlugs.get(id) ?? []).join(' '),
        oldAddresses: (addresses.get(product.slug) ?? []).map(formatOldAddress).join(' '),
        ...(isFirst && categoryCells(product)),
      };
      exported.products++;
      exported.variants += productVariants.length;
      const pictures = [...splitPictures(product.pictures), ...(isFirst ? [product.category_image] : [])];
      for (const picture of pictures) if (picture.startsWith('/media/')) exported.pictures.add(picture);
      yield toRows(product, productVariants, once);
    }
  }
}

/**
 * Streams the products on sale to `write`, by default as CSV in the format of an import. Imported into an empty store with the picture files,
 * it recreates the catalogue: products, variants, stock, prices, sellers, and sub-categories with their order and pictures.
 */
export async function exportCatalogue(
  db: Db,
  write: (part: string | Uint8Array) => Promise<unknown>,
  writer: CatalogueWriter = ownWriter,
): Promise<ExportResult> {
  const exported: ExportResult = { products: 0, variants: 0, pictures: new Set() };
  for await (const part of writer(streamProducts(db, exported))) await write(part);
  return exported;
}
