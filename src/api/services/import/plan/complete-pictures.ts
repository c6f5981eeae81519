import { havePicturesChanged } from '#api/services/import/plan/product-fingerprint.ts';
import type { ProductRow } from '#api/services/import/plan/read-stored-products.ts';
import type { ImportedProduct } from '#api/services/import/read/imported-product.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';

/** The stored pictures of a product of the files, and an existing product's columns. */
type Pictures = { reference: string; alt: string }[];
type PictureColumns = Pick<ProductRow, 'pictures' | 'picture_alts'>;

/**
 * The columns of a product's pictures. An existing product keeps its pictures when the file has no column for them or when none of the file's
 * could be stored, and its alternative texts when the file has no column for those. `pictures` is null when the file's are the stored ones.
 */
export function completePictures(
  product: ImportedProduct,
  pictures: Pictures | null,
  before: PictureColumns | undefined,
): PictureColumns {
  const alts = before ? (JSON.parse(before.picture_alts) as string[]) : [];
  if (before && pictures === null) {
    const texts = product.pictures.map(({ alt }) => alt);
    const keepsTexts = product.keepsAlts || product.keepsPictures || texts.length !== alts.length;
    return { pictures: before.pictures, picture_alts: keepsTexts ? before.picture_alts : JSON.stringify(texts) };
  }
  if (before && !pictures?.length && (product.keepsPictures || product.pictures.length > 0))
    return { pictures: before.pictures, picture_alts: before.picture_alts };
  const stored = splitPictures(before?.pictures ?? '').map((reference, index) => ({ reference, alt: alts[index] ?? '' }));
  const altOf = new Map(stored.map(({ reference, alt }) => [reference, alt]));
  const named = (pictures ?? []).map(({ reference, alt }) => ({
    reference,
    alt: product.keepsAlts ? (altOf.get(reference) ?? '') : alt,
  }));
  const all = product.keepsPictures ? [...stored, ...named.filter(({ reference }) => !altOf.has(reference))] : named;
  return {
    pictures: all.map(({ reference }) => reference).join(','),
    picture_alts: JSON.stringify(all.map(({ alt }) => alt)),
  };
}

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
