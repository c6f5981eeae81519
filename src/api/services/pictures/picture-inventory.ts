import type { Db } from '#api/database/schema/engine.ts';
import { type FileStorage, indexFiles } from '#api/services/storage/file-storage.ts';
import { readStoreJson } from '#api/services/store/settings.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { previewOf } from '#lib/rules/pictures/stored-name.ts';
import { findMediaReferences, isMediaReference, listMediaFiles } from './media-references.ts';

/** A media file that pages refer to and that does not exist. */
export interface MissingFile {
  /** Where it is used: a product's slug, a sub-category's name, the logo or the home page. */
  shownBy: string;
  file: string;
}

/** All picture references of the store with where they are used. */
async function listReferences(db: Db): Promise<{ shownBy: string; reference: string }[]> {
  const products = await db.selectFrom('product').select(['slug', 'pictures']).where('active', '=', 1).execute();
  const categories = await db.selectFrom('sub_category').select(['name', 'image']).execute();
  const { settings, homeSections } = await readStoreJson(db);
  return [
    ...products.flatMap(({ slug, pictures }) => splitPictures(pictures).map((reference) => ({ shownBy: slug, reference }))),
    ...categories.map(({ name, image }) => ({ shownBy: name, reference: image })),
    ...findMediaReferences(settings).map((reference) => ({ shownBy: 'the logo', reference })),
    ...findMediaReferences(homeSections).map((reference) => ({ shownBy: 'the home page', reference })),
  ];
}

/** Number and size of stored picture files, and those that pages refer to and that do not exist. */
export interface PictureInventory {
  files: number;
  bytes: number;
  missing: MissingFile[];
}

/** Compares the stored picture files with what pages refer to. A picture with a preview is not missing. */
export async function takePictureInventory(db: Db, pictures: FileStorage): Promise<PictureInventory> {
  const stored = await indexFiles(pictures);
  const missing = (await listReferences(db))
    .filter(({ reference }) => isMediaReference(reference))
    .flatMap(({ shownBy, reference }) =>
      listMediaFiles(reference)
        .filter((file) => !stored.has(file) && !stored.has(previewOf(file) ?? ''))
        .map((file) => ({ shownBy, file })),
    );
  const bytes = [...stored.values()].reduce((sum, file) => sum + file.bytes, 0);
  return { files: stored.size, bytes, missing };
}
