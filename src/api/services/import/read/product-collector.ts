import { isGtin } from '#api/services/catalogue/gtin.ts';
import { type LeftOutTexts, readProductTexts } from '#api/services/import/facts/product-texts.ts';
import type { FormatReader, ImportRow } from '#api/services/import/formats/format.ts';
import { findRepairs } from '#api/services/import/report/find-repairs.ts';
import { helpFor } from '#api/services/import/report/help-texts.ts';
import { Repairs } from '#api/services/import/report/repairs.ts';
import { foldName } from '#lib/rules/text.ts';
import { countDropped, type DroppedContent } from './clean-description.ts';
import type { Column } from './column-names.ts';
import type { BadRow, ImportedProduct, PartialSeller } from './imported-product.ts';
import { LostRows } from './lost-rows.ts';
import type { Cells, KnownColumns, MappedColumn } from './match-columns.ts';
import { addRowPictures } from './pictures-of-row.ts';
import type { ProductInProgress, ProductSpool, RowPosition } from './product-spool.ts';
import { findSkipReason } from './skip-reason.ts';
import { HandlesWithSigns } from './slugs.ts';
import { detectDamage } from './text-repair.ts';
import { type CatalogueRow, catalogueRow, findPriceProblem, hasVariant, toCategory, toDescription } from './validate-row.ts';
import {
  findVariationProblem,
  lacksOption,
  readPrices,
  readStock,
  toOptionName,
  toVariation,
  type VariantCounts,
} from './variant-of-row.ts';

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

interface CollectorOptions {
  /** The seller of rows without one; what is undefined, existing products keep. */
  seller: PartialSeller;
  storeName: string | undefined;
  spool: ProductSpool;
}

/** Columns of a variant. A product whose first row has errors in these only is imported with its other rows. */
const variantColumns: ReadonlySet<unknown> = new Set<Column>([
  'option1',
  'option2',
  'option3',
  'sku',
  'quantity',
  'exportedQuantity',
  'price',
  'compareAt',
  'salePrice',
  'saleStart',
  'saleEnd',
]);

/** A price as its cell had it, which is empty or 0 when it is a problem. */
const formatCell = (price: number | undefined): string => (price === undefined ? '' : String(price));

/** Groups rows into products by handle; the rows of a product need not be consecutive. */
export class ProductCollector {
  readonly #products: ProductSpool;
  readonly #skipped = new Map<string, SkippedProduct>();
  /** Slugs of products whose first row is invalid, so that their other rows are ignored. */
  readonly #invalidFirstRow = new Set<string>();
  readonly #defaultSeller: PartialSeller;
  readonly #storeName: string | undefined;
  readonly result: ParsedCatalogue;

  constructor({ seller, storeName, spool }: CollectorOptions) {
    this.#storeName = storeName;
    this.#defaultSeller = seller.name === undefined ? seller : { ...seller, name: this.#normaliseName(seller.name) };
    this.#products = spool;
    this.result = {
      products: spool,
      skipped: [],
      badRows: [],
      isUnreadable: false,
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
    };
  }

  /** Adds a file whose rows follow. `format` continues "This is". */
  addFile(file: string, format: string, columns: Pick<FormatReader, 'unread' | 'absent' | 'mapped'>): void {
    this.result.files.push({ file, format, products: 0, variants: 0, mapped: columns.mapped?.() ?? [] });
    for (const name of columns.unread()) this.result.columns.unread.add(name);
    for (const name of columns.absent()) this.result.columns.absent.add(name);
  }

