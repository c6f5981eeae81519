import type { Selectable } from 'kysely';
import { padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { Tables } from '#api/database/schema/tables.ts';
import { calculateProductTotals } from '#api/services/catalogue/product-price-and-stock.ts';
import type { ProductRow } from '#api/services/import/plan/read-stored-products.ts';
import type { ImportedProduct, ImportedVariant } from '#api/services/import/read/imported-product.ts';
import { isSaleOver, regularPrice, type Sale, saleOf, toSaleColumns } from '#api/services/sales/sale-price.ts';
import { isoNow } from '#lib/rules/durations.ts';

/** How many products or variants an import adds, changes and withdraws from sale. */
export interface ChangeCounts {
  added: number;
  changed: number;
  withdrawn: number;
}

export const zeroCounts = (): ChangeCounts => ({ added: 0, changed: 0, withdrawn: 0 });

/** Adds `more` to `sum` in place. */
export function addCounts(sum: ChangeCounts, more: ChangeCounts): void {
  sum.added += more.added;
  sum.changed += more.changed;
  sum.withdrawn += more.withdrawn;
}

type StoredVariant = Selectable<Tables['variant']>;

/** A variant as files have it: with its regular price, and with its sale as one value. */
export interface VariantRow
  extends Omit<StoredVariant, 'regular_price' | 'sale_price' | 'sale_starts_at' | 'sale_ends_at' | 'sale_due_at'> {
  /** A sale that runs or is to come, as JSON; null for none. */
  sale: string | null;
}

export const toSaleText = (sale: Sale | null): string | null => sale && JSON.stringify([sale.price, sale.startsAt, sale.endsAt]);

export function parseSaleText(text: string | null): Sale | null {
  if (text === null) return null;
  const [price, startsAt, endsAt] = JSON.parse(text) as [number, string | null, string | null];
  return { price, startsAt, endsAt };
}

function toVariantRow(stored: StoredVariant, now: string): VariantRow {
  const { regular_price, sale_price, sale_starts_at, sale_ends_at, sale_due_at: _, ...row } = stored;
  const sale = saleOf({ sale_price, sale_starts_at, sale_ends_at }, now);
  return { ...row, price: regularPrice({ price: row.price, regular_price }), sale: toSaleText(sale) };
}

/** The columns of a variant as they are stored at `now`, when its sale may run. */
export function toStoredVariant<Row extends Pick<VariantRow, 'price' | 'sale'>>({ sale, ...row }: Row, now: string) {
  return { ...row, ...toSaleColumns(row.price, parseSaleText(sale), now) };
}

/** Without the columns that are filled where it is written. */
type NewVariantRow = Omit<VariantRow, 'id' | 'product_id' | 'size' | 'colour'>;

/** What an import does to the variants of one product. */
export interface VariantPlan {
  added: NewVariantRow[];
  /** The new rows of changed variants, withdrawn ones included. */
  updated: VariantRow[];
  counts: ChangeCounts;
  /** The product's price and MRP (paise) and stock after the import. */
  totals: { price: number; mrp: number; stock: number };
}

/** Reads all variants of products, by product id. */
export async function readVariantsByProduct(db: Db, ids: readonly number[]): Promise<Map<number, VariantRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('variant').selectAll().where('product_id', 'in', padToPowerOfTwo(ids)).execute();
  const now = isoNow();
  return Map.groupBy(
    rows.map((row) => toVariantRow(row, now)),
    ({ product_id }) => product_id,
  );
}

/** A variant's stock after an import. Stock that the owner has not edited in the file is outdated by later sales, so it is ignored. */
function planStock({ stock, stockBefore, firstStock }: ImportedVariant, before: VariantRow | undefined): number {
  if (stock === undefined) return before?.stock ?? firstStock ?? 0;
  return before && stock === (stockBefore ?? before.imported_stock) ? before.stock : stock;
}

