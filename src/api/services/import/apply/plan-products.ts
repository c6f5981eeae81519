import type { Tx } from '#api/database/schema/engine.ts';
import { validTimestamp } from '#api/services/catalogue/stored-products.ts';
import { completePictures } from '#api/services/import/plan/complete-pictures.ts';
import { completeProduct } from '#api/services/import/plan/complete-product.ts';
import { planVariants, readVariantsByProduct } from '#api/services/import/plan/plan-variants.ts';
import type { PlannedProduct } from '#api/services/import/plan/planned-product.ts';
import type { ProductRow, StoredProduct } from '#api/services/import/plan/read-stored-products.ts';
import type { StagedProduct } from '#api/services/import/plan/staging-table.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { findOrAddSellers, sellerKey } from './add-sellers.ts';
import { findOrAddSubCategories } from './add-sub-categories.ts';

/** Plans the rows of staged products, and adds their sub-categories and sellers. `stored` are the existing products by slug. */
export async function planProducts(
  tx: Tx,
  staged: readonly StagedProduct[],
  stored: ReadonlyMap<string, StoredProduct>,
): Promise<PlannedProduct[]> {
  const complete = staged.map((item) => ({ ...item, facts: completeProduct(item.product, stored.get(item.product.slug)) }));
  const categories = await findOrAddSubCategories(
    tx,
    complete.map(({ facts }) => facts.category),
  );
  const sellers = await findOrAddSellers(
    tx,
    complete.map(({ facts }) => facts.seller),
  );
  const existingVariants = await readVariantsByProduct(
    tx,
    staged.flatMap(({ product }) => stored.get(product.slug)?.row.id ?? []),
  );
  const now = isoNow();
  return complete.map(({ product, facts, hash, pictures, createdAt, renamedFrom }) => {
    const before = stored.get(product.slug)?.row;
    const variantsBefore = before ? (existingVariants.get(before.id) ?? []) : [];
    const variants = planVariants(variantsBefore, product);
    const { picture_alts, pictures: references } = completePictures(product, pictures, before);
    const row: Omit<ProductRow, 'id'> = {
      slug: product.slug,
      name: facts.name,
      description: facts.description,
      brand: facts.brand,
      pictures: references,
      picture_alts,
      sub_category_id: categories.get(facts.category) ?? 0,
      seller_id: sellers.get(sellerKey(facts.seller)) ?? 0,
      country_of_origin: facts.countryOfOrigin,
      keywords: facts.keywords,
      gst_rate: facts.gstRate,
      hsn: facts.hsn,
      option_name: facts.optionName,
      ...variants.totals,
      import_hash: hash,
      active: 1,
      created_at: facts.createdAt ?? validTimestamp(before?.created_at) ?? createdAt,
      updated_at: before ? before.updated_at : now,
    };
    return { before, row, variantsBefore, variants, oldSlugs: product.oldSlugs, isRenamed: renamedFrom !== undefined };
  });
}
