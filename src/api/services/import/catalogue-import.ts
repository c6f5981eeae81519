import type { Db } from '../../database/open.ts';
import type { PictureSource } from '../pictures/source.ts';
import { collectCatalogue } from './collect.ts';
import { fingerprint, sameFile, withMissing } from './fingerprint.ts';
import type { ImportedProduct, Seller } from './product.ts';
import { type ImportSummary, summaryOf } from './summary.ts';
import { type TakenPictures, takePictures } from './take-pictures.ts';
import { countUsedPictures } from './used-pictures.ts';
import { writeCatalogue } from './write-catalogue.ts';

export interface ImportOptions {
  pictures: PictureSource;
  /** Whose the products are when the files have no Seller column. */
  seller: Seller;
  /** Imports the good rows when there are bad ones. */
  skipBad?: boolean;
  /** Takes products from sale that the files do not name. */
  replace?: boolean;
  /** Says what would change and writes nothing, pictures included. */
  dryRun?: boolean;
  /** When the product at this place of the files was first offered; as the file says, else in its order, unless told otherwise. */
  createdAt?: (product: ImportedProduct, index: number) => string;
  onProgress?: (stage: 'rows' | 'pictures' | 'products', done: number, total: number) => void;
}

const noPictures = (): TakenPictures => ({ references: new Map(), fresh: 0, refused: [] });

/**
 * Imports Shopify product exports in one transaction. A product is known again by its handle; one that the files describe as they did
 * before is left alone, and so is the catalogue's revision when no product changed. With bad rows nothing is written unless
 * `skipBad`; they are returned, not thrown. Pictures are taken before the transaction begins, so that the database is locked briefly.
 */
export async function importCatalogue(db: Db, files: readonly string[], options: ImportOptions): Promise<ImportSummary> {
  const { pictures, seller, onProgress } = options;
  const collected = await collectCatalogue(files, { seller, onRead: (done, total) => onProgress?.('rows', done, total) });
  if (collected.unreadable) return summaryOf(collected, 'unreadable');
  if (collected.badRows.length > 0 && !options.skipBad) return summaryOf(collected, 'refused');

  const summary = summaryOf(collected, options.dryRun ? 'dry run' : 'imported');
  const known = await db.selectFrom('product').select(['slug', 'import_hash']).execute();
  const hashes = new Map(known.map((row) => [row.slug, row.import_hash]));
  const prints = new Map<ImportedProduct, string>();
  for (const product of collected.products) prints.set(product, await fingerprint(product, pictures));
  const printOf = (product: ImportedProduct) => prints.get(product) as string;

  const changed = new Set(collected.products.filter((product) => hashes.get(product.slug) !== printOf(product)));
  const taken = options.dryRun
    ? noPictures()
    : await takePictures([...changed], pictures, (done, total) => onProgress?.('pictures', done, total));
  const ready = collected.products.map((product) => {
    const kept = product.pictures.flatMap(({ source, alt }) => {
      const reference = taken.references.get(source);
      return reference ? [{ reference, alt }] : [];
    });
    const missing = changed.has(product) ? product.pictures.filter(({ source }) => !taken.references.has(source)) : [];
    const stored = hashes.get(product.slug);
    const asBefore = options.dryRun && stored !== undefined && sameFile(stored, printOf(product));
    const hash = asBefore ? stored : withMissing(printOf(product), options.dryRun ? [] : missing.map(({ source }) => source));
    return { product, hash, pictures: kept };
  });
  summary.pictures = { used: 0, taken: taken.references.size, stored: taken.fresh, refused: taken.refused };

  const categories = options.dryRun ? new Map<string, string>() : await ownCategoryPictures(collected.products, pictures, taken);
  const now = Date.now();
  const createdAt = options.createdAt ?? ((product, index) => product.createdAt ?? new Date(now + index).toISOString());
  await writeCatalogue(db, summary, {
    ready,
    createdAt,
    categories,
    withdraw: new Set(collected.leftOut.map(({ slug }) => slug)),
    keep: options.replace ? collected.named : undefined,
    dryRun: options.dryRun ?? false,
    onProgress: (done, total) => onProgress?.('products', done, total),
  });
  if (!options.dryRun) summary.pictures.used = await countUsedPictures(db, new Set(collected.products.map(({ slug }) => slug)));
  return summary;
}

/** The owner's own pictures of the sub-categories that the files name, by lowercased name; the first that a file gives is the one. */
async function ownCategoryPictures(
  products: readonly ImportedProduct[],
  pictures: PictureSource,
  taken: TakenPictures,
): Promise<Map<string, string>> {
  const own = new Map<string, string>();
  for (const { category, categoryPicture = '' } of products) {
    const reference = taken.references.get(categoryPicture);
    if (reference && !own.has(category.toLowerCase())) own.set(category.toLowerCase(), reference);
  }
  for (const name of new Set(products.map(({ category }) => category))) {
    const stored = await pictures.ofCategory(name);
    if (stored) own.set(name.toLowerCase(), stored.reference);
  }
  return own;
}
