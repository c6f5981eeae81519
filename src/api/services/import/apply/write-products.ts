import { toFilterValues } from '#api/database/filter-values.ts';
import { insertInBatches, padToPowerOfTwo, takeExcluded } from '#api/database/row-batches.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { indexProducts } from '#api/database/search/product-index.ts';
import { fromStoredAttributes } from '#api/services/catalogue/attributes.ts';
import { keysOfLists, writeCollections } from '#api/services/catalogue/collections.ts';
import { writeProductFacts } from '#api/services/catalogue/filter-facts.ts';
import { findProductsById } from '#api/services/catalogue/read-products.ts';
import { addOldAddresses, addStatedOldSlugs } from '#api/services/import/apply/rename-products.ts';
import {
  addCounts,
  type ChangeCounts,
  type PlannedProduct,
  toStoredVariant,
  type VariantRow,
  zeroCounts,
} from '#api/services/import/plan/plan-variants.ts';
import type { ProductRow } from '#api/services/import/plan/read-stored-products.ts';
import { describedColumns, type ProductRecord, recordChanges, variantColumns } from '#api/services/import/undo/product-record.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { keyOfProduct } from '#lib/rules/http/surrogate-keys.ts';

/** Finds the columns by which a variant of a product is filtered, from its name. */
function filterColumnsOf({ row }: PlannedProduct) {
  const facts = {
    optionName: row.option_name,
    designLabel: row.design_label,
    attributes: fromStoredAttributes(row.attributes),
  };
  return (variantName: string) => toFilterValues(facts, variantName);
}

/** The variants that a planned product adds, with the columns by which they are filtered. */
export function addedVariants(planned: PlannedProduct) {
  const columnsOf = filterColumnsOf(planned);
  return planned.variants.added.map((variant) => ({ ...variant, ...columnsOf(variant.product_variation) }));
}

/** The stored variants that change: those that the plan changes, and those whose size or colour follows from a change of the product. */
export function changedVariants(planned: PlannedProduct): VariantRow[] {
  const columnsOf = filterColumnsOf(planned);
  const fill = (variant: VariantRow): VariantRow => ({ ...variant, ...columnsOf(variant.product_variation) });
  const { updated } = planned.variants;
  const written = new Set(updated.map(({ id }) => id));
  const others = planned.variantsBefore.flatMap((variant) => {
    const filled = fill(variant);
    return !written.has(variant.id) && (filled.size !== variant.size || filled.colour !== variant.colour) ? [filled] : [];
  });
  return [...updated.map(fill), ...others];
}

/** The content that pages show of products on sale, as JSON by id, with stock as a boolean. */
async function readVisibleContent(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const toJson = (product: unknown) =>
    JSON.stringify(product, (key, value) => {
      if (key === 'stock' || key === 'product_stock') return value > 0;
      return key === 'updated_at' ? undefined : value;
    });
  return new Map(
    (await findProductsById(tx, padToPowerOfTwo(ids), 'all variants')).map((product) => [product.product_id, toJson(product)]),
  );
}

/** A product's searchable text. While it is unchanged, the search index need not be updated. */
const indexedText = ({ name, brand, keywords, description, sub_category_id, collections }: Omit<ProductRow, 'id'>): string =>
  JSON.stringify([name, brand, keywords, description, sub_category_id, collections]);

const changedColumns = [...describedColumns, 'price', 'mrp', 'stock'] as const;

const writtenColumns = [
  ...variantColumns.filter((column) => column !== 'sale'),
  'sale_price',
  'sale_starts_at',
  'sale_ends_at',
  'sale_due_at',
  'regular_price',
  'size',
  'colour',
] as const;

async function writeRows(tx: Tx, planned: readonly PlannedProduct[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const changed = planned.flatMap(({ before, row }) => (before ? [{ ...row, id: before.id }] : []));
  for (const { slug, id } of changed) ids.set(slug, id);
  await insertInBatches(changed, (rows) =>
    tx
      .insertInto('product')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(takeExcluded(changedColumns)))
      .execute(),
  );
  const added = planned.filter(({ before }) => !before).map(({ row }) => row);
  await insertInBatches(added, async (rows) => {
    const inserted = await tx.insertInto('product').values(rows).returning(['id', 'slug']).execute();
    for (const { id, slug } of inserted) ids.set(slug, id);
  });
  return ids;
}

