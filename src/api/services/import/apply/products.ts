import type { Selectable } from 'kysely';
import { insertInBatches, padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import type { Tables } from '#api/database/schema/tables.ts';
import { indexProducts } from '#api/database/search/product-index.ts';
import { findProductsById } from '#api/services/catalogue/products.ts';
import type { StagedProduct } from '#api/services/import/plan/staged.ts';
import { planVariants, type VariantCounts, type VariantPlan } from '#api/services/import/plan/variants.ts';
import { findOrAddSellers, sellerKey } from './sellers.ts';
import { findOrAddSubCategories } from './sub-categories.ts';

export type ProductRow = Selectable<Tables['product']>;

/** All that pages show of products, their stock as some or none, by id; products that are not on sale are left out. */
async function shownOf(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const text = (product: unknown) =>
    JSON.stringify(product, (key, value) => {
      if (key === 'stock' || key === 'product_stock') return value > 0;
      return key === 'updated_at' ? undefined : value;
    });
  return new Map((await findProductsById(tx, padToPowerOfTwo(ids))).map((product) => [product.product_id, text(product)]));
}

/** What search knows of a product; while it stays, the index need not be written. */
const wordsOf = ({ name, brand, keywords, description, sub_category_id }: Omit<ProductRow, 'id'>): string =>
  JSON.stringify([name, brand, keywords, description, sub_category_id]);

interface Planned {
  before: ProductRow | undefined;
  row: Omit<ProductRow, 'id'>;
  variants: VariantPlan;
}

async function variantsOf(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom('variant').selectAll().where('product_id', 'in', padToPowerOfTwo(ids)).execute();
  return Map.groupBy(rows, ({ product_id }) => product_id);
}

async function planAll(tx: Tx, staged: readonly StagedProduct[], known: ReadonlyMap<string, ProductRow>): Promise<Planned[]> {
  const categories = await findOrAddSubCategories(
    tx,
    staged.map(({ product }) => product.category),
  );
  const sellers = await findOrAddSellers(
    tx,
    staged.map(({ product }) => product.seller),
  );
  const present = await variantsOf(
    tx,
    staged.flatMap(({ product }) => known.get(product.slug)?.id ?? []),
  );
  const now = new Date().toISOString();
  return staged.map(({ product, hash, pictures, createdAt }) => {
    const before = known.get(product.slug);
    const variants = planVariants(before ? (present.get(before.id) ?? []) : [], product);
    const keepsPictures = before !== undefined && pictures.length === 0 && product.pictures.length > 0;
    const pictured = keepsPictures
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
      ...pictured,
      sub_category_id: categories.get(product.category) ?? 0,
      seller_id: sellers.get(sellerKey(product.seller)) ?? 0,
      country_of_origin: product.countryOfOrigin,
      keywords: product.keywords,
      ...variants.totals,
      import_hash: hash,
      active: 1,
      created_at: before?.created_at ?? createdAt,
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
  'price',
  'mrp',
  'stock',
  'import_hash',
  'active',
] as const;

const variantColumns = ['product_variation', 'sku', 'price', 'mrp', 'stock', 'position', 'active', 'imported_stock'] as const;

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
 * Writes products with their variants, all in the transaction it is given, and brings the search index up to date where words changed.
 * `known` are the rows of those that exist, by slug, which must be locked (`lockStock`). Returns how many variants changed.
 */
export async function writeProducts(
  tx: Tx,
  staged: readonly StagedProduct[],
  known: ReadonlyMap<string, ProductRow>,
): Promise<VariantCounts> {
  const planned = await planAll(tx, staged, known);
  const present = planned.flatMap(({ before }) => before?.id ?? []);
  const shownBefore = await shownOf(tx, present);
  const ids = await writeRows(tx, planned);
  await writeVariants(tx, planned, ids);

  const shownAfter = await shownOf(tx, present);
  const changed = present.filter((id) => shownBefore.get(id) !== shownAfter.get(id));
  if (changed.length > 0)
    await tx
      .updateTable('product')
      .set({ updated_at: new Date().toISOString() })
      .where('id', 'in', padToPowerOfTwo(changed))
      .execute();

  const toIndex = planned.filter(({ before, row }) => !before || before.active === 0 || wordsOf(before) !== wordsOf(row));
  await indexProducts(
    tx,
    toIndex.map(({ row }) => ids.get(row.slug) ?? 0),
  );
  const counts: VariantCounts = { added: 0, changed: 0, withdrawn: 0 };
  for (const { variants } of planned) {
    counts.added += variants.counts.added;
    counts.changed += variants.counts.changed;
    counts.withdrawn += variants.counts.withdrawn;
  }
  return counts;
}
