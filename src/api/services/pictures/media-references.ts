import { basename } from 'node:path';
import type { Db } from '#api/database/schema/engine.ts';
import { type FileStorage, indexFiles, readStoredFile } from '#api/services/storage/file-storage.ts';
import { readStoreJson } from '#api/services/store/settings.ts';
import { parsePicture, splitPictures } from '#lib/rules/pictures/reference.ts';
import { PICTURE_HASH, previewOf } from '#lib/rules/pictures/stored-name.ts';
import { PictureRefused } from './accepted-pictures.ts';
import { detectImageType } from './image-type.ts';
import { readFromFolder } from './read-from-folder.ts';
import type { StoredPicture } from './store-raster.ts';
import { storeSvg } from './store-svg.ts';

const reference = `/media/${PICTURE_HASH}(?:-\\d{1,4}\\.jpg|\\.svg)#[1-9]\\d{0,4}x[1-9]\\d{0,4}(?:~[\\w-]{1,400})?(?![\\w-])`;
const wholeReference = new RegExp(`^${reference}$`);
const everyReference = new RegExp(reference, 'g');

/** Whether a source is a reference to media files (lib/rules/pictures/reference.ts), as an export writes them. */
export const isMediaReference = (source: string): boolean => wholeReference.test(source);

/** All media references in a text, such as settings as JSON. */
export const findMediaReferences = (text: string): string[] => text.match(everyReference) ?? [];

/** The names of a reference's files: all widths and formats of a raster picture, or one SVG. */
export function listMediaFiles(reference: string): string[] {
  const { src, sources } = parsePicture(reference);
  if (sources.length === 0) return [basename(src)];
  return sources.flatMap(({ srcset }) => srcset.split(', ').map((entry) => basename(entry.split(' ')[0] ?? '')));
}

/**
 * Imports an exported picture: copies its files unchanged from `folder` to `media`, unless they exist there, and keeps the reference. Throws
 * `PictureRefused` when a file is missing or its type does not match its name. Without a folder the files must exist.
 */
export async function importMediaFiles(
  media: FileStorage,
  folder: string | undefined,
  reference: string,
): Promise<StoredPicture> {
  const names = listMediaFiles(reference);
  const stored = await Promise.all(names.map((name) => media.head(name)));
  if (stored.every(Boolean)) return { reference, isNew: false };
  if (folder === undefined) throw new PictureRefused('is not one of this store’s pictures');
  for (const name of names) {
    const bytes = await readFromFolder(folder, name);
    const extension = name.slice(name.lastIndexOf('.') + 1);
    if (extension === 'svg') return storeSvg(media, bytes);
    if (detectImageType(bytes) !== (extension === 'jpg' ? 'jpeg' : extension))
      throw new PictureRefused(`is not a valid ${extension} file: ${name}`);
    await media.put(name, bytes);
  }
  return { reference, isNew: true };
}

/** Copies a picture's files from one storage to another. Returns the names of missing files. */
export async function copyMediaFiles(from: FileStorage, to: FileStorage, reference: string): Promise<string[]> {
  const missing: string[] = [];
  for (const name of listMediaFiles(reference)) {
    const bytes = await readStoredFile(from, name);
    if (bytes) await to.put(name, bytes);
    else missing.push(name);
  }
  return missing;
}

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
