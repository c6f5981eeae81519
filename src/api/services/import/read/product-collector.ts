import { addRowPictures } from './add-pictures.ts';
import type { Cells, Columns } from './columns.ts';
import type { BadRow, ImportedProduct, ImportedVariant, Seller } from './product.ts';
import type { ProductInProgress, ProductSpool, RowPosition } from './product-spool.ts';
import { type CatalogueRow, catalogueRow, hasVariant, toCategory, toDescription, toVariation, UNTRACKED_STOCK } from './row.ts';
import { detectDamage } from './text-repair.ts';

/** A product that the file itself keeps from sale. */
export interface SkippedProduct {
  slug: string;
  name: string;
  reason: string;
}

/** All that one or more files say. */
export interface ParsedCatalogue {
  /** The products, which may be more than fit into memory. */
  products: ProductSpool;
  skipped: SkippedProduct[];
  badRows: BadRow[];
  /** True when a file could not be read to its end. */
  markUnreadable: boolean;
  /** Every product the files name, whether it could be read or not. */
  slugs: Set<string>;
  rows: number;
  counts: { negativeStock: number; uncounted: number; withoutStock: number; emptyStock: number };
  /** Rows with characters damaged by a wrong encoding. */
  damaged: { repaired: RowPosition[]; left: RowPosition[] };
}

/** Why a product is not for sale by its own first row, if so. */
function leftOutReason(cells: Cells): string | undefined {
  const status = cells.status.toLowerCase();
  if (status !== '' && status !== 'active') return status;
  if (/^(?:false|no|0)$/i.test(cells.published)) return 'unpublished';
  if (/^(?:true|yes|1)$/i.test(cells.giftCard)) return 'gift card';
  return undefined;
}

interface CollectorOptions {
  /** Whose the products are when a row names nobody. */
  seller: Seller;
  storeName: string | undefined;
  spool: ProductSpool;
}

/** Gathers rows into products by their handle, wherever in the files the rows stand. */
export class ProductCollector {
  readonly #products: ProductSpool;
  readonly #leftOut = new Map<string, SkippedProduct>();
  /** Products whose first row is bad: their other rows cannot be judged. */
  readonly #headless = new Set<string>();
  readonly #defaultSeller: Seller;
  readonly #storeName: string | undefined;
  readonly result: ParsedCatalogue;

  constructor({ seller, storeName, spool }: CollectorOptions) {
    this.#storeName = storeName;
    this.#defaultSeller = this.#asStore(seller);
    this.#products = spool;
    this.result = {
      products: spool,
      skipped: [],
      badRows: [],
      markUnreadable: false,
      slugs: new Set(),
      rows: 0,
      counts: { negativeStock: 0, uncounted: 0, withoutStock: 0, emptyStock: 0 },
      damaged: { repaired: [], left: [] },
    };
  }

  add(cells: Cells, columns: Columns, at: RowPosition): void {
    this.result.rows++;
    const slug = catalogueRow.shape.handle.safeParse(cells.handle);
    if (slug.success) {
      this.result.slugs.add(slug.data);
      if (this.#leftOut.has(slug.data) || this.#headless.has(slug.data)) return;
      const reason = cells.title !== '' && !this.#products.has(slug.data) ? leftOutReason(cells) : undefined;
      if (reason) {
        this.#leftOut.set(slug.data, { slug: slug.data, name: cells.title, reason });
        return;
      }
    }
    const row = catalogueRow.safeParse(cells);
    if (!row.success) {
      for (const issue of row.error.issues) {
        const column = issue.path[0] as keyof Cells;
        this.addBadRow(at, columns.nameOf(column), issue.message);
      }
      if (slug.success) this.#spoil(slug.data);
      return;
    }
    this.#noteDamage(cells, at);
    const begun = this.#products.get(row.data.handle);
    const open = begun ?? this.#begin(row.data, columns, at);
    if (!open) return;
    addRowPictures(open.product, row.data);
    if (!begun || hasVariant(row.data)) this.#addVariant(open, row.data, columns, at);
  }

  /** Rounds off, when all rows were added. */
  finish(): ParsedCatalogue {
    this.#products.flush();
    this.result.skipped = [...this.#leftOut.values()];
    return this.result;
  }

  /** Notes what makes a whole file unreadable: nothing of it can then be trusted. */
  unreadable(at: RowPosition, column: string, reason: string): void {
    this.result.markUnreadable = true;
    this.addBadRow(at, column, reason);
  }

  addBadRow(at: RowPosition, column: string, reason: string): void {
    this.result.badRows.push({ ...at, column, reason });
  }

  /** A row of this product was bad: when it has not begun yet, it never will. */
  #spoil(slug: string): void {
    const open = this.#products.get(slug);
    if (open) open.product.partial = true;
    else this.#headless.add(slug);
  }

  /** A seller that has the store's name is the store. */
  #asStore({ kind, name }: Seller): Seller {
    return { kind, name: name === this.#storeName ? '' : name };
  }

  #noteDamage(cells: Cells, at: RowPosition): void {
    const found = new Set(Object.values(cells).map(detectDamage));
    if (found.has('repaired')) this.result.damaged.repaired.push(at);
    if (found.has('left')) this.result.damaged.left.push(at);
  }

