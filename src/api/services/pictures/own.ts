import { copyFile, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readPicture } from '#lib/rules/picture.ts';
import { storeDrawing } from './drawing.ts';
import { readFromFolder } from './folder.ts';
import { imageType } from './image-type.ts';
import { isStored, store } from './media.ts';
import type { Stored } from './photograph.ts';
import { PictureRefused } from './refused.ts';

const own = /^\/media\/[0-9a-f]{24}(?:-\d{1,4}\.jpg|\.svg)#[1-9]\d{0,4}x[1-9]\d{0,4}(?:~[\w-]{1,400})?$/;

/** True for a reference that a shop made (rules/picture.ts), as an export writes it. */
export const isOwnReference = (source: string): boolean => own.test(source);

/** The names of every file that a reference of a shop's own stands for: all widths and formats of a photograph, or one drawing. */
export function ownFiles(reference: string): string[] {
  const { src, sources } = readPicture(reference);
  if (sources.length === 0) return [basename(src)];
  return sources.flatMap(({ srcset }) => srcset.split(', ').map((entry) => basename(entry.split(' ')[0] ?? '')));
}

/**
 * Takes a picture that a shop exported: its files are copied from `folder` as they are, and its reference stays. Those that `media` has
 * are left alone. Throws `PictureRefused` when a file is missing or is not what its name says.
 */
export async function takeOwn(media: string, folder: string, reference: string): Promise<Stored> {
  const names = ownFiles(reference);
  if (names.every((name) => isStored(media, name))) return { reference, fresh: false };
  if (media === folder) throw new PictureRefused('is not among the pictures of this shop');
  for (const name of names) {
    const bytes = await readFromFolder(folder, name);
    const extension = name.slice(name.lastIndexOf('.') + 1);
    if (extension === 'svg') return storeDrawing(media, bytes);
    if (imageType(bytes) !== (extension === 'jpg' ? 'jpeg' : extension))
      throw new PictureRefused(`is no ${extension} file: ${name}`);
    await store(media, name, bytes);
  }
  return { reference, fresh: true };
}

/** Copies every file of a picture of a shop's own out of its `media` folder. Returns the names of files that are not there. */
export async function copyOwn(media: string, folder: string, reference: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const missing: string[] = [];
  for (const name of ownFiles(reference)) {
    await copyFile(join(media, name), join(folder, name)).catch(() => missing.push(name));
  }
  return missing;
}
