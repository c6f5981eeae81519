import type { Db } from '#api/database/schema/engine.ts';
import { toRupees } from '#lib/rules/money.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { BYTE_ORDER_MARK, formatCsvLine } from './csv.ts';

/** So many products are read at a time. */
const AT_ONCE = 500;

/** The columns of an export: those of a Shopify product export that this shop knows, and its own. Imported, they give the same shop. */
const columns = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Variant SKU',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Stock When Exported',
  'Variant Inventory Policy',
  'Variant Price',
  'Variant Compare At Price',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'Status',
  'Seller',
  'Seller Kind',
  'Country of Origin',
  'First Offered',
  'Category Image',
] as const;

type Row = Partial<Record<(typeof columns)[number], string>>;

const line = (row: Row): string => formatCsvLine(columns.map((column) => row[column] ?? ''));

/** Sub-categories in the order they are shown in, and in each its products in the order they were first offered. */
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

/** What stands in a product's first row alone. */
const productCells = (product: ProductRow): Row => ({
  Title: product.name,
  'Body (HTML)': product.description,
  Vendor: product.brand ?? '',
  Type: product.category,
  Tags: product.keywords,
  Published: 'true',
  Status: 'active',
  // Empty for the store itself, so that the file gives the products to the shop that imports it.
  Seller: product.seller,
  'Seller Kind': product.seller_kind,
  'Country of Origin': product.country_of_origin ?? '',
  'First Offered': product.created_at,
});

const variantCells = (variant: VariantRow): Row => ({
  'Option1 Value': variant.product_variation || 'Default Title',
  'Variant SKU': variant.sku ?? '',
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': String(variant.stock),
  'Stock When Exported': String(variant.stock),
  'Variant Inventory Policy': 'deny',
  'Variant Price': toRupees(variant.price),
  'Variant Compare At Price': toRupees(variant.mrp),
});

/**
 * The picture of a sub-category, beside its first product: where it is the owner's own or another product's, since an import would
 * take this product's.
 */
const categoryCells = ({ category_image, pictures }: ProductRow): Row =>
  category_image === splitPictures(pictures)[0] ? {} : { 'Category Image': category_image };

/** A product's rows: one for each variant and picture, side by side. */
function rowsOf(product: ProductRow, variants: readonly VariantRow[], isFirst: boolean): Row[] {
  const pictures = splitPictures(product.pictures);
  const alts = JSON.parse(product.picture_alts) as string[];
  const optionName = variants.some(({ product_variation }) => product_variation) ? 'Size' : 'Title';
  return Array.from({ length: Math.max(variants.length, pictures.length) }, (_, i) => {
    const variant = variants[i];
    const picture = pictures[i];
    return {
      Handle: product.slug,
      ...(i === 0 && { ...productCells(product), 'Option1 Name': optionName, ...(isFirst && categoryCells(product)) }),
      ...(variant && variantCells(variant)),
      ...(picture && { 'Image Src': picture, 'Image Position': String(i + 1), 'Image Alt Text': alts[i] ?? '' }),
    };
  });
}

/** What was written. */
export interface ExportResult {
  products: number;
  variants: number;
  /** References of pictures of this shop's own. */
  pictures: Set<string>;
}

/**
 * Writes what is on sale as the CSV that an import reads, piece by piece to `write`. Imported into an empty shop, with the pictures'
 * files beside it, it makes the same catalogue: products, variants, stock, prices, sellers, sub-categories with their
 * order and pictures, newest first.
 */
export async function exportCatalogue(db: Db, write: (text: string) => Promise<unknown>): Promise<ExportResult> {
  const exported: ExportResult = { products: 0, variants: 0, pictures: new Set() };
  const begun = new Set<number>();
  await write(BYTE_ORDER_MARK + formatCsvLine(columns));
  const ids = (await productIds(db)).map(({ id }) => id);
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const wanted = ids.slice(from, from + AT_ONCE);
    const products = new Map((await readProducts(db, wanted)).map((product) => [product.id, product]));
    const variants = Map.groupBy(await readVariants(db, wanted), (variant) => variant.product_id);
    const lines: string[] = [];
    for (const id of wanted) {
      const product = products.get(id);
      if (!product) continue;
      const own = variants.get(id) ?? [];
      const isFirst = !begun.has(product.sub_category_id);
      begun.add(product.sub_category_id);
      lines.push(...rowsOf(product, own, isFirst).map(line));
      exported.products++;
      exported.variants += own.length;
      const pictures = [...splitPictures(product.pictures), ...(isFirst ? [product.category_image] : [])];
      for (const picture of pictures) if (picture.startsWith('/media/')) exported.pictures.add(picture);
    }
    await write(lines.join(''));
  }
  return exported;
}