  add(importRow: Omit<ImportRow, 'line'>, at: RowPosition): void {
    const { cells, columns, isContinued } = importRow;
    if (!isContinued) this.result.rows++;
    const lose = (slug?: string) => {
      if (!isContinued) this.result.lost.add(slug);
    };
    const slug = catalogueRow.shape.handle.safeParse(cells.handle);
    if (slug.success) {
      const { handlesWithSigns, repairs } = this.result;
      const known = handlesWithSigns.size;
      const other = handlesWithSigns.add(cells.handle, slug.data, this.result.slugs.has(slug.data));
      if (handlesWithSigns.size > known)
        repairs.add(at, { kind: 'handle', column: columns.nameOf('handle'), before: cells.handle, after: slug.data });
      if (other) {
        this.addBadRow(
          at,
          columns.nameOf('handle'),
          `gives the same web address as the handle "${other}" once its signs are left out`,
        );
        lose();
        return;
      }
      this.result.slugs.add(slug.data);
      if (this.#skipped.has(slug.data)) {
        if (!isContinued) this.result.notForSaleRows++;
        return;
      }
      if (this.#invalidFirstRow.has(slug.data)) {
        lose(slug.data);
        return;
      }
      const reason = cells.title !== '' && !this.#products.has(slug.data) ? findSkipReason(cells) : undefined;
      if (reason) {
        this.#skipped.set(slug.data, { slug: slug.data, name: cells.title, reason });
        if (!isContinued) this.result.notForSaleRows++;
        return;
      }
    }
    const row = catalogueRow.safeParse(cells);
    if (!row.success) {
      const bad = row.error.issues.map(({ path, message }) => ({ column: path[0] as Column, message }));
      for (const { column, message } of bad) this.addBadRow(at, columns.nameOf(column), message, cells[column]);
      lose(slug.success ? slug.data : undefined);
      if (slug.success && !this.#markPartial(slug.data)) this.#startWithoutVariant(slug.data, cells, columns, at, bad);
      return;
    }
    const isDamaged = this.#recordDamage(cells, at);
    const repairs = isContinued ? [] : [...(importRow.repairs ?? []), ...findRepairs(cells, row.data, { columns, isDamaged })];
    for (const repair of repairs) this.result.repairs.add(at, repair);
    const existing = this.#products.get(row.data.handle);
    const current = existing ?? this.#startProduct(row.data, columns, at);
    if (!current) {
      lose(row.data.handle);
      return;
    }
    addRowPictures(current.product, row.data, importRow.morePictures);
    const hasNoVariant = importRow.isProductOnly || (existing && !hasVariant(row.data));
    const isGood = hasNoVariant || this.#addVariant(current, row.data, columns, at);
    if (isGood) current.rows++;
    else lose(row.data.handle);
  }

  /** Records a row that its format cannot read. */
  addUnusableRow(at: RowPosition, column: string, reason: string, value?: string): void {
    this.result.rows++;
    this.addBadRow(at, column, reason, value);
    this.result.lost.add(undefined);
  }

  /** Records a row with more cells than the header has. Which cells are its own is unknown, except the first ones. */
  addWideRow(cells: Cells, at: RowPosition, reason: string): void {
    this.result.rows++;
    this.addBadRow(at, 'row', reason);
    const slug = catalogueRow.shape.handle.safeParse(cells.handle);
    this.result.lost.add(slug.success ? slug.data : undefined);
    if (!slug.success) return;
    this.result.slugs.add(slug.data);
    if (!this.#markPartial(slug.data)) this.#invalidFirstRow.add(slug.data);
  }

  /** Flushes the products and returns the result. Call it after the last row. */
  finish(): ParsedCatalogue {
    const { lost } = this.result;
    for (const slug of lost.slugs()) {
      const entry = this.#products.get(slug);
      if (!entry || entry.product.variants.length === 0) lost.addProduct(slug, entry?.rows ?? 0);
    }
    this.#products.flush();
    this.result.skipped = [...this.#skipped.values()];
    return this.result;
  }

  /** Records an error that makes a whole file unusable. */
  markUnreadable(at: RowPosition, column: string, reason: string): void {
    this.result.isUnreadable = true;
    this.addBadRow(at, column, reason);
  }

  /** Records a row that is no product. */
  addLeftOutRow(at: RowPosition, reason: string): void {
    this.result.rows++;
    this.result.notForSaleRows++;
    this.result.leftOutRows.push({ ...at, reason });
  }

  addBadRow(at: RowPosition, column: string, reason: string, value?: string): void {
    this.result.badRows.push({ ...at, column, ...(value !== undefined && { value }), reason, help: helpFor(reason) });
  }

  /** Marks a product with an invalid row as partial. Returns whether the product has begun. */
  #markPartial(slug: string): boolean {
    const existing = this.#products.get(slug);
    if (existing) existing.product.partial = true;
    return existing !== undefined;
  }

  /** Begins a product whose first row has an invalid variant; ignores the product when other cells are invalid too. */
  #startWithoutVariant(
    slug: string,
    cells: Cells,
    columns: KnownColumns,
    at: RowPosition,
    bad: readonly { column: Column }[],
  ): void {
    const blank = Object.fromEntries(bad.map(({ column }) => [column, '']));
    const row = catalogueRow.safeParse({ ...cells, ...blank });
    const started =
      row.success && row.data.title !== '' && bad.every(({ column }) => variantColumns.has(column))
        ? this.#startProduct(row.data, columns, at)
        : undefined;
    if (started && row.data) {
      started.product.partial = true;
      addRowPictures(started.product, row.data);
    } else this.#invalidFirstRow.add(slug);
  }

  /** Maps the store's name to the store itself (''). */
  #normaliseName(name: string): string {
    return this.#storeName !== undefined && foldName(name) === foldName(this.#storeName) ? '' : name;
  }

