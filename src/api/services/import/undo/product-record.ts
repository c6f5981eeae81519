import type { PlannedProduct } from '#api/services/import/plan/plan-variants.ts';
import type { ProductRow } from '#api/services/import/plan/read-stored-products.ts';

/** The columns of a product that an import writes, without those that follow from its variants. */
export const describedColumns = [
  'name',
  'description',
  'brand',
  'pictures',
  'picture_alts',
  'sub_category_id',
  'collections',
  'seller_id',
  'country_of_origin',
  'attributes',
  'design_group',
  'design_label',
  'size_guide',
  'seo_title',
  'seo_description',
  'related',
  'keywords',
  'gst_rate',
  'hsn',
  'option_name',
  'import_hash',
  'active',
  'created_at',
] as const;

/** The columns of a variant that an import writes. */
export const variantColumns = [
  'product_variation',
  'sku',
  'barcode',
  'grams',
  'picture',
  'price',
  'mrp',
  'sale',
  'stock',
  'position',
  'active',
  'imported_stock',
] as const;

/** Columns that only imports read: a difference in them alone is no change. */
export const bookkeeping: ReadonlySet<string> = new Set(['import_hash', 'imported_stock']);

export type Value = string | number | null;

export type ColumnChanges = Record<string, [before: Value, after: Value]>;

/** What an import changed in one product, so that it can be taken back. Stored as JSON. */
export interface ProductRecord {
  /** True when the import added the product. */
  isNew: boolean;
  columns: ColumnChanges;
  variants: { id: number; columns: ColumnChanges }[];
  /** Ids of added variants. */
  added: number[];
}

function findChanges<Row extends Record<Column, Value>, Column extends string>(
  columns: readonly Column[],
  before: Row,
  after: Row,
): ColumnChanges {
  const changed = columns.filter((column) => before[column] !== after[column]);
  return Object.fromEntries(changed.map((column) => [column, [before[column], after[column]]]));
}

const isChange = (columns: ColumnChanges): boolean => Object.keys(columns).some((column) => !bookkeeping.has(column));

/** Records what writing a product changes; undefined when it changes nothing that anyone sees. */
export function recordChanges(
  { before, row, variantsBefore, variants }: PlannedProduct,
  added: number[],
): ProductRecord | undefined {
  if (!before) return { isNew: true, columns: {}, variants: [], added: [] };
  const old = new Map(variantsBefore.map((variant) => [variant.id, variant]));
  const columns = findChanges(describedColumns, { ...before }, { ...row, id: before.id });
  const changedVariants = variants.updated.flatMap((variant) => {
    const was = old.get(variant.id);
    return was ? [{ id: variant.id, columns: findChanges(variantColumns, was, variant) }] : [];
  });
  const isChanged = isChange(columns) || added.length > 0 || changedVariants.some((variant) => isChange(variant.columns));
  return isChanged ? { isNew: false, columns, variants: changedVariants, added } : undefined;
}

/** Records that a product is taken off sale. */
export const recordWithdrawal = ({ import_hash }: ProductRow): ProductRecord => ({
  isNew: false,
  columns: { active: [1, 0], import_hash: [import_hash, ''] },
  variants: [],
  added: [],
});
