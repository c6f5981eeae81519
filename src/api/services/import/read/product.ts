/** A product as the owner's file describes it; money in paise. */
export interface ImportedProduct {
  slug: string;
  name: string;
  /** Sanitised HTML. */
  description: string;
  brand: string | null;
  category: string;
  /** The sub-category's own picture, where the file gives one. */
  categoryPicture?: string | undefined;
  keywords: string;
  seller: Seller;
  countryOfOrigin: string | null;
  /** When it was first offered (ISO 8601), where the file says so. */
  createdAt?: string | undefined;
  variants: ImportedVariant[];
  pictures: ImportedPicture[];
  /** True when a bad row of it was skipped, so that what the file does not name is left as it is. */
  partial: boolean;
}

export interface Seller {
  kind: 'retailer' | 'wholesaler';
  /** '' is the store itself, whatever its name. */
  name: string;
}

export interface ImportedVariant {
  variation: string;
  sku: string | null;
  price: number;
  mrp: number;
  /** Undefined when the file says nothing about stock: what is there stays as it is. */
  stock: number | undefined;
  /** What `stock` was when the file was exported, where it says so: while they are the same, nobody has counted anew. */
  stockBefore?: number | undefined;
  /** What a new variant begins with when the file says nothing; none unless given. */
  firstStock?: number;
}

export interface ImportedPicture {
  /** A web address or a file's name, as the file gives it. */
  source: string;
  alt: string;
  position: number;
}

/** Why rows of a file could not be taken. `line` counts from 1 and is where the row begins. */
export interface BadRow {
  file: string;
  line: number;
  column: string;
  reason: string;
}
