import { isGtin } from '#lib/rules/product/gtin.ts';
import { foldName } from '#lib/rules/text/fold-name.ts';
import { countDropped, type DroppedContent } from './clean-description.ts';
import type { BadRow, ImportedProduct, Seller } from './imported-product.ts';
import type { Cells, Columns } from './match-columns.ts';
import type { ProductInProgress, ProductSpool, RowPosition } from './product-spool.ts';
import { findSkipReason } from './skip-reason.ts';
import { HandlesWithSigns } from './slugs.ts';
import { detectDamage } from './text-repair.ts';
import { type CatalogueRow, catalogueRow, findPriceProblem, hasVariant, toCategory, toDescription } from './validate-row.ts';
import { findVariationProblem, readStock, toOptionName, toVariation, type VariantCounts } from './variant-of-row.ts';

/** A product that is not for sale according to the file. */
export interface SkippedProduct {
  slug: string;
  name: string;
  reason: string;
}

/** The content of one or more files. */
export interface ParsedCatalogue {
  /** Stored on disk, because they may not fit in memory. */
  products: ProductSpool;
  skipped: SkippedProduct[];
  badRows: BadRow[];
  /** True when a file could not be read to its end. */
  isUnreadable: boolean;
  /** The slugs of all products in the files, invalid ones included. */
  slugs: Set<string>;
  rows: number;
  counts: VariantCounts;
  /** What descriptions lost. */
  dropped: DroppedContent;
  /** Handles whose signs are not in the slugs. */
  handlesWithSigns: HandlesWithSigns;
  /** Rows with mojibake: characters damaged by a wrong encoding. */
  damaged: { repaired: RowPosition[]; left: RowPosition[] };
}

interface CollectorOptions {
  /** The seller of rows without one. */
  seller: Seller;
  storeName: string | undefined;
  spool: ProductSpool;
}

/** The position of a picture without one in the file. */
const LAST_POSITION = Number.MAX_SAFE_INTEGER;

/** Adds a row's picture, and its variant's picture, which goes last unless another row gives its position. */
function addRowPictures(product: ImportedProduct, row: CatalogueRow): void {
  const find = (source: string) => product.pictures.find((picture) => picture.source === source);
  if (row.image) {
    const place = { alt: row.imageAlt, position: row.imagePosition ?? product.pictures.length + 1 };
    const existing = find(row.image);
    if (!existing) product.pictures.push({ source: row.image, ...place });
    else if (existing.position === LAST_POSITION) Object.assign(existing, place);
  }
  if (row.variantImage && !find(row.variantImage))
    product.pictures.push({ source: row.variantImage, alt: '', position: LAST_POSITION });
}

/** Groups rows into products by handle; the rows of a product need not be consecutive. */
export class ProductCollector {
  readonly #products: ProductSpool;
  readonly #skipped = new Map<string, SkippedProduct>();
  /** Slugs of products whose first row is invalid, so that their other rows are ignored. */
  readonly #invalidFirstRow = new Set<string>();
  readonly #defaultSeller: Seller;
  readonly #storeName: string | undefined;
  readonly result: ParsedCatalogue;

  constructor({ seller, storeName, spool }: CollectorOptions) {
    this.#storeName = storeName;
    this.#defaultSeller = this.#normaliseSeller(seller);
    this.#products = spool;
    this.result = {
      products: spool,
      skipped: [],
      badRows: [],
      isUnreadable: false,
      slugs: new Set(),
      rows: 0,
      counts: { negativeStock: 0, uncounted: 0, withoutStock: 0, emptyStock: 0, invalidBarcodes: 0 },
      dropped: { links: 0, pictures: 0, films: 0 },
      handlesWithSigns: new HandlesWithSigns(),
      damaged: { repaired: [], left: [] },
    };
  }

