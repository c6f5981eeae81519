import type { Db } from '#api/database/schema/engine.ts';
import { findBrokenProducts } from '#api/services/catalogue/read-products.ts';
import type { ParsedCatalogue } from '#api/services/import/read/product-collector.ts';
import type { SpooledProduct } from '#api/services/import/read/product-spool.ts';
import type { PictureSource } from '#api/services/pictures/picture-source.ts';
import { addCounts, zeroCounts } from './change-counts.ts';
import { findRenames } from './find-renames.ts';
import type { ImportSummary } from './import-summary.ts';
import type { PictureList } from './picture-list.ts';
import { planVariants, readVariantsByProduct } from './plan-variants.ts';
import { fingerprintProduct, hasSameContent } from './product-fingerprint.ts';
import { readProductPages } from './read-current-products.ts';
import { listPictureSources } from './store-pictures.ts';

/** A product in the database. */
interface ExistingProduct {
  id: number;
  hash: string;
  isActive: boolean;
}

/** What an import would change. */
export interface Comparison {
  /** By slug. */
  existing: Map<string, ExistingProduct>;
  /** The old slugs of renamed products, by new slug. `existing` has the new ones. */
  renames: Map<string, string>;
  /** Slugs of products to withdraw from sale. */
  withdrawnSlugs: string[];
  /** Number of products with variants in the files. */
  total: number;
  /** Complete only in a dry run; an import counts what it writes. */
  counts: Pick<ImportSummary, 'products' | 'variants'>;
  collected: ParsedCatalogue;
}

export interface CompareOptions {
  pictures: PictureSource;
  replace?: boolean;
  dryRun?: boolean;
  /** Receives the pictures of changed products. */
  list: PictureList;
  onProgress?: (stage: 'checking', done: number, total: number) => void;
}

async function readExisting(db: Db): Promise<Map<string, ExistingProduct>> {
  const existing = new Map<string, ExistingProduct>();
  const broken = new Set<string>();
  for await (const { slug } of findBrokenProducts(db)) broken.add(slug);
  // Without its hash, a product whose stored row is wrong counts as changed and is written again.
  for await (const products of readProductPages(db))
    for (const { slug, id, import_hash, active } of products)
      existing.set(slug, { id, hash: broken.has(slug) ? '' : import_hash, isActive: active === 1 });
  return existing;
}

/** Counts what writing these products would change. */
async function countChanges(db: Db, changed: readonly SpooledProduct[], { existing, counts }: Comparison): Promise<void> {
  const idOf = ({ product }: SpooledProduct) => existing.get(product.slug)?.id;
  const existingVariants = await readVariantsByProduct(
    db,
    changed.flatMap((spooled) => idOf(spooled) ?? []),
  );
  for (const spooled of changed) {
    const id = idOf(spooled);
    counts.products[id === undefined ? 'added' : 'changed']++;
    addCounts(counts.variants, planVariants(id === undefined ? [] : (existingVariants.get(id) ?? []), spooled.product).counts);
  }
}

/**
 * Compares the files with the database. Marks changed products in the spool with their fingerprints and adds their pictures to the list. A
 * dry run ignores that pictures of a product were missing last time.
 */
export async function compareCatalogue(db: Db, collected: ParsedCatalogue, options: CompareOptions): Promise<Comparison> {
  const { pictures, replace, dryRun, list, onProgress } = options;
  const { products: spool, slugs, skipped } = collected;
  const existing = await readExisting(db);
  const renames = await findRenames(db, collected, existing);
  for (const [slug, old] of renames) {
    existing.set(slug, existing.get(old) as ExistingProduct);
    existing.delete(old);
  }
  const notForSale = new Set(skipped.map(({ slug }) => slug));
  const withdrawnSlugs = [...existing].flatMap(([slug, { isActive }]) =>
    isActive && (notForSale.has(slug) || (replace && !slugs.has(slug))) ? [slug] : [],
  );
  const counts = {
    products: { ...zeroCounts(), unchanged: 0, withdrawn: withdrawnSlugs.length },
    variants: zeroCounts(),
  };
  const comparison: Comparison = { existing, renames, withdrawnSlugs, total: 0, counts, collected };
  for (const page of spool.pages()) {
    const changed: SpooledProduct[] = [];
    for (const spooled of page) {
      const fingerprint = await fingerprintProduct(spooled.product, pictures);
      const before = existing.get(spooled.product.slug);
      if (before && (dryRun ? before.isActive && hasSameContent(before.hash, fingerprint) : before.hash === fingerprint))
        continue;
      changed.push(spooled);
      spool.setFingerprint(spooled.seq, fingerprint);
      if (!dryRun) for (const source of listPictureSources(spooled.product)) list.add(source);
    }
    comparison.total += page.length;
    counts.products.unchanged += page.length - changed.length;
    if (dryRun) await countChanges(db, changed, comparison);
    onProgress?.('checking', comparison.total, slugs.size);
  }
  return comparison;
}
