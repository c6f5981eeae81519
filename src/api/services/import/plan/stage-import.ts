import { padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { ImportedProduct } from '#api/services/import/read/product.ts';
import type { SpooledProduct } from '#api/services/import/read/product-spool.ts';
import type { PictureSource } from '#api/services/pictures/source.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import type { Comparison } from './compare.ts';
import { addMissingPictures } from './fingerprint.ts';
import type { PictureList } from './picture-list.ts';
import type { ImportPlan, StagedItem, StagedProduct } from './staged.ts';
import type { StagingTable } from './staging-table.ts';

export interface StageOptions {
  pictures: PictureSource;
  createdAt?: (product: ImportedProduct, index: number) => string;
  comparison: Comparison;
  list: PictureList;
}

/** Stages every product that is to be written and every one that is to be taken from sale. Returns what is to be done after them. */
export async function stageImport(db: Db, stage: StagingTable, options: StageOptions): Promise<ImportPlan> {
  const { comparison, pictures, list } = options;
  const { existing: known, withdrawnSlugs: gone, collected } = comparison;
  const now = Date.now();
  const createdAt = options.createdAt ?? ((product, index) => product.createdAt ?? new Date(now + index).toISOString());
  const images = new Set((await db.selectFrom('sub_category').select('image').execute()).map(({ image }) => image));
  const dropped = new Set<string>();
  for (const page of collected.products.changedPages()) {
    const staged = page.flatMap((one) => {
      const { product, hash, ...rest } = readyProduct(one, list);
      const before = known.get(product.slug);
      // A picture that was missing before and is missing still.
      if (before?.isActive && before.hash === hash) return [];
      return [{ product, hash, ...rest, createdAt: createdAt(product, one.seq) }];
    });
    await stage.add(staged.map((change): StagedItem => ({ slug: change.product.slug, change })));
    const slugs = staged.map(({ product }) => product.slug);
    for (const picture of await picturesNow(db, slugs)) if (images.has(picture)) dropped.add(picture);
  }
  await stage.add(gone.map((slug) => ({ slug, change: null })));
  return { categories: await ownCategoryPictures(comparison, pictures, list), dropped: [...dropped] };
}

function readyProduct({ product, fingerprint: print }: SpooledProduct, list: PictureList): Omit<StagedProduct, 'createdAt'> {
  const found = product.pictures.map(({ source, alt }) => ({ source, alt, reference: list.referenceOf(source) }));
  const missing = found.flatMap(({ source, reference }) => (reference ? [] : [source]));
  const pictures = found.flatMap(({ reference, alt }) => (reference ? [{ reference, alt }] : []));
  return { product, hash: addMissingPictures(print ?? '', missing), pictures };
}

async function picturesNow(db: Db, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const rows = await db.selectFrom('product').select('pictures').where('slug', 'in', padToPowerOfTwo(slugs)).execute();
  return rows.flatMap(({ pictures }) => splitPictures(pictures));
}

/** The owner's own pictures of the sub-categories that the files name, by lowercased name; the first that a file gives is the one. */
async function ownCategoryPictures(
  { collected }: Comparison,
  pictures: PictureSource,
  list: PictureList,
): Promise<ImportPlan['categories']> {
  const own = new Map<string, string>();
  const names = new Set<string>();
  for (const page of collected.products.pages()) {
    for (const { product } of page) {
      names.add(product.category);
      const key = product.category.toLowerCase();
      const reference = product.categoryPicture && list.referenceOf(product.categoryPicture);
      if (reference && !own.has(key)) own.set(key, reference);
    }
  }
  for (const name of names) {
    const stored = await pictures.findCategoryPicture(name);
    if (stored) own.set(name.toLowerCase(), stored.reference);
  }
  return [...own];
}
