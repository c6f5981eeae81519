import type { ImportedProduct } from '#api/services/import/read/imported-product.ts';

/** A product of the files with its pictures stored, ready to be written. Stored as JSON in the staging table. */
export interface StagedProduct {
  product: ImportedProduct;
  /** The fingerprint to store (fingerprint.ts). */
  hash: string;
  /** The pictures that could be stored. When none could be, an existing product keeps its pictures. */
  pictures: { reference: string; alt: string }[];
  /** ISO 8601; ignored for existing products. */
  createdAt: string;
}

/** A row of the staging table: a product to write or, when `change` is null, to withdraw from sale. */
export interface StagedItem {
  slug: string;
  change: StagedProduct | null;
}

/** The steps after all staged products are applied. Stored as JSON. */
export interface ImportPlan {
  /** The owner's pictures of sub-categories, by lower-case name. */
  categories: [name: string, reference: string][];
  /** Pictures of sub-categories that came from products changed by this import. */
  dropped: string[];
}
