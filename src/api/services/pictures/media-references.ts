import { copyFile, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parsePicture } from '#lib/rules/pictures/reference.ts';
import { readFromFolder } from './folder.ts';
import { detectImageType } from './image-type.ts';
import { hasMediaFile, writeMediaFile } from './media-files.ts';
import type { StoredPicture } from './raster.ts';
import { PictureRefused } from './refused.ts';
import { storeSvg } from './svg.ts';

const own = /^\/media\/[0-9a-f]{24}(?:-\d{1,4}\.jpg|\.svg)#[1-9]\d{0,4}x[1-9]\d{0,4}(?:~[\w-]{1,400})?$/;

/** True for a reference that a shop made (rules/picture.ts), as an export writes it. */
export const isMediaReference = (source: string): boolean => own.test(source);

/** The names of every file that a reference of a shop's own stands for: all widths and formats of a photograph, or one drawing. */
export function listMediaFiles(reference: string): string[] {
  const { src, sources } = parsePicture(reference);
  if (sources.length === 0) return [basename(src)];
  return sources.flatMap(({ srcset }) => srcset.split(', ').map((entry) => basename(entry.split(' ')[0] ?? '')));
}

/**
 * Takes a picture that a shop exported: its files are copied from `folder` as they are, and its reference stays. Those that `media` has
 * are left alone. Throws `PictureRefused` when a file is missing or is not what its name says.
 */
export async function importMediaFiles(media: string, folder: string, reference: string): Promise<StoredPicture> {
  const names = listMediaFiles(reference);
  if (names.every((name) => hasMediaFile(media, name))) return { reference, isNew: false };
  if (media === folder) throw new PictureRefused('is not among the pictures of this shop');
  for (const name of names) {
    const bytes = await readFromFolder(folder, name);
    const extension = name.slice(name.lastIndexOf('.') + 1);
    if (extension === 'svg') return storeSvg(media, bytes);
    if (detectImageType(bytes) !== (extension === 'jpg' ? 'jpeg' : extension))
      throw new PictureRefused(`is no ${extension} file: ${name}`);
    await writeMediaFile(media, name, bytes);
  }
  return { reference, isNew: true };
}

/** Copies every file of a picture of a shop's own out of its `media` folder. Returns the names of files that are not there. */
export async function copyMediaFiles(media: string, folder: string, reference: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const missing: string[] = [];
  for (const name of listMediaFiles(reference)) {
    await copyFile(join(media, name), join(folder, name)).catch(() => missing.push(name));
  }
  return missing;
}
