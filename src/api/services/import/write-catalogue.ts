import { splitPictures } from '#lib/rules/picture.ts';
import { lockName, lockStock } from '../../database/locks.ts';
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

/** What a transaction counts; begun anew when the transaction is. */
type Counts = Pick<ImportSummary, 'products' | 'variants'>;

/** Thrown to undo a dry run's transaction. */
class Undo extends Error {
  readonly counts: Counts;

  constructor(counts: Counts) {
    super();
    this.counts = counts;
  }
}

/** Writes a catalogue in one transaction and counts into `summary` what that changed. A dry run does the same and takes it all back. */
export async function writeCatalogue(db: Db, summary: ImportSummary, change: CatalogueChange): Promise<void> {
  const counts = write(db, async (tx) => {
    const counted = structuredClone({ products: summary.products, variants: summary.variants });
    await apply(tx, counted, change);
    if (change.dryRun) throw new Undo(counted);
    return counted;
  });
  Object.assign(
    summary,
    await counts.catch((error: unknown) => {
      if (error instanceof Undo) return error.counts;
      throw error;
    }),
  );
}

async function apply(tx: Tx, { products, variants }: Counts, change: CatalogueChange): Promise<void> {
  await lockName(tx, 'import');
  const known = await tx.selectFrom('product').select(['id', 'slug', 'import_hash', 'active', 'pictures']).execute();
  const bySlug = new Map(known.map((row) => [row.slug, row]));
  const asBefore = ({ product, hash }: ReadyProduct): boolean => {
    const before = bySlug.get(product.slug);
    return before?.active === 1 && before.import_hash === hash;
  };
  const gone = known.filter(
    ({ slug, active }) => active === 1 && (change.withdraw.has(slug) || (change.keep && !change.keep.has(slug))),
  );
  const rewritten = change.ready.flatMap((ready) => (asBefore(ready) ? [] : (bySlug.get(ready.product.slug) ?? [])));
  await lockStock(
    tx,
    [...rewritten, ...gone].map(({ id }) => id),
  );

  const dropped = new Set<string>();
  for (const [index, ready] of change.ready.entries()) {
    const before = bySlug.get(ready.product.slug);
    if (asBefore(ready)) {
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
  for (const { id } of gone) {
    await withdrawProduct(tx, id);
    await indexProduct(tx, id);
    products.withdrawn++;
  }

  const images = await refreshCategoryImages(tx, change.categories, dropped);
  if (products.added + products.changed + products.withdrawn + images > 0) await bumpRevision(tx);
}
