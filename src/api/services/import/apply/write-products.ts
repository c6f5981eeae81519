import type { Selectable } from 'kysely';
import { insertInBatches, padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import type { Tables } from '#api/database/schema/tables.ts';
import { indexProducts } from '#api/database/search/product-index.ts';
import { findProductsById } from '#api/services/catalogue/read-products.ts';
import { validTimestamp } from '#api/services/catalogue/stored-products.ts';
import { addCounts, type ChangeCounts, zeroCounts } from '#api/services/import/plan/change-counts.ts';
import { planVariants, readVariantsByProduct, type VariantPlan } from '#api/services/import/plan/plan-variants.ts';
import type { StagedProduct } from '#api/services/import/plan/staging-table.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { keyOfCategory, keyOfProduct } from '#lib/rules/http/surrogate-keys.ts';
import { findOrAddSellers, sellerKey } from './add-sellers.ts';
import { findOrAddSubCategories } from './add-sub-categories.ts';
import { addStatedOldSlugs } from './rename-products.ts';

export type ProductRow = Selectable<Tables['product']>;

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
const indexedText = ({ name, brand, keywords, description, sub_category_id }: Omit<ProductRow, 'id'>): string =>
  JSON.stringify([name, brand, keywords, description, sub_category_id]);

interface Planned {
  before: ProductRow | undefined;
  row: Omit<ProductRow, 'id'>;
  variants: VariantPlan;
}

async function planProducts(
  tx: Tx,
  staged: readonly StagedProduct[],
  existing: ReadonlyMap<string, ProductRow>,
): Promise<Planned[]> {
  const categories = await findOrAddSubCategories(
    tx,
    staged.map(({ product }) => product.category),
  );
  const sellers = await findOrAddSellers(
    tx,
    staged.map(({ product }) => product.seller),
  );
  const existingVariants = await readVariantsByProduct(
    tx,
    staged.flatMap(({ product }) => existing.get(product.slug)?.id ?? []),
  );
  const now = isoNow();
  return staged.map(({ product, hash, pictures, createdAt }) => {
    const before = existing.get(product.slug);
    const variants = planVariants(before ? (existingVariants.get(before.id) ?? []) : [], product);
    const keepsPictures = before !== undefined && pictures.length === 0 && product.pictures.length > 0;
    const pictureColumns = keepsPictures
      ? { pictures: before.pictures, picture_alts: before.picture_alts }
      : {
          pictures: pictures.map(({ reference }) => reference).join(','),
          picture_alts: JSON.stringify(pictures.map(({ alt }) => alt)),
        };
    const row: Omit<ProductRow, 'id'> = {
      slug: product.slug,
      name: product.name,
      description: product.description,
      brand: product.brand,
      ...pictureColumns,
      sub_category_id: categories.get(product.category) ?? 0,
      seller_id: sellers.get(sellerKey(product.seller)) ?? 0,
      country_of_origin: product.countryOfOrigin,
      keywords: product.keywords,
      gst_rate: product.gstRate === undefined ? (before?.gst_rate ?? null) : product.gstRate,
      hsn: product.hsn === undefined ? (before?.hsn ?? null) : product.hsn,
      option_name: product.optionName ?? null,
      ...variants.totals,
      import_hash: hash,
      active: 1,
      created_at: product.createdAt ?? validTimestamp(before?.created_at) ?? createdAt,
      updated_at: before ? before.updated_at : now,
    };
    return { before, row, variants };
  });
}

const changedColumns = [
  'name',
  'description',
  'brand',
  'pictures',
  'picture_alts',
  'sub_category_id',
  'seller_id',
  'country_of_origin',
  'keywords',
  'gst_rate',
  'hsn',
  'option_name',
  'price',
  'mrp',
  'stock',
  'import_hash',
  'active',
  'created_at',
] as const;

const variantColumns = [
  'product_variation',
  'sku',
  'barcode',
  'picture',
  'price',
  'mrp',
  'stock',
  'position',
  'active',
  'imported_stock',
] as const;

async function writeRows(tx: Tx, planned: readonly Planned[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const changed = planned.flatMap(({ before, row }) => (before ? [{ ...row, id: before.id }] : []));
  for (const { slug, id } of changed) ids.set(slug, id);
  await insertInBatches(changed, (rows) =>
    tx
      .insertInto('product')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) => Object.fromEntries(changedColumns.map((column) => [column, eb.ref(`excluded.${column}`)]))),
      )
      .execute(),
  );
  const added = planned.filter(({ before }) => !before).map(({ row }) => row);
  await insertInBatches(added, async (rows) => {
    const inserted = await tx.insertInto('product').values(rows).returning(['id', 'slug']).execute();
    for (const { id, slug } of inserted) ids.set(slug, id);
  });
  return ids;
}

async function writeVariants(tx: Tx, planned: readonly Planned[], ids: ReadonlyMap<string, number>): Promise<void> {
  const updated = planned.flatMap(({ variants }) => variants.updated).sort((a, b) => a.id - b.id);
  await insertInBatches(updated, (rows) =>
    tx
      .insertInto('variant')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) => Object.fromEntries(variantColumns.map((column) => [column, eb.ref(`excluded.${column}`)]))),
      )
      .execute(),
  );
  const added = planned.flatMap(({ row, variants }) => {
    const product_id = ids.get(row.slug) ?? 0;
    return variants.added.map((variant) => ({ ...variant, product_id }));
  });
  await insertInBatches(added, (rows) => tx.insertInto('variant').values(rows).execute());
}

/**
 * Upserts products with their variants and updates the search index. `existing` are the rows of existing products by slug, which must be
 * locked (`lockStock`). Returns the products' ids and surrogate keys, and how many variants changed.
 */
export async function writeProducts(
  tx: Tx,
  staged: readonly StagedProduct[],
  existing: ReadonlyMap<string, ProductRow>,
): Promise<{ counts: ChangeCounts; keys: string[]; ids: number[] }> {
  const planned = await planProducts(tx, staged, existing);
  const existingIds = planned.flatMap(({ before }) => before?.id ?? []);
  const contentBefore = await readVisibleContent(tx, existingIds);
  const ids = await writeRows(tx, planned);
  await writeVariants(tx, planned, ids);
  await addStatedOldSlugs(tx, staged, (slug) => ids.get(slug));

  const contentAfter = await readVisibleContent(tx, existingIds);
  const changed = existingIds.filter((id) => contentBefore.get(id) !== contentAfter.get(id));
  if (changed.length > 0)
    await tx.updateTable('product').set({ updated_at: isoNow() }).where('id', 'in', padToPowerOfTwo(changed)).execute();

  const toIndex = planned.filter(({ before, row }) => !before || before.active === 0 || indexedText(before) !== indexedText(row));
  await indexProducts(
    tx,
    toIndex.map(({ row }) => ids.get(row.slug) ?? 0),
  );
  const counts = zeroCounts();
  for (const { variants } of planned) addCounts(counts, variants.counts);
  const keys = planned.flatMap(({ row }) => [keyOfProduct(ids.get(row.slug) ?? 0), keyOfCategory(row.sub_category_id)]);
  return { counts, keys, ids: [...ids.values()] };
}
