import type { ImportedProduct } from './product.ts';
import type { CatalogueRow } from './row.ts';

/** The place of a picture that the file gives no place. */
const LAST = Number.MAX_SAFE_INTEGER;

/** Adds the picture of a row, and a variant's own picture, which goes last unless a row of its own gives its place. */
export function addRowPictures(product: ImportedProduct, row: CatalogueRow): void {
  const known = (source: string) => product.pictures.find((picture) => picture.source === source);
  if (row.image) {
    const place = { alt: row.imageAlt, position: row.imagePosition ?? product.pictures.length + 1 };
    const present = known(row.image);
    if (!present) product.pictures.push({ source: row.image, ...place });
    else if (present.position === LAST) Object.assign(present, place);
  }
  if (row.variantImage && !known(row.variantImage)) product.pictures.push({ source: row.variantImage, alt: '', position: LAST });
}
