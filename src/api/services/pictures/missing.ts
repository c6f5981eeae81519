import { mediaFolder } from '#api/database/files/data-folder.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { hasMediaFile } from './media-files.ts';
import { findMediaReferences, isMediaReference, listMediaFiles } from './media-references.ts';
import { readStoreJson } from './store-json.ts';

/** A media file that pages refer to and that does not exist. */
export interface MissingPicture {
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

/** Finds media files that pages refer to and that are missing from the media folder of `dataDir`. */
export async function findMissingPictures(db: Db, dataDir: string): Promise<MissingPicture[]> {
  const media = mediaFolder(dataDir);
  return (await listReferences(db))
    .filter(({ reference }) => isMediaReference(reference))
    .flatMap(({ shownBy, reference }) =>
      listMediaFiles(reference)
        .filter((file) => !hasMediaFile(media, file))
        .map((file) => ({ shownBy, file })),
    );
}