  /** The seller of a row; undefined parts are not in the file. */
  #readSeller(row: CatalogueRow, columns: KnownColumns): PartialSeller {
    const { name, kind } = this.#defaultSeller;
    return {
      name: row.seller ? this.#normaliseName(row.seller) : (name ?? (columns.has('seller') ? '' : undefined)),
      kind: row.sellerKind ?? kind ?? (columns.has('sellerKind') ? 'retailer' : undefined),
    };
  }

  #countInFile(what: 'products' | 'variants'): void {
    const file = this.result.files.at(-1);
    if (file) file[what]++;
  }

  /** Records the damage of a row's characters. Returns whether some of it was repaired. */
  #recordDamage(cells: Cells, at: RowPosition): boolean {
    const damage = new Set(Object.values(cells).map(detectDamage));
    if (damage.has('repaired')) this.result.damaged.repaired.push(at);
    if (damage.has('left')) this.result.damaged.left.push(at);
    return damage.has('repaired');
  }

  #startProduct(row: CatalogueRow, columns: KnownColumns, at: RowPosition): ProductInProgress | undefined {
    if (row.title === '') {
      this.addBadRow(at, columns.nameOf('title'), 'is required in the first row of a product');
      this.#invalidFirstRow.add(row.handle);
      return undefined;
    }
    const hasCategory = columns.has('type') || row.productCategory !== '';
    const product: ImportedProduct = {
      slug: row.handle,
      ...(row.oldHandles.length > 0 && { oldSlugs: row.oldHandles }),
      name: row.title,
      description: columns.has('body') ? toDescription(row) : undefined,
      brand: columns.has('vendor') ? row.vendor || null : undefined,
      category: hasCategory ? toCategory(row) : undefined,
      collections: columns.has('collections') ? row.collections : undefined,
      categoryPicture: row.categoryImage || undefined,
      keywords: columns.has('tags') ? row.tags : undefined,
      seller: this.#readSeller(row, columns),
      countryOfOrigin: columns.has('country') ? row.country || null : undefined,
      ...readProductTexts(row, columns, this.result.leftOut),
      group: columns.has('group') ? row.group || null : undefined,
      sizeGuide: columns.has('sizeGuide') ? row.sizeGuide || null : undefined,
      gstRate: columns.has('gstRate') ? (row.gstRate ?? null) : undefined,
      hsn: columns.has('hsn') ? row.hsn || null : undefined,
      createdAt: row.created,
      optionName: toOptionName(row, columns),
      variants: [],
      pictures: [],
      keepsPictures: !columns.has('image'),
      keepsAlts: !columns.has('imageAlt'),
      partial: false,
    };
    const dropped = countDropped(row.body);
    for (const kind of ['links', 'pictures', 'films'] as const) this.result.dropped[kind] += dropped[kind];
    const started: ProductInProgress = { product, seen: new Map(), at, rows: 0 };
    this.#products.add(started);
    this.#countInFile('products');
    return started;
  }

  /** Adds a row's variant. Returns false when it cannot be added, after recording why. */
  #addVariant({ product, seen }: ProductInProgress, row: CatalogueRow, columns: KnownColumns, at: RowPosition): boolean {
    const variation = toVariation(row);
    const priceProblem = findPriceProblem(row);
    const variationProblem = findVariationProblem(product, variation, seen, at);
    if (priceProblem) this.addBadRow(at, columns.nameOf('price'), priceProblem, formatCell(row.price));
    if (variationProblem) this.addBadRow(at, columns.nameOf('option1'), variationProblem, variation);
    if (row.price === undefined || priceProblem || variationProblem) {
      product.partial = true;
      return false;
    }
    seen.set(variation.toLowerCase(), at);
    this.#countInFile('variants');
    if (row.barcode && !isGtin(row.barcode)) this.result.counts.invalidBarcodes++;
    product.variants.push({
      variation,
      sku: columns.has('sku') ? row.sku || null : undefined,
      barcode: columns.has('barcode') ? row.barcode || null : undefined,
      grams: columns.has('grams') ? row.grams || null : undefined,
      picture: columns.has('variantImage') ? row.variantImage || null : undefined,
      ...readPrices({ ...row, price: row.price }, columns),
      ...readStock(row, columns, this.result.counts),
      ...(lacksOption(row, columns) && { lacksOption: true }),
    });
    return true;
  }
}
