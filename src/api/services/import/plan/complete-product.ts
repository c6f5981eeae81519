import type { ImportedProduct, PartialSeller, Seller } from '#api/services/import/read/imported-product.ts';
import { DEFAULT_CATEGORY } from '#lib/rules/store-defaults.ts';
import type { StoredProduct } from './read-stored-products.ts';

/** A product of the files with a value for everything that they may leave out. */
export interface CompleteProduct {
  name: string;
  /** Sanitised HTML. */
  description: string;
  brand: string | null;
  category: string;
  keywords: string;
  seller: Seller;
  countryOfOrigin: string | null;
  gstRate: number | null;
  hsn: string | null;
  optionName: string | null;
  /** ISO 8601; undefined when the file does not say it. */
  createdAt: string | undefined;
}

/** The seller of a product; a file without its kind keeps the kind of the same seller. */
function completeSeller(seller: PartialSeller, stored: Seller | undefined): Seller {
  const name = seller.name ?? stored?.name ?? '';
  const kind = seller.kind ?? (stored?.name === name ? stored.kind : 'retailer');
  return { kind, name };
}

/** What the file leaves undefined is what is stored, or the default of a new product. */
export function completeProduct(product: ImportedProduct, stored: StoredProduct | undefined): CompleteProduct {
  const row = stored?.row;
  const keep = <Value>(value: Value | undefined, kept: Value | undefined, initial: Value): Value =>
    value === undefined ? (kept ?? initial) : value;
  return {
    name: product.name,
    description: keep(product.description, row?.description, ''),
    brand: keep(product.brand, row?.brand, null),
    category: keep(product.category, stored?.category, DEFAULT_CATEGORY),
    keywords: keep(product.keywords, row?.keywords, ''),
    seller: completeSeller(product.seller, stored?.seller),
    countryOfOrigin: keep(product.countryOfOrigin, row?.country_of_origin, null),
    gstRate: keep(product.gstRate, row?.gst_rate, null),
    hsn: keep(product.hsn, row?.hsn, null),
    optionName: keep(product.optionName, row?.option_name, null),
    createdAt: product.createdAt,
  };
}
