import { createHash } from 'node:crypto';
import type { ImportedProduct } from '#api/services/import/read/imported-product.ts';
import type { PictureSource } from '#api/services/pictures/picture-source.ts';

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);

/**
 * A fingerprint of a product's data in the file and one of its pictures, joined by "-". Equal fingerprints mean that nothing has changed. Those
 * of earlier versions have one part. The pictures of a file without pictures are the `stored` ones.
 */
export async function fingerprintProduct(
  product: ImportedProduct,
  pictures: PictureSource,
  stored: string | undefined,
): Promise<string> {
  const prints = await Promise.all(product.pictures.map(({ source }) => pictures.fingerprint(source)));
  const variants = product.variants.map(({ stockBefore: _, ...variant }) => variant);
  const alts = product.pictures.map(({ alt }) => alt);
  const content = digest({ ...product, variants, pictures: alts });
  const kept = product.keepsPictures && prints.length === 0 ? stored : undefined;
  const picturePart = kept === undefined ? digest(prints) : partsOf(kept)[1];
  return picturePart === undefined ? content : `${content}-${picturePart}`;
}

/** The fingerprints of the data and of the pictures, without missing ones. */
const partsOf = (hash: string): string[] => hash.split(':')[0]?.split('-') ?? [];

/** Whether the pictures differ between two fingerprints, ignoring missing ones. Without a stored one, only their number counts. */
export function havePicturesChanged(stored: string, fingerprint: string, isSameNumber: boolean): boolean {
  const [, before] = partsOf(stored);
  return before === undefined ? !isSameNumber : before !== partsOf(fingerprint)[1];
}

/** Adds missing pictures to a fingerprint, so that the next import retries them. */
export const addMissingPictures = (fingerprint: string, missing: readonly string[]): string =>
  missing.length === 0 ? fingerprint : `${fingerprint}:${digest(missing)}`;

/** Whether two fingerprints are of the same data, ignoring missing pictures. */
export const hasSameContent = (one: string, other: string): boolean => one.split(':')[0] === other.split(':')[0];