/** Returns the ids of the added variants, by product id. */
async function writeVariants(
  tx: Tx,
  planned: readonly PlannedProduct[],
  ids: ReadonlyMap<string, number>,
): Promise<Map<number, number[]>> {
  const now = isoNow();
  const changed = planned.flatMap(changedVariants).sort((a, b) => a.id - b.id);
  const updated = changed.map((variant) => toStoredVariant(variant, now));
  await insertInBatches(updated, (rows) =>
    tx
      .insertInto('variant')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(takeExcluded(writtenColumns)))
      .execute(),
  );
  const added = planned.flatMap((product) => {
    const product_id = ids.get(product.row.slug) ?? 0;
    return addedVariants(product).map((variant) => ({ ...toStoredVariant(variant, now), product_id }));
  });
  const inserted: { id: number; product_id: number }[] = [];
  await insertInBatches(added, async (rows) => {
    inserted.push(...(await tx.insertInto('variant').values(rows).returning(['id', 'product_id']).execute()));
  });
  const byProduct = Map.groupBy(inserted, ({ product_id }) => product_id);
  return new Map([...byProduct].map(([productId, rows]) => [productId, rows.map(({ id }) => id)]));
}

interface WrittenProducts {
  products: ChangeCounts;
  variants: ChangeCounts;
  keys: string[];
  ids: number[];
  /** Those of them that were added or are another now. */
  changedIds: number[];
  /** How to take the changes back, by slug. */
  records: Map<string, ProductRecord>;
}

/**
 * Upserts products with their variants and updates the search index. The rows of existing products must be locked (`lockStock`).
 */
export async function writeProducts(tx: Tx, planned: readonly PlannedProduct[]): Promise<WrittenProducts> {
  const existingIds = planned.flatMap(({ before }) => before?.id ?? []);
  const contentBefore = await readVisibleContent(tx, existingIds);
  const ids = await writeRows(tx, planned);
  const addedIds = await writeVariants(tx, planned, ids);
  await writeProductFacts(
    tx,
    planned.map(({ row }) => ({ id: ids.get(row.slug) ?? 0, attributes: row.attributes })),
  );
  await writeCollections(
    tx,
    planned
      .filter(({ before, row }) => (before?.collections ?? null) !== row.collections)
      .map(({ before, row }) => ({ id: ids.get(row.slug) ?? 0, collections: row.collections, isNew: !before })),
  );
  await addStatedOldSlugs(tx, planned, ids);
  await addOldAddresses(tx, planned);

  const contentAfter = await readVisibleContent(tx, existingIds);
  const changed = existingIds.filter((id) => contentBefore.get(id) !== contentAfter.get(id));
  if (changed.length > 0)
    await tx.updateTable('product').set({ updated_at: isoNow() }).where('id', 'in', padToPowerOfTwo(changed)).execute();

  const toIndex = planned.filter(({ before, row }) => !before || before.active === 0 || indexedText(before) !== indexedText(row));
  await indexProducts(
    tx,
    toIndex.map(({ row }) => ids.get(row.slug) ?? 0),
  );
  const [products, variants] = [zeroCounts(), zeroCounts()];
  const records = new Map<string, ProductRecord>();
  const changedIds: number[] = [];
  for (const product of planned) {
    const { slug } = product.row;
    addCounts(variants, product.variants.counts);
    const record = recordChanges(product, addedIds.get(ids.get(slug) ?? 0) ?? []);
    if (record) records.set(slug, record);
    if (!record && !product.isRenamed) continue;
    products[product.before ? 'changed' : 'added']++;
    changedIds.push(ids.get(slug) ?? 0);
  }
  const keys = planned.flatMap(({ row }) => [keyOfProduct(ids.get(row.slug) ?? 0), ...keysOfLists(row)]);
  return { products, variants, keys, ids: [...ids.values()], changedIds, records };
}
