import { splitPictures } from '#lib/rules/picture.ts';
import { type Db, type Tx, write } from '../../database/open.ts';
import { indexProduct } from '../../database/search.ts';
import { bumpRevision } from '../revision.ts';
import { refreshCategoryImages } from './category-images.ts';
import type { ImportedProduct } from './product.ts';
import type { ImportSummary } from './summary.ts';
import { type ReadyProduct, withdrawProduct, writeProduct } from './write-product.ts';

export interface CatalogueChange {
  ready: readonly ReadyProduct[];
  createdAt: (product: ImportedProduct, index: number) => string;
  /** The owner's own pictures of sub-categories, by lowercased name. */
  categories: ReadonlyMap<string, string>;
  /** Slugs that are no longer for sale. */
  withdraw: ReadonlySet<string>;
  /** When given, every product whose slug is not among these is taken from sale too. */
  keep: ReadonlySet<string> | undefined;
  dryRun: boolean;
  onProgress: (done: number, total: number) => void;
}

/** Thrown to undo a dry run's transaction. */
class Undo extends Error {}

/** Writes a catalogue in one transaction and counts into `summary` what that changed. A dry run does the same and takes it all back. */
export async function writeCatalogue(db: Db, summary: ImportSummary, change: CatalogueChange): Promise<void> {
  try {
    await write(db, async (tx) => {
      await apply(tx, summary, change);
      if (change.dryRun) throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
}

async function apply(tx: Tx, summary: ImportSummary, change: CatalogueChange): Promise<void> {
  const { products, variants } = summary;
  const known = await tx.selectFrom('product').select(['id', 'slug', 'import_hash', 'active', 'pictures']).execute();
  const bySlug = new Map(known.map((row) => [row.slug, row]));
  const dropped = new Set<string>();

  for (const [index, ready] of change.ready.entries()) {
    const before = bySlug.get(ready.product.slug);
    if (before?.active === 1 && before.import_hash === ready.hash) {
      products.unchanged++;
    } else {
      const written = await writeProduct(tx, ready, before?.id, change.createdAt(ready.product, index));
      await indexProduct(tx, written.id);
      products[before ? 'changed' : 'added']++;
      variants.added += written.variants.added;
      variants.changed += written.variants.changed;
      variants.withdrawn += written.variants.withdrawn;
      for (const picture of splitPictures(before?.pictures ?? '')) dropped.add(picture);
    }
    change.onProgress(index + 1, change.ready.length);
  }

  for (const { id, slug, active } of known) {
    const gone = change.withdraw.has(slug) || (change.keep && !change.keep.has(slug));
    if (!gone || active === 0) continue;
    await withdrawProduct(tx, id);
    await indexProduct(tx, id);
    products.withdrawn++;
  }

  const images = await refreshCategoryImages(tx, change.categories, dropped);
  if (products.added + products.changed + products.withdrawn + images > 0) await bumpRevision(tx);
}
