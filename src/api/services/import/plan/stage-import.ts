import { padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { ImportedProduct } from '#api/services/import/read/imported-product.ts';
import type { SpooledProduct } from '#api/services/import/read/product-spool.ts';
import type { PictureSource } from '#api/services/pictures/picture-source.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { DEFAULT_CATEGORY } from '#lib/rules/store-defaults.ts';
import { foldName } from '#lib/rules/text.ts';
import type { Comparison } from './compare-with-database.ts';
import type { PictureList } from './picture-list.ts';
import { addMissingPictures, arePicturesStored } from './product-fingerprint.ts';
import type { ImportPlan, MissingPicture, StagedItem, StagedProduct, StagingTable } from './staging-table.ts';

export interface StageOptions {
  pictures: PictureSource;
  createdAt?: (product: ImportedProduct, index: number) => string;
  comparison: Comparison;
  list: PictureList;
}

/** Stages every product to write and every product to withdraw. Returns the plan of what follows when they are applied. */
export async function stageImport(db: Db, stage: StagingTable, options: StageOptions): Promise<ImportPlan> {
  const { comparison, pictures, list } = options;
  const { existing, renames, withdrawnSlugs, collected } = comparison;
  const now = Date.now();
  const createdAt = options.createdAt ?? ((product, index) => product.createdAt ?? new Date(now + index).toISOString());
  const categories = await db.selectFrom('sub_category').select(['id', 'name', 'image']).execute();
  const images = new Set(categories.map(({ image }) => image));
  const categoryNames = new Map(categories.map(({ id, name }) => [id, name]));
  const dropped = new Set<string>();
  for (const page of collected.products.changedPages()) {
    const staged = page.flatMap((spooled) => {
      const before = existing.get(spooled.product.slug);
      const { product, hash, ...rest } = toStagedProduct(spooled, list, before?.import_hash);
      // Nothing to write when the only difference is a picture that is still missing.
      if (before?.active === 1 && before.import_hash === hash) return [];
      const renamedFrom = renames.get(product.slug);
      return [{ product, hash, ...rest, createdAt: createdAt(product, spooled.seq), ...(renamedFrom && { renamedFrom }) }];
    });
    await stage.add(staged.map((change): StagedItem => ({ slug: change.product.slug, change })));
    const slugs = staged.map(({ product, renamedFrom }) => renamedFrom ?? product.slug);
    for (const picture of await readPictures(db, slugs)) if (images.has(picture)) dropped.add(picture);
  }
  await stage.add(withdrawnSlugs.map((slug) => ({ slug, change: null })));
  return { categories: await findCategoryPictures(comparison, categoryNames, pictures, list), dropped: [...dropped] };
}

/** A product as it is staged, with its pictures as far as they are stored. `stored` is the fingerprint in the database. */
export function toStagedProduct(
  { product, fingerprint }: SpooledProduct,
  list: PictureList,
  stored = '',
): Omit<StagedProduct, 'createdAt'> {
  if (fingerprint !== null && arePicturesStored(product, stored, fingerprint))
    return { product, hash: fingerprint, pictures: null };
  const resolved = product.pictures.map(({ source, alt }) => ({ source, alt, reference: list.referenceOf(source) }));
  const missing = resolved.flatMap(({ source, reference }) => (reference ? [] : [source]));
  const pictures = resolved.flatMap(({ reference, alt }) => (reference ? [{ reference, alt }] : []));
  const pathOf = (source: string) => list.referenceOf(source)?.split('#', 1)[0];
  const variants = product.variants.map((variant) =>
    variant.picture ? { ...variant, picture: pathOf(variant.picture) } : variant,
  );
  return {
    product: { ...product, variants },
    hash: addMissingPictures(fingerprint ?? '', missing),
    pictures,
    missing: listMissing(product, list),
  };
}

/** The pictures of a product and of its variants that could not be stored. */
function listMissing({ pictures, variants }: ImportedProduct, list: PictureList): MissingPicture[] {
  const sources = [...pictures.map(({ source }) => source), ...variants.flatMap(({ picture }) => picture ?? [])];
  return [...new Set(sources)]
    .filter((source) => !list.referenceOf(source))
    .map((source) => ({
      source,
      positions: pictures.flatMap((picture, position) => (picture.source === source ? [position] : [])),
      variations: variants.flatMap(({ picture, variation }) => (picture === source ? [variation] : [])),
      alt: pictures.find((picture) => picture.source === source)?.alt ?? '',
      reason: list.reasonOf(source),
    }));
}

async function readPictures(db: Db, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const rows = await db.selectFrom('product').select('pictures').where('slug', 'in', padToPowerOfTwo(slugs)).execute();
  return rows.flatMap(({ pictures }) => splitPictures(pictures));
}

/** The owner's pictures of sub-categories, by lower-case name: from the picture source, else the first one in the files. */
async function findCategoryPictures(
  { collected, existing }: Comparison,
  categoryNames: ReadonlyMap<number, string>,
  pictures: PictureSource,
  list: PictureList,
): Promise<ImportPlan['categories']> {
  const byCategory = new Map<string, string>();
  const names = new Set<string>();
  for (const page of collected.products.pages()) {
    for (const { product } of page) {
      const stored = categoryNames.get(existing.get(product.slug)?.sub_category_id ?? 0);
      const category = product.category ?? stored ?? DEFAULT_CATEGORY;
      for (const name of [category, ...(product.collections ?? [])]) names.add(name);
      const key = foldName(category);
      const reference = product.categoryPicture && list.referenceOf(product.categoryPicture);
      if (reference && !byCategory.has(key)) byCategory.set(key, reference);
    }
  }
  for (const name of names) {
    const stored = await pictures.findCategoryPicture(name);
    if (stored) byCategory.set(foldName(name), stored.reference);
  }
  return [...byCategory];
}
