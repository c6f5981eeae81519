import type { ImportedProduct } from '#api/services/import/read/imported-product.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { completePictures } from './complete-pictures.ts';
import { havePicturesChanged } from './product-fingerprint.ts';
import type { ProductRow } from './read-stored-products.ts';

/** What a file does to a product's pictures, or to their alternative texts only. */
export type PictureChange = 'none' | 'emptied' | 'changed' | 'texts';

/** Compares a product's pictures in the file with the stored ones, without fetching any. `fingerprint` is that of the file. */
export function comparePictures(product: ImportedProduct, row: ProductRow, fingerprint: string): PictureChange {
  const count = splitPictures(row.pictures).length;
  if (product.pictures.length === 0) return product.keepsPictures || count === 0 ? 'none' : 'emptied';
  const named = product.pictures.map(({ source, alt }) => ({ reference: source, alt }));
  const asStored = completePictures(product, named, row);
  const areSame =
    asStored.pictures === row.pictures || !havePicturesChanged(row.import_hash, fingerprint, count === named.length);
  if (!areSame) return 'changed';
  const keepsTexts = product.keepsAlts || product.keepsPictures || count !== named.length;
  return keepsTexts || row.picture_alts === JSON.stringify(named.map(({ alt }) => alt)) ? 'none' : 'texts';
}
