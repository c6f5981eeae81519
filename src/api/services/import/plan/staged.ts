import type { ImportedProduct } from '#api/services/import/read/product.ts';

/** A product of the files with its pictures taken, ready to be written. */
export interface StagedProduct {
  product: ImportedProduct;
  /** The fingerprint to keep (see fingerprint.ts). */
  hash: string;
  /** Those that could be taken. A product that is there already keeps its pictures when it has some and none could be. */
  pictures: { reference: string; alt: string }[];
  /** ISO 8601; holds for a product that is new. */
  createdAt: string;
}

/** A row of the staging table as it is written: a product that is to be written or, without `change`, taken from sale. */
export interface StagedItem {
  slug: string;
  change: StagedProduct | null;
}

/** What is done when every staged product has been applied. */
export interface ImportPlan {
  /** The owner's own pictures of sub-categories, by lowercased name. */
  categories: [name: string, reference: string][];
  /** Pictures of sub-categories that came from products which this import changes. */
  dropped: string[];
}
