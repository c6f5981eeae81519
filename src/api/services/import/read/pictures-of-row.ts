import type { ImportedProduct } from './imported-product.ts';
import type { CatalogueRow } from './validate-row.ts';

/** The position of a picture without one in the file. */
const LAST_POSITION = Number.MAX_SAFE_INTEGER;

/** Adds a row's pictures, and its variant's picture, which goes last unless another row gives its position. */
export function addRowPictures(product: ImportedProduct, row: CatalogueRow, more: readonly string[] = []): void {
  const find = (source: string) => product.pictures.find((picture) => picture.source === source);
  if (row.image) {
    const place = { alt: row.imageAlt, position: row.imagePosition ?? product.pictures.length + 1 };
    const existing = find(row.image);
    if (!existing) product.pictures.push({ source: row.image, ...place });
    else if (existing.position === LAST_POSITION) Object.assign(existing, place);
  }
  for (const source of more) if (!find(source)) product.pictures.push({ source, alt: '', position: product.pictures.length + 1 });
  if (row.variantImage && !find(row.variantImage))
    product.pictures.push({ source: row.variantImage, alt: '', position: LAST_POSITION });
}
