import { MIN_UNDISCLOSED_STOCK } from '#lib/rules/product/stock-notes.ts';
import { type Fields, given, readFields, readId, readRows, readRupees, readTextual, readWhole } from './scalars.ts';

/** Stock of a product whose store does not say it: in stock, with no note about a low one. */
export const UNKNOWN_STOCK = MIN_UNDISCLOSED_STOCK;

/** Picture references as the contract has them: joined by commas. A list may hold addresses or objects with one. */
export function readPictures(value: unknown): string {
  const one = (entry: unknown): string[] => {
    const { url, image, src, path } = readFields(entry) ?? {};
    return readTextual(entry)?.split(',') ?? readTextual(url ?? image ?? src ?? path)?.split(',') ?? [];
  };
  return [value]
    .flat()
    .flatMap(one)
    .map((reference) => reference.trim())
    .filter(Boolean)
    .join(',');
}

/** A sub-category, sent as an object, or as its name alone. */
function readSubCategory(value: unknown): Fields {
  const fields = readFields(value) ?? {};
  const name = readTextual(fields['sub_category_name'] ?? fields['name']) ?? readTextual(value) ?? '';
  return given({ id: readId(fields['id']), sub_category_name: name });
}

/** The variants that can be chosen, with the product's price and stock where they have none. */
function readVariants(rows: Fields[], { final_price, mrp, product_stock }: Fields): Fields[] {
  return rows.flatMap((row) => {
    const id = readId(row['id'], row['variant_id']);
    if (id === undefined) return [];
    const price = readRupees(row['final_price']) ?? readRupees(final_price);
    return {
      ...row,
      id,
      product_variation: readTextual(row['product_variation']) ?? String(id),
      final_price: price,
      mrp: readRupees(row['mrp']) ?? (readRupees(row['final_price']) === undefined ? (readRupees(mrp) ?? price) : price),
      stock: readWhole(row['stock']) ?? readWhole(product_stock) ?? UNKNOWN_STOCK,
    };
  });
}

/**
 * A product in the contract's form. Without a price it cannot be bought: it has no stock and no variants. Undefined for what is no object;
 * one without an id or a name breaks the schema, and its list goes on without it.
 */
export function toProduct(value: unknown): Fields | undefined {
  const sent = readFields(value);
  if (!sent) return undefined;
  const product_id = readId(sent['product_id'], sent['retailer_product_id'], sent['id']);
  const rows = readRows(sent['variants']);
  const offered = readVariants(rows, sent).filter((row) => row['final_price'] !== undefined);
  const prices = offered.map((row) => row['final_price'] as string).sort((one, other) => Number(one) - Number(other));
  const price = readRupees(sent['final_price']) ?? readRupees(sent['price']) ?? prices[0];
  const stocks = offered.map((row) => Math.max(0, row['stock'] as number));
  const isForSale = price !== undefined && (rows.length === 0 || offered.length > 0);
  const stock =
    readWhole(sent['product_stock']) ?? (offered.length > 0 ? stocks.reduce((sum, one) => sum + one, 0) : UNKNOWN_STOCK);
  return {
    ...sent,
    product_id,
    name: readTextual(sent['name'] ?? sent['product_name']),
    slug: readTextual(sent['slug']) ?? (product_id === undefined ? undefined : String(product_id)),
    description: readTextual(sent['description']) ?? '',
    product_images: readPictures(sent['product_images']),
    cover_image: readPictures(sent['cover_image']) || undefined,
    sub_category: readSubCategory(sent['sub_category']),
    final_price: price ?? '0.00',
    mrp: readRupees(sent['mrp']) ?? price ?? '0.00',
    product_stock: isForSale ? stock : 0,
    seller_name: readTextual(sent['seller_name']) ?? '',
    variants: isForSale ? offered : [],
    unpriced: price === undefined ? true : undefined,
  };
}