  /** Adds one row. */
  add(cells: Cells, columns: Columns, at: RowPosition): void {
    this.result.rows++;
    const slug = catalogueRow.shape.handle.safeParse(cells.handle);
    if (slug.success) {
      const other = this.result.handlesWithSigns.add(cells.handle, slug.data, this.result.slugs.has(slug.data));
      if (other) {
        this.addBadRow(
          at,
          columns.nameOf('handle'),
          `gives the same web address as the handle "${other}" once its signs are left out`,
        );
        return;
      }
      this.result.slugs.add(slug.data);
      if (this.#skipped.has(slug.data) || this.#invalidFirstRow.has(slug.data)) return;
      const reason = cells.title !== '' && !this.#products.has(slug.data) ? findSkipReason(cells) : undefined;
      if (reason) {
        this.#skipped.set(slug.data, { slug: slug.data, name: cells.title, reason });
        return;
      }
    }
    const row = catalogueRow.safeParse(cells);
    if (!row.success) {
      for (const issue of row.error.issues) {
        const column = issue.path[0] as keyof Cells;
        this.addBadRow(at, columns.nameOf(column), issue.message);
      }
      if (slug.success) this.#markPartial(slug.data);
      return;
    }
    this.#recordDamage(cells, at);
    const existing = this.#products.get(row.data.handle);
    const current = existing ?? this.#startProduct(row.data, columns, at);
    if (!current) return;
    addRowPictures(current.product, row.data);
    if (!existing || hasVariant(row.data)) this.#addVariant(current, row.data, columns, at);
  }

  /** Flushes the products and returns the result. Call it after the last row. */
  finish(): ParsedCatalogue {
    this.#products.flush();
    this.result.skipped = [...this.#skipped.values()];
    return this.result;
  }

  /** Records an error that makes a whole file unusable. */
  markUnreadable(at: RowPosition, column: string, reason: string): void {
    this.result.isUnreadable = true;
    this.addBadRow(at, column, reason);
  }

  addBadRow(at: RowPosition, column: string, reason: string): void {
    this.result.badRows.push({ ...at, column, reason });
  }

  /** Marks a product with an invalid row as partial; ignores the product when it was the first row. */
  #markPartial(slug: string): void {
    const existing = this.#products.get(slug);
    if (existing) existing.product.partial = true;
    else this.#invalidFirstRow.add(slug);
  }

  /** Maps a seller with the store's name to the store itself (''). */
  #normaliseSeller({ kind, name }: Seller): Seller {
    return { kind, name: this.#storeName !== undefined && foldName(name) === foldName(this.#storeName) ? '' : name };
  }

  #recordDamage(cells: Cells, at: RowPosition): void {
    const damage = new Set(Object.values(cells).map(detectDamage));
    if (damage.has('repaired')) this.result.damaged.repaired.push(at);
    if (damage.has('left')) this.result.damaged.left.push(at);
  }

  #startProduct(row: CatalogueRow, columns: Columns, at: RowPosition): ProductInProgress | undefined {
    if (row.title === '') {
      this.addBadRow(at, columns.nameOf('title'), 'is required in the first row of a product');
      this.#invalidFirstRow.add(row.handle);
      return undefined;
    }
    const seller = row.seller
      ? this.#normaliseSeller({ kind: row.sellerKind ?? this.#defaultSeller.kind, name: row.seller })
      : { ...this.#defaultSeller, ...(row.sellerKind ? { kind: row.sellerKind } : {}) };
    const product: ImportedProduct = {
      slug: row.handle,
      ...(row.oldHandles.length > 0 && { oldSlugs: row.oldHandles }),
      name: row.title,
      description: toDescription(row),
      brand: row.vendor || null,
      category: toCategory(row),
      categoryPicture: row.categoryImage || undefined,
      keywords: row.tags,
      seller,
      countryOfOrigin: row.country || null,
      gstRate: columns.has('gstRate') ? (row.gstRate ?? null) : undefined,
      hsn: columns.has('hsn') ? row.hsn || null : undefined,
      createdAt: row.created,
      optionName: toOptionName(row),
      variants: [],
      pictures: [],
      partial: false,
    };
    const dropped = countDropped(row.body);
    for (const kind of ['links', 'pictures', 'films'] as const) this.result.dropped[kind] += dropped[kind];
    const started: ProductInProgress = { product, seen: new Map() };
    this.#products.add(started);
    return started;
  }

  #addVariant({ product, seen }: ProductInProgress, row: CatalogueRow, columns: Columns, at: RowPosition): void {
    const variation = toVariation(row);
    const priceProblem = findPriceProblem(row);
    const variationProblem = findVariationProblem(product, variation, seen, at);
    if (priceProblem) this.addBadRow(at, columns.nameOf('price'), priceProblem);
    if (variationProblem) this.addBadRow(at, columns.nameOf('option1'), variationProblem);
    if (row.price === undefined || priceProblem || variationProblem) {
      product.partial = true;
      return;
    }
    seen.set(variation.toLowerCase(), at);
    if (row.barcode && !isGtin(row.barcode)) this.result.counts.invalidBarcodes++;
    product.variants.push({
      variation,
      sku: row.sku || null,
      barcode: columns.has('barcode') ? row.barcode || null : undefined,
      picture: columns.has('variantImage') ? row.variantImage || null : undefined,
      price: row.price,
      mrp: Math.max(row.price, row.compareAt ?? 0),
      ...readStock(row, columns, this.result.counts),
    });
  }
}
