import { createHash } from 'node:crypto';
import type { ImportedProduct } from '#api/services/import/read/imported-product.ts';
import type { PictureSource } from '#api/services/pictures/picture-source.ts';

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);

/**
 * Fingerprints a product's data in the file and its pictures, joined by "-". Equal fingerprints mean that nothing has changed. A file without pictures keeps
 * the part of the pictures of the `stored` fingerprint.
 */
export async function fingerprintProduct(
  product: ImportedProduct,
  pictures: PictureSource,
  stored: string | undefined,
): Promise<string> {
  const prints = await Promise.all(product.pictures.map(({ source }) => pictures.fingerprint(source)));
  const variants = await Promise.all(
    product.variants.map(async ({ stockBefore: _, picture, ...variant }) => ({
      ...variant,
      ...(picture && { picture: await pictures.fingerprint(picture) }),
    })),
  );
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

/** Whether a product's pictures in the file are all stored, so that they need not be fetched again. Those of variants are found by fetching them. */
export function arePicturesStored({ variants }: ImportedProduct, stored: string, fingerprint: string): boolean {
  const [, before] = partsOf(stored);
  if (variants.some(({ picture }) => picture)) return false;
  return before !== undefined && !stored.includes(':') && before === partsOf(fingerprint)[1];
}

/** Adds missing pictures to a fingerprint, so that the next import retries them. */
export const addMissingPictures = (fingerprint: string, missing: readonly string[]): string =>
  missing.length === 0 ? fingerprint : `${fingerprint}:${digest(missing)}`;

/** Whether a stored fingerprint is of the same data; `ignoreMissing` ignores that pictures were missing. */
export const isUnchanged = (stored: string, fingerprint: string, ignoreMissing: boolean): boolean =>
  fingerprint === (ignoreMissing ? stored.split(':')[0] : stored);
