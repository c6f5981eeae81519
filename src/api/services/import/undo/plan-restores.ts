import { padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { withoutFirst } from '#api/services/catalogue/collections.ts';
import { calculateProductTotals } from '#api/services/catalogue/product-price-and-stock.ts';
import {
  type PlannedProduct,
  parseSaleText,
  readVariantsByProduct,
  toStoredVariant,
  type VariantRow,
  zeroCounts,
} from '#api/services/import/plan/plan-variants.ts';
import type { ProductRow, StoredProduct } from '#api/services/import/plan/read-stored-products.ts';
import { isSaleOver } from '#api/services/sales/sale-price.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { formatNumber } from '#lib/rules/text.ts';
import { bookkeeping, type ColumnChanges, type ProductRecord, type Value } from './product-record.ts';
import type { UndoItem } from './undo-records.ts';

/** A change since the import, which taking it back does not undo. */
export interface KeptChange {
  slug: string;
  /** Such as "Red: 2 sold since the import". */
  text: string;
}

/** Names of columns whose own name says less to an owner. */
const columnNames: Record<string, string> = {
  picture_alts: 'picture texts',
  sub_category_id: 'category',
  collections: 'the list of collections',
  seller_id: 'seller',
  country_of_origin: 'country of origin',
  design_group: 'group',
  design_label: 'colour of its group',
  size_guide: 'size guide',
  keywords: 'tags',
  gst_rate: 'GST rate',
  hsn: 'HSN',
  option_name: 'option name',
  created_at: 'first offered',
  product_variation: 'option',
  sku: 'SKU',
  mrp: 'compare-at price',
};

const describeEdited = (column: string): string => `${columnNames[column] ?? column} was edited since and stays`;

/** The products to write, and what was changed since the import. */
interface PlannedRestores {
  planned: PlannedProduct[];
  kept: KeptChange[];
}

/** Puts back the former values, except of columns that have changed since, whose names are returned. */
function restoreColumns<Row extends Record<string, unknown>>(row: Row, columns: ColumnChanges): { row: Row; edited: string[] } {
  const restored: Record<string, unknown> = { ...row };
  const edited: string[] = [];
  for (const [column, [before, after]] of Object.entries(columns)) {
    if (row[column] === after) restored[column] = before;
    else if (row[column] !== before && !bookkeeping.has(column)) edited.push(column);
  }
  return { row: restored as Row, edited };
}

/** The stock after taking back an import that changed it from `before` to `after`, and what has happened to it since. */
function restoreStock(stock: number, [before, after]: [Value, Value], isSet: boolean): { stock: number; text?: string } {
  const [was, became] = [Number(before), Number(after)];
  if (isSet)
    return { stock, ...(stock !== was && { text: `the stock of ${formatNumber(stock)} was set since the import and stays` }) };
  if (stock === became) return { stock: was };
  const sold = became - stock;
  const text = sold > 0 ? `${formatNumber(sold)} sold since the import` : `${formatNumber(-sold)} returned since the import`;
  return { stock: Math.max(0, was - sold), text };
}

/** A sale as it was before or after an import; null once it is over. */
const unlessOver = (text: Value, now: string): Value => {
  const sale = parseSaleText(text === null ? null : String(text));
  return sale && !isSaleOver(sale, now) ? text : null;
};

function restoreVariant(variant: VariantRow, { stock, sale, ...columns }: ColumnChanges, isSet: boolean) {
  const now = isoNow();
  const ofSale = sale && { sale: [unlessOver(sale[0], now), unlessOver(sale[1], now)] satisfies ColumnChanges[string] };
  const { row, edited } = restoreColumns({ ...variant }, { ...columns, ...ofSale });
  const restored = stock && restoreStock(variant.stock, stock, isSet);
  const texts = [...edited.map(describeEdited), ...(restored?.text ? [restored.text] : [])];
  return { row: { ...row, stock: restored?.stock ?? variant.stock }, texts };
}

function planRestore(
  before: ProductRow,
  record: ProductRecord,
  variantsBefore: readonly VariantRow[],
  setSince: ReadonlySet<number>,
) {
  const { row: restored, edited } = restoreColumns({ ...before }, record.columns);
  const row = { ...restored, collections: withoutFirst(restored) };
  const texts = edited.map(describeEdited);
  const changes = new Map(record.variants.map(({ id, columns }) => [id, columns]));
  const added = new Set(record.added);
  const after = variantsBefore.map((variant) => {
    if (added.has(variant.id)) return { ...variant, active: 0 };
    const columns = changes.get(variant.id);
    if (!columns) return variant;
    const restored = restoreVariant(variant, columns, setSince.has(variant.id));
    const name = variant.product_variation;
    texts.push(...restored.texts.map((text) => (name ? `${name}: ${text}` : text)));
    return restored.row;
  });
  const updated = after.filter((variant, index) => variant !== variantsBefore[index]);
  const now = isoNow();
  const onSale = after.filter(({ active }) => active === 1).map((variant) => toStoredVariant(variant, now));
  const totals = calculateProductTotals(onSale) ?? {};
  const counts = { ...zeroCounts(), changed: updated.length - added.size, withdrawn: added.size };
  // Without its hash, the next import compares every value.
  const hash =
    texts.length > 0 || before.import_hash !== (record.columns['import_hash']?.[1] ?? before.import_hash) ? '' : row.import_hash;
  const { id: _, ...values } = { ...row, ...totals, import_hash: hash };
  const variants = { added: [], updated, counts, totals: { price: values.price, mrp: values.mrp, stock: values.stock } };
  return { planned: { before, row: values, variantsBefore, variants } satisfies PlannedProduct, texts };
}

async function readStockSetSince(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('stock_set_since_import')
    .select('variant_id')
    .where('variant_id', 'in', padToPowerOfTwo(ids))
    .execute();
  return new Set(rows.map(({ variant_id }) => variant_id));
}

/** Plans to give products their values from before the import, except those that were changed since. The products' stock must be locked. */
export async function planRestores(
  tx: Tx,
  restores: readonly UndoItem[],
  stored: ReadonlyMap<string, StoredProduct>,
): Promise<PlannedRestores> {
  const existing = restores.flatMap(({ slug, record }) => {
    const row = stored.get(slug)?.row;
    return row && !record.isNew ? [{ slug, record, row }] : [];
  });
  const variants = await readVariantsByProduct(
    tx,
    existing.map(({ row }) => row.id),
  );
  const setSince = await readStockSetSince(
    tx,
    existing.flatMap(({ record }) => record.variants.map(({ id }) => id)),
  );
  const plans = existing.map(({ slug, record, row }) => ({
    slug,
    ...planRestore(row, record, variants.get(row.id) ?? [], setSince),
  }));
  return {
    planned: plans.map(({ planned }) => planned),
    kept: plans.flatMap(({ slug, texts }) => texts.map((text) => ({ slug, text }))),
  };
}