  #begin(row: CatalogueRow, columns: Columns, at: RowPosition): ProductInProgress | undefined {
    if (row.title === '') {
      this.addBadRow(at, columns.nameOf('title'), 'is required in the first row of a product');
      this.#headless.add(row.handle);
      return undefined;
    }
    const seller = row.seller
      ? this.#asStore({ kind: row.sellerKind ?? this.#defaultSeller.kind, name: row.seller })
      : { ...this.#defaultSeller, ...(row.sellerKind ? { kind: row.sellerKind } : {}) };
    const product: ImportedProduct = {
      slug: row.handle,
      name: row.title,
      description: toDescription(row),
      brand: row.vendor || null,
      category: toCategory(row),
      categoryPicture: row.categoryImage || undefined,
      keywords: row.tags,
      seller,
      countryOfOrigin: row.country || null,
      createdAt: row.created,
      variants: [],
      pictures: [],
      partial: false,
    };
    const open: ProductInProgress = { product, seen: new Map() };
    this.#products.add(open);
    return open;
  }

  #addVariant({ product, seen }: ProductInProgress, row: CatalogueRow, columns: Columns, at: RowPosition): void {
    const variation = toVariation(row);
    const priceProblem = row.price === undefined ? 'is required' : row.price === 0 ? 'must be more than zero' : undefined;
    const variationProblem = this.#variationProblem(product, variation, seen, at);
    if (priceProblem) this.addBadRow(at, columns.nameOf('price'), priceProblem);
    if (variationProblem) this.addBadRow(at, columns.nameOf('option1'), variationProblem);
    if (row.price === undefined || priceProblem || variationProblem) {
      product.partial = true;
      return;
    }
    seen.set(variation.toLowerCase(), at);
    product.variants.push({
      variation,
      sku: row.sku || null,
      price: row.price,
      mrp: Math.max(row.price, row.compareAt ?? 0),
      ...this.#stockOf(row, columns),
    });
  }

  #variationProblem(
    product: ImportedProduct,
    variation: string,
    seen: ProductInProgress['seen'],
    at: RowPosition,
  ): string | undefined {
    const before = seen.get(variation.toLowerCase());
    if (before) {
      const where = before.file === at.file ? `line ${before.line}` : `line ${before.line} of ${before.file}`;
      return `"${variation || 'Default Title'}" is given twice for "${product.slug}", first on ${where}`;
    }
    const mixed = seen.has('') || (variation === '' && seen.size > 0);
    return mixed ? 'is required when a product has several variants' : undefined;
  }

  #stockOf(row: CatalogueRow, columns: Columns): Pick<ImportedVariant, 'stock' | 'firstStock' | 'stockBefore'> {
    const { counts } = this.result;
    const untracked = columns.has('tracker') && row.tracker === '';
    const oversold = /^(?:continue|true)$/i.test(row.policy);
    if (untracked || oversold) {
      counts.uncounted++;
      const silent = row.quantity === undefined && !oversold;
      return silent ? { stock: undefined, firstStock: UNTRACKED_STOCK } : { stock: UNTRACKED_STOCK };
    }
    if (row.quantity === undefined) {
      counts[columns.has('quantity') ? 'emptyStock' : 'withoutStock']++;
      return { stock: undefined };
    }
    if (row.quantity < 0) counts.negativeStock++;
    return { stock: Math.max(0, row.quantity), stockBefore: row.exportedQuantity };
  }
}
