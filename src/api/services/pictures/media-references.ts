import { basename } from 'node:path';
import { type FileStorage, readStoredFile } from '#api/services/storage/file-storage.ts';
import { parsePicture } from '#lib/rules/pictures/reference.ts';
import { PICTURE_HASH } from '#lib/rules/pictures/stored-name.ts';
import { detectImageType } from './image-type.ts';
import { PictureRefused } from './picture-refused.ts';
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
