import { createHash } from 'node:crypto';
import type { ImportedProduct } from '#api/services/import/read/imported-product.ts';
import type { PictureSource } from '#api/services/pictures/picture-source.ts';

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);

/** A fingerprint of a product's data in the file and its pictures. Equal fingerprints mean that nothing has changed. */
export async function fingerprintProduct(product: ImportedProduct, pictures: PictureSource): Promise<string> {
  const prints = await Promise.all(product.pictures.map(async ({ source, alt }) => [await pictures.fingerprint(source), alt]));
  const variants = await Promise.all(
    product.variants.map(async ({ stockBefore: _, picture, ...variant }) => ({
      ...variant,
      ...(picture && { picture: await pictures.fingerprint(picture) }),
    })),
  );
  return digest({ ...product, variants, pictures: prints });
}

/** Adds missing pictures to a fingerprint, so that the next import retries them. */
export const addMissingPictures = (fingerprint: string, missing: readonly string[]): string =>
  missing.length === 0 ? fingerprint : `${fingerprint}:${digest(missing)}`;

/** Whether two fingerprints are of the same data, ignoring missing pictures. */
export const hasSameContent = (one: string, other: string): boolean => one.split(':')[0] === other.split(':')[0];
