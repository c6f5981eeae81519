import { padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { ImportedProduct } from '#api/services/import/read/imported-product.ts';
import type { ParsedCatalogue } from '#api/services/import/read/parsed-catalogue.ts';

const MAX_SKUS = 500;

interface OnSale {
  slug: string;
  skus: Set<string>;
}

/** The products on sale that have one of these SKUs, with all SKUs of their variants; '' for a variant without one. */
async function findBySkus(db: Db, skus: readonly string[]): Promise<OnSale[]> {
  const found = await db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select('product.id')
    .distinct()
    .where('variant.sku', 'in', padToPowerOfTwo(skus))
    .where('variant.sku', 'is not', null)
    .where('product.active', '=', 1)
    .execute();
  if (found.length === 0) return [];
  const rows = await db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['product.slug', 'variant.sku'])
    .where('product.id', 'in', padToPowerOfTwo(found.map(({ id }) => id)))
    .where('variant.active', '=', 1)
    .execute();
  const bySlug = Map.groupBy(rows, ({ slug }) => slug);
  return [...bySlug].map(([slug, variants]) => ({ slug, skus: new Set(variants.map(({ sku }) => sku ?? '')) }));
}

const skusOf = ({ variants }: ImportedProduct): Set<string> => new Set(variants.map(({ sku }) => sku ?? ''));

const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && one.isSubsetOf(other);

/**
 * Finds products of the files that the database has under another slug, which the files no longer have: by the column "Old Handle", else
 * when all of its variants have SKUs and exactly one product on sale has exactly these. Returns the old slugs by new slug.
 */
export async function findRenames(
  db: Db,
  { slugs, products }: ParsedCatalogue,
  existing: ReadonlyMap<string, unknown>,
): Promise<Map<string, string>> {
  const isGone = (slug: string) => existing.has(slug) && !slugs.has(slug);
  const renames = new Map<string, string>();
  if (slugs.isSubsetOf(new Set(existing.keys())) || ![...existing.keys()].some(isGone)) return renames;
  const newSlugs = new Map<string, string[]>();
  for (const page of products.pages()) {
    const added = page.map(({ product }) => product).filter(({ slug }) => !existing.has(slug));
    const bySku = added.filter((product) => !skusOf(product).has('') && skusOf(product).size === product.variants.length);
    const skus = bySku.flatMap((product) => [...skusOf(product)]);
    const onSale: OnSale[] = [];
    for (let i = 0; i < skus.length; i += MAX_SKUS) onSale.push(...(await findBySkus(db, skus.slice(i, i + MAX_SKUS))));
    for (const product of added) {
      const stated = product.oldSlugs?.find(isGone);
      const equal = onSale.filter((one) => bySku.includes(product) && isSameSet(one.skus, skusOf(product)));
      const [same] = new Set(equal.map(({ slug }) => slug)).size === 1 ? equal : [];
      const old = stated ?? (same && isGone(same.slug) ? same.slug : undefined);
      if (old) newSlugs.set(old, [...(newSlugs.get(old) ?? []), product.slug]);
    }
  }
  for (const [old, [slug, ...others]] of newSlugs) if (slug && others.length === 0) renames.set(slug, old);
  return renames;
}
