import type { Sale } from '#api/services/sales/sale-price.ts';
import type { ProductAttribute } from '#lib/contract/catalogue.ts';

/**
 * A product of the owner's file; money in paise. A property is undefined when the file has no column for it: what is stored is kept, and a
 * new product gets the default (plan/complete-product.ts). Its JSON is fingerprinted and staged, so a renamed property changes stored values.
 */
export interface ImportedProduct {
  slug: string;
  oldSlugs?: string[];
  name: string;
  /** Sanitised HTML. */
  description?: string | undefined;
  brand?: string | null | undefined;
  category?: string | undefined;
  /** Names of further sub-categories that list it, in the file's order, each once; empty for none. */
  collections?: string[] | undefined;
  categoryPicture?: string | undefined;
  keywords?: string | undefined;
  seller: PartialSeller;
  countryOfOrigin?: string | null | undefined;
  /** In the file's order; empty for none. */
  attributes?: ProductAttribute[] | undefined;
  /** Facts that have columns of their own and replace those of the same name; one with an empty value takes it away. */
  facts?: ProductAttribute[] | undefined;
  /** Title and description for search engines; null for those that pages make. */
  seoTitle?: string | null | undefined;
  seoDescription?: string | null | undefined;
  /** Slugs of related products, the first ones first; empty for none. */
  related?: string[] | undefined;
  /** Addresses of its page in a former shop, if the file names any. */
  oldAddresses?: string[];
  /** Shared by products of one design in several colours; null for none. */
  group?: string | null | undefined;
  /** Name of its size guide; null for that of its category. */
  sizeGuide?: string | null | undefined;
  /** GST rate in hundredths of a percent; null for the store's default. */
  gstRate?: number | null | undefined;
  /** HSN code; null for the store's default. */
  hsn?: string | null | undefined;
  /** When it was first offered (ISO 8601), if the file says so. */
  createdAt?: string | undefined;
  /** The option's name; null for the size. */
  optionName?: string | null | undefined;
  variants: ImportedVariant[];
  pictures: ImportedPicture[];
  /** True when the file has no column of product pictures: the stored ones are kept, and `pictures` are added to them. */
  keepsPictures?: boolean;
  /** True when the file has no column of alternative texts: pictures keep theirs. */
  keepsAlts?: boolean;
  /** True when a bad row was skipped; existing variants that are not in the file then stay on sale. */
  partial: boolean;
}

export const sellerKinds = ['retailer', 'wholesaler'] as const;

export interface Seller {
  kind: (typeof sellerKinds)[number];
  /** '' for the store itself, whatever its name. */
  name: string;
}

/** What a file says of a seller. */
export type PartialSeller = { [Key in keyof Seller]?: Seller[Key] | undefined };

export interface ImportedVariant {
  /** Its name: "M / Navy". Called so in stored fingerprints and staged products, which another word would make look changed. */
  variation: string;
  sku?: string | null | undefined;
  /** As in the file; null for none, undefined to keep what is stored. */
  barcode?: string | null | undefined;
  /** Weight; null for none, undefined to keep what is stored. */
  grams?: number | null | undefined;
  /** The source of its own picture; null for none, undefined to keep what is stored. Once staged, the stored picture. */
  picture?: string | null | undefined;
  price: number;
  /** The compare-at price, at least `price`. */
  mrp?: number | undefined;
  /** A price for a time; null for none, undefined to keep what is stored. */
  sale?: Sale | null | undefined;
  /** Undefined when the file has no stock for it: the existing stock is kept. */
  stock: number | undefined;
  /** `stock` when the file was exported. While they are equal, the owner has not changed it and the existing stock is kept. */
  stockBefore?: number | undefined;
  /** The stock of a new variant when `stock` is undefined; 0 by default. */
  firstStock?: number;
  /** True when the file has fewer option columns than the product may have options, or no value in them. */
  lacksOption?: boolean;
}

interface ImportedPicture {
  /** A URL or file name, as in the file. */
  source: string;
  alt: string;
  position: number;
}

/** What is wrong with a row of a file. */
export interface RowError {
  /** Where the row starts, from 1. */
  line: number;
  column: string;
  /** The end of a sentence that begins with the column. */
  reason: string;
}

/** An error in a file. */
export interface BadRow extends RowError {
  file: string;
  /** What the cell has, if the problem is one of a cell. */
  value?: string;
  help?: string;
}
