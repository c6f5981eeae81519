import { createHash } from 'node:crypto';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { PICTURE_WIDTHS, pictureWidths } from '#lib/rules/pictures/reference.ts';
import { PICTURE_HASH_DIGITS, previewName } from '#lib/rules/pictures/stored-name.ts';
import { PictureRefused, storableWidth } from './accepted-pictures.ts';
import { describePicture, encodePicture, makeFirstFiles } from './encoding/encode-picture.ts';

/** The content hash that names a picture's files, in hex digits. */
export const hashContent = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, PICTURE_HASH_DIGITS);

export interface StoredPicture {
  /** In the format of lib/rules/pictures/reference.ts. */
  reference: string;
  /** False when its files existed already. */
  isNew: boolean;
}

/** Takes pictures of which only the first files are stored (encoding-queue.ts). Adding one again changes nothing. */
export interface LaterEncoding {
  add(hash: string): Promise<void>;
}

/** File name of what all files of a picture are made from; it exists until they are. */
export const sourceName = (hash: string): string => `${hash}.source`;

/** The hash of a source file's name; undefined for any other file. */
export const hashOfSource = (name: string): string | undefined => /^([0-9a-f]+)\.source$/.exec(name)?.[1];

/**
 * Stores a raster picture as AVIF, WebP and JPEG in the widths of `pictureWidths`, rotated upright and without metadata, smaller when it
 * has more pixels than can be stored. With `later`, stores a preview and the source only, and adds it there. Does nothing when the same bytes were
 * stored before. Throws `PictureRefused` when they cannot be decoded within the limits of time and memory or have more than `MAX_PIXELS`.
 */
export async function storeRaster(storage: FileStorage, bytes: Uint8Array, later?: LaterEncoding): Promise<StoredPicture> {
  const { width, height, placeholder } = await describePicture(bytes);
  // Only what is shown counts: `pictureWidths` makes a wide picture narrower.
  const shown = Math.min(width, PICTURE_WIDTHS[2]);
  const widest = pictureWidths(storableWidth(shown, (height * shown) / width)).at(-1) as number;
  if (widest < 1) throw new PictureRefused(`is too narrow for its height of ${height} pixels`);
  const hash = hashContent(bytes);
  const widestFile = encodedName(hash, widest, 'jpg');
  const size = `${widest}x${Math.max(1, Math.round((height * widest) / width))}`;
  const reference = `/media/${widestFile}#${size}~${Buffer.from(placeholder).toString('base64url')}`;
  if (await storage.head(widestFile)) return { reference, isNew: false };
  if (later) return { reference, isNew: await storeFirstFiles(storage, { hash, bytes, widest, later }) };
  await storeAllFiles(storage, hash, bytes, widest);
  return { reference, isNew: true };
}

const encodedName = (hash: string, width: number, ext: string): string => `${hash}-${width}.${ext}`;

interface FirstFilesToStore {
  hash: string;
  bytes: Uint8Array;
  widest: number;
  later: LaterEncoding;
}

/** Stores the preview last: when it exists, the source does, and all files will. Returns false when it existed. */
async function storeFirstFiles(storage: FileStorage, { hash, bytes, widest, later }: FirstFilesToStore): Promise<boolean> {
  const [preview, source] = await Promise.all([storage.head(previewName(hash)), storage.head(sourceName(hash))]);
  if (preview && source) {
    await later.add(hash);
    return false;
  }
  const files = await makeFirstFiles(bytes, widest);
  await storage.put(sourceName(hash), files.source);
  await later.add(hash);
  await storage.put(previewName(hash), files.preview);
  return true;
}

/** Encodes and stores all files, the widest JPEG last: when it exists, all do. */
export async function storeAllFiles(
  storage: FileStorage,
  hash: string,
  bytes: Uint8Array,
  widest: number,
  signal?: AbortSignal,
): Promise<void> {
  const files = await encodePicture(bytes, widest, signal);
  const last = files.pop();
  await Promise.all(files.map(({ width, ext, bytes }) => storage.put(encodedName(hash, width, ext), bytes)));
  if (last) await storage.put(encodedName(hash, last.width, last.ext), last.bytes);
}
