import { padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { ParsedCatalogue } from '#api/services/import/read/product-collector.ts';
import type { SpooledProduct } from '#api/services/import/read/product-spool.ts';
import type { PictureSource } from '#api/services/pictures/source.ts';
import { fingerprintProduct, hasSameContent } from './fingerprint.ts';
import type { PictureList } from './picture-list.ts';
import { readProductPages } from './product-pages.ts';
import { listPictureSources } from './store-pictures.ts';
import type { ImportSummary } from './summary.ts';
import { planVariants, type VariantRow } from './variants.ts';

/** A product as the shop has it. */
export interface ExistingProduct {
  id: number;
  hash: string;
  isActive: boolean;
}

/** What an import would change, found by reading alone. */
export interface Comparison {
  /** By slug. */
  existing: Map<string, ExistingProduct>;
  /** Slugs that are to be taken from sale. */
  withdrawnSlugs: string[];
  /** Products of the files that have something to buy. */
  total: number;
  /** For a dry run; an import counts what it writes. */
  counts: Pick<ImportSummary, 'products' | 'variants'>;
  collected: ParsedCatalogue;
}

export interface CompareOptions {
  pictures: PictureSource;
  replace?: boolean;
  dryRun?: boolean;
  /** Gets the pictures of changed products. */
  list: PictureList;
  onProgress?: (stage: 'checking', done: number, total: number) => void;
}

async function readKnown(db: Db): Promise<Map<string, ExistingProduct>> {
  const known = new Map<string, ExistingProduct>();
  for await (const products of readProductPages(db))
    for (const { slug, id, import_hash, active } of products) known.set(slug, { id, hash: import_hash, isActive: active === 1 });
  return known;
}

async function variantsOf(db: Db, ids: readonly number[]): Promise<Map<number, VariantRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('variant').selectAll().where('product_id', 'in', padToPowerOfTwo(ids)).execute();
  return Map.groupBy(rows, ({ product_id }) => product_id);
}

/** Counts what writing these products would change. */
async function countChanges(db: Db, changed: readonly SpooledProduct[], { existing: known, counts }: Comparison): Promise<void> {
  const idOf = ({ product }: SpooledProduct) => known.get(product.slug)?.id;
  const present = await variantsOf(
    db,
    changed.flatMap((one) => idOf(one) ?? []),
  );
  for (const one of changed) {
    const id = idOf(one);
    counts.products[id === undefined ? 'added' : 'changed']++;
    const { added, changed, withdrawn } = planVariants(id === undefined ? [] : (present.get(id) ?? []), one.product).counts;
    counts.variants.added += added;
    counts.variants.changed += changed;
    counts.variants.withdrawn += withdrawn;
  }
}

/**
 * Compares the files with the shop. Marks changed products in the spool with their fingerprints and puts their pictures on the list.
 * Products count as unchanged in a dry run even if pictures of them were missing last time.
 */
export async function compareCatalogue(db: Db, collected: ParsedCatalogue, options: CompareOptions): Promise<Comparison> {
  const { pictures, replace, dryRun, list, onProgress } = options;
  const { products: spool, slugs: named, skipped: leftOut } = collected;
  const known = await readKnown(db);
  const withdrawn = new Set(leftOut.map(({ slug }) => slug));
  const gone = [...known].flatMap(([slug, { isActive }]) =>
    isActive && (withdrawn.has(slug) || (replace && !named.has(slug))) ? [slug] : [],
  );
  const counts = {
    products: { added: 0, changed: 0, unchanged: 0, withdrawn: gone.length },
    variants: { added: 0, changed: 0, withdrawn: 0 },
  };
  const comparison: Comparison = { existing: known, withdrawnSlugs: gone, total: 0, counts, collected };
  for (const page of spool.pages()) {
    const changed: SpooledProduct[] = [];
    for (const one of page) {
      const print = await fingerprintProduct(one.product, pictures);
      const before = known.get(one.product.slug);
      if (before && (dryRun ? before.isActive && hasSameContent(before.hash, print) : before.hash === print)) continue;
      changed.push(one);
      spool.setFingerprint(one.seq, print);
      if (!dryRun) for (const source of listPictureSources(one.product)) list.add(source);
    }
    comparison.total += page.length;
    counts.products.unchanged += page.length - changed.length;
    if (dryRun) await countChanges(db, changed, comparison);
    onProgress?.('checking', comparison.total, named.size);
  }
  return comparison;
}
