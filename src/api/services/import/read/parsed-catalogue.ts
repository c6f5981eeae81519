import type { DroppedContent } from '#api/services/import/read/clean-description.ts';
import type { BadRow } from '#api/services/import/read/imported-product.ts';
import type { MappedColumn } from '#api/services/import/read/match-columns.ts';
import type { LeftOutTexts } from '#api/services/import/read/product-of-row.ts';
import type { ProductSpool, RowPosition } from '#api/services/import/read/product-spool.ts';
import { HandlesWithSigns } from '#api/services/import/read/slugs.ts';
import type { VariantCounts } from '#api/services/import/read/variant-of-row.ts';
import { Repairs } from '#api/services/import/report/repairs.ts';

/** Rows of one product that are not imported. */
export interface LostProduct {
  slug: string;
  rows: number;
  /** Whether nothing of the product is imported. */
  isWhole: boolean;
}

/** Counts the rows that are not imported because of bad rows. */
export class LostRows {
  /** Rows in all, those without a valid handle included. */
  total = 0;
  readonly #products = new Map<string, LostProduct>();

  /** Adds a row, of a product if its handle is valid. */
  add(slug: string | undefined): void {
    this.total++;
    if (slug === undefined) return;
    const product = this.#products.get(slug) ?? { slug, rows: 0, isWhole: false };
    product.rows++;
    this.#products.set(slug, product);
  }

  /** Adds the rest of a product, which is not imported at all. */
  addProduct(slug: string, rows: number): void {
    const product = this.#products.get(slug) ?? { slug, rows: 0, isWhole: false };
    this.total += rows;
    this.#products.set(slug, { slug, rows: product.rows + rows, isWhole: true });
  }

  slugs(): string[] {
    return [...this.#products.keys()];
  }

  products(): LostProduct[] {
    return [...this.#products.values()];
  }
}

/** A product that is not for sale according to the file. */
export interface SkippedProduct {
  slug: string;
  name: string;
  reason: string;
}

export interface ReadFile {
  file: string;
  /** Continues "This is", such as "a WooCommerce export". */
  format: string;
  products: number;
  variants: number;
  /** Its columns that are read. */
  mapped: MappedColumn[];
}

/** A row that is no product, such as one of totals. */
export interface LeftOutRow extends RowPosition {
  reason: string;
}

/** The content of one or more files. */
/** The end of a CSV file. */
export interface FileEnd {
  /** Whether rows that are missing could have changed the variants of the product before them. */
  hasLaterChanges: boolean;
  /** The last cell, when no line break ends it. */
  openCell: string | undefined;
}

export interface ParsedCatalogue {
  /** Stored on disk, because they may not fit in memory. */
  products: ProductSpool;
  skipped: SkippedProduct[];
  badRows: BadRow[];
  /** True when a file could not be read to its end. */
  isUnreadable: boolean;
  /**
   * The products at the ends of CSV files by slug: a file that was cut off after a row or in its last cell looks like a whole one.
   */
  lastProducts: Map<string, FileEnd>;
  /** The slugs of all products in the files, invalid ones included. */
  slugs: Set<string>;
  rows: number;
  /** What each file is, and how many products and variants it gives. */
  files: ReadFile[];
  counts: VariantCounts;
  /** What descriptions lost. */
  dropped: DroppedContent;
  leftOut: LeftOutTexts;
  /** Handles whose signs are not in the slugs. */
  handlesWithSigns: HandlesWithSigns;
  /** Rows that are not imported: of products not for sale, and bad ones with those that depend on them. */
  notForSaleRows: number;
  lost: LostRows;
  /** Rows that are no products. */
  leftOutRows: LeftOutRow[];
  repairs: Repairs;
  /** Columns that a file has and that are not read, and columns that a file does not have. */
  columns: { unread: Set<string>; absent: Set<string> };
  /** Rows with mojibake: characters damaged by a wrong encoding. */
  damaged: { repaired: RowPosition[]; left: RowPosition[] };
}

/** The content of no file yet. */
export const emptyCatalogue = (products: ProductSpool): ParsedCatalogue => ({
  products,
  skipped: [],
  badRows: [],
  isUnreadable: false,
  lastProducts: new Map(),
  slugs: new Set(),
  rows: 0,
  files: [],
  counts: { negativeStock: 0, uncounted: 0, withoutStock: 0, emptyStock: 0, invalidBarcodes: 0 },
  dropped: { links: 0, pictures: 0, films: 0 },
  leftOut: { facts: 0, related: 0 },
  handlesWithSigns: new HandlesWithSigns(),
  notForSaleRows: 0,
  lost: new LostRows(),
  leftOutRows: [],
  repairs: new Repairs(),
  columns: { unread: new Set(), absent: new Set() },
  damaged: { repaired: [], left: [] },
});
