import { isGtin } from '#api/services/catalogue/gtin.ts';
import type { FormatReader, ImportRow } from '#api/services/import/formats/format.ts';
import {
  emptyCatalogue,
  type FileEnd,
  type ParsedCatalogue,
  type SkippedProduct,
} from '#api/services/import/read/parsed-catalogue.ts';
import {
  addRowPictures,
  findSkipReason,
  readSeller,
  type SellerDefaults,
  startProduct,
} from '#api/services/import/read/product-of-row.ts';
import type { ProductInProgress, ProductSpool, RowPosition } from '#api/services/import/read/product-spool.ts';
import { helpFor } from '#api/services/import/report/help-texts.ts';
import { findRepairs } from '#api/services/import/report/repairs.ts';
import { countDropped } from './clean-description.ts';
import type { Column } from './column-names.ts';
import type { Cells, KnownColumns } from './match-columns.ts';
import { detectDamage } from './text-repair.ts';
import { type CatalogueRow, catalogueRow, findPriceProblem, hasVariant } from './validate-row.ts';
import { findVariantProblem, lacksOption, readPrices, readStock, toVariantName } from './variant-of-row.ts';

interface CollectorOptions extends SellerDefaults {
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
  readonly #defaults: SellerDefaults;
  #last: string | undefined;
  readonly result: ParsedCatalogue;

  constructor({ spool, ...defaults }: CollectorOptions) {
    this.#defaults = defaults;
    this.#products = spool;
    this.result = emptyCatalogue(spool);
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
    this.#last = slug.success ? slug.data : undefined;
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

  /** Notes which product is at the end of a CSV file. */
  endCsv(end: FileEnd): void {
    if (this.#last !== undefined) this.result.lastProducts.set(this.#last, end);
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

  markUnreadable(at: RowPosition, column: string, reason: string): void {
    this.result.isUnreadable = true;
    this.addBadRow(at, column, reason);
  }

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
    const product = startProduct(row, columns, readSeller(row, columns, this.#defaults), this.result.leftOut);
    const dropped = countDropped(row.body);
    for (const kind of ['links', 'pictures', 'films'] as const) this.result.dropped[kind] += dropped[kind];
    const started: ProductInProgress = { product, seen: new Map(), at, rows: 0 };
    this.#products.add(started);
    this.#countInFile('products');
    return started;
  }

  /** Adds a row's variant. Returns false when it cannot be added, after recording why. */
  #addVariant({ product, seen }: ProductInProgress, row: CatalogueRow, columns: KnownColumns, at: RowPosition): boolean {
    const variantName = toVariantName(row);
    const priceProblem = findPriceProblem(row);
    const variantProblem = findVariantProblem(product, variantName, seen, at);
    if (priceProblem) this.addBadRow(at, columns.nameOf('price'), priceProblem, formatCell(row.price));
    if (variantProblem) this.addBadRow(at, columns.nameOf('option1'), variantProblem, variantName);
    if (row.price === undefined || priceProblem || variantProblem) {
      product.partial = true;
      return false;
    }
    seen.set(variantName.toLowerCase(), at);
    this.#countInFile('variants');
    if (row.barcode && !isGtin(row.barcode)) this.result.counts.invalidBarcodes++;
    product.variants.push({
      variation: variantName,
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