/** How imports of earlier versions stored a value with commas: "1,5 L" as "1.5 L", "Red, White" as "Red & White". */
const earlierSpelling = (variantName: string): string =>
  variantName
    .replace(/(\d),(\d)/g, '$1.$2')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' & ');

/** The MRP of a variant without a compare-at price in the file: the stored one, unless that was only the price. */
function planMrp({ price, mrp }: ImportedVariant, before: VariantRow | undefined): number {
  const hadCompareAt = before !== undefined && before.mrp > before.price;
  return Math.max(price, mrp ?? (hadCompareAt ? before.mrp : 0));
}

/** The sale of a variant: that of the file, else the stored one, as long as it lowers the price. */
function planSale({ price, sale }: ImportedVariant, before: VariantRow | undefined, now: string): string | null {
  const planned = sale === undefined ? parseSaleText(before?.sale ?? null) : sale;
  return planned && planned.price < price && !isSaleOver(planned, now) ? toSaleText(planned) : null;
}

const comparedColumns = [
  'product_variation',
  'sku',
  'barcode',
  'grams',
  'price',
  'mrp',
  'sale',
  'position',
  'active',
  'stock',
] as const;

/** Columns that are written but not counted as a change: a dry run does not know the stored picture. */
const otherColumns = ['imported_stock', 'picture'] as const;

/** Plans the changes from a product's existing variants to those in the file. Reads and writes nothing. */
export function planVariants(existing: readonly VariantRow[], product: ImportedProduct): VariantPlan {
  const counts = zeroCounts();
  const now = isoNow();
  const [added, updated, onSale]: [NewVariantRow[], VariantRow[], NewVariantRow[]] = [[], [], []];
  const rest = new Map(existing.map((row) => [row.product_variation.toLowerCase(), row]));
  for (const [index, variant] of product.variants.entries()) {
    const name = variant.variation.toLowerCase();
    const key = rest.has(name) ? name : earlierSpelling(name);
    const before = rest.get(key);
    rest.delete(key);
    const row: NewVariantRow = {
      product_variation: variant.variation,
      sku: variant.sku === undefined ? (before?.sku ?? null) : variant.sku,
      barcode: variant.barcode === undefined ? (before?.barcode ?? null) : variant.barcode,
      grams: variant.grams === undefined ? (before?.grams ?? null) : variant.grams,
      picture: variant.picture === undefined ? (before?.picture ?? null) : variant.picture,
      price: variant.price,
      mrp: planMrp(variant, before),
      sale: planSale(variant, before, now),
      stock: planStock(variant, before),
      position: index + 1,
      active: 1,
      imported_stock: variant.stock ?? before?.imported_stock ?? null,
    };
    onSale.push(row);
    if (!before) {
      added.push(row);
      counts.added++;
      continue;
    }
    const isChanged = comparedColumns.some((column) => before[column] !== row[column]);
    if (isChanged) counts.changed++;
    if (isChanged || otherColumns.some((column) => before[column] !== row[column])) updated.push({ ...before, ...row });
  }
  for (const row of rest.values()) {
    if (row.active === 0) continue;
    if (product.partial) {
      onSale.push(row);
    } else {
      updated.push({ ...row, active: 0 });
      counts.withdrawn++;
    }
  }
  const totals = calculateProductTotals(onSale.map((row) => toStoredVariant(row, now)));
  return { added, updated, counts, totals: totals ?? { price: 0, mrp: 0, stock: 0 } };
}

export interface PlannedProduct {
  before: ProductRow | undefined;
  row: Omit<ProductRow, 'id'>;
  variantsBefore: readonly VariantRow[];
  variants: VariantPlan;
  oldSlugs?: string[] | undefined;
  /** Addresses of its page in a former shop, if the file names any. */
  oldAddresses?: string[] | undefined;
  /** Whether it has just got its slug, which is a change of its own. */
  isRenamed?: boolean;
}
