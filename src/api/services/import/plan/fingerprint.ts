import { createHash } from 'node:crypto';
import type { ImportedProduct } from '#api/services/import/read/product.ts';
import type { PictureSource } from '#api/services/pictures/source.ts';

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);

/** A fingerprint of all that the file says of a product and of what its pictures are: equal when there is nothing to change. */
export async function fingerprintProduct(product: ImportedProduct, pictures: PictureSource): Promise<string> {
  const seen = await Promise.all(product.pictures.map(async ({ source, alt }) => [await pictures.fingerprint(source), alt]));
  const variants = product.variants.map(({ stockBefore: _, ...variant }) => variant);
  return digest({ ...product, variants, pictures: seen });
}

/** The fingerprint of a product some of whose pictures could not be had: the next import tries them again. */
export const addMissingPictures = (print: string, missing: readonly string[]): string =>
  missing.length === 0 ? print : `${print}:${digest(missing)}`;

/** True when two fingerprints say the same of the file, whether or not pictures were missing. */
export const hasSameContent = (one: string, other: string): boolean => one.split(':')[0] === other.split(':')[0];
