import { mediaFolder } from '#api/database/files/data-folder.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { hasMediaFile } from './media-files.ts';
import { isMediaReference, listMediaFiles } from './media-references.ts';

/** A picture that pages show and whose file is not there. */
export interface MissingPicture {
  /** What shows it: a product's slug, a sub-category's name, the logo, the home page. */
  shownBy: string;
  file: string;
}

/** Every picture reference of the shop with what shows it. */
async function references(db: Db): Promise<{ shownBy: string; reference: string }[]> {
  const products = await db.selectFrom('product').select(['slug', 'pictures']).where('active', '=', 1).execute();
  const categories = await db.selectFrom('sub_category').select(['name', 'image']).execute();
  const store = await db.selectFrom('store').select(['settings', 'home_sections']).executeTakeFirst();
  const inTexts = (text: string) => text.match(/\/media\/[\w.-]+#\d+x\d+(?:~[\w-]+)?/g) ?? [];
  return [
    ...products.flatMap(({ slug, pictures }) => splitPictures(pictures).map((reference) => ({ shownBy: slug, reference }))),
    ...categories.map(({ name, image }) => ({ shownBy: name, reference: image })),
    ...inTexts(store?.settings ?? '').map((reference) => ({ shownBy: 'the logo', reference })),
    ...inTexts(store?.home_sections ?? '').map((reference) => ({ shownBy: 'the home page', reference })),
  ];
}

/** The pictures of this shop's own that pages show and whose files are not in the media folder of `dataDir`. */
export async function findMissingPictures(db: Db, dataDir: string): Promise<MissingPicture[]> {
  const media = mediaFolder(dataDir);
  return (await references(db))
    .filter(({ reference }) => isMediaReference(reference))
    .flatMap(({ shownBy, reference }) =>
      listMediaFiles(reference)
        .filter((file) => !hasMediaFile(media, file))
        .map((file) => ({ shownBy, file })),
    );
}
