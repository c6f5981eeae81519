import { parse } from 'node:path';
import type { ProductSpool } from '#api/services/import/read/product-spool.ts';
import type { PictureSource } from '#api/services/pictures/picture-source.ts';

/** The order of pictures that have the name of an SKU alone. */
const FIRST = 1;

/** As file names are compared: some systems change the case and the Unicode form. */
const fold = (name: string): string => name.normalize().trim().toLowerCase();

/** Files of pictures by the SKU in their name: SKU.jpg, then SKU-2.jpg, SKU_3.png. */
class PicturesBySku {
  readonly #files = new Map<string, Map<number, string>>();

  /** `skus` are those of the products, as `fold` gives them. */
  constructor(paths: readonly string[], skus: ReadonlySet<string>) {
    for (const path of paths) {
      const name = fold(parse(path).name);
      const [, base = '', number] = /^(.+)[-_ ](\d{1,3})$/.exec(name) ?? [];
      if (skus.has(name)) this.#add(name, FIRST, path);
      else if (skus.has(base)) this.#add(base, Number(number) + FIRST, path);
    }
  }

  /** Of two files of one number, such as SKU.jpg and SKU.webp, the first is taken. */
  #add(sku: string, order: number, path: string): void {
    const files = this.#files.get(sku) ?? new Map<number, string>();
    if (!files.has(order)) files.set(order, path);
    this.#files.set(sku, files);
  }

  get(sku: string | null | undefined): string[] {
    const files = this.#files.get(fold(sku ?? '')) ?? [];
    return [...files].toSorted(([a], [b]) => a - b).map(([, path]) => path);
  }
}

/**
 * A file without any picture does not say that the products have none: their pictures came from a folder that this import does not have. They
 * are kept.
 */
function keepAllPictures(spool: ProductSpool): void {
  for (const page of spool.pages()) if (page.some(({ product }) => product.pictures.length > 0)) return;
  for (const page of spool.pages()) {
    for (const entry of page) {
      const { product } = entry;
      if (product.keepsPictures) continue;
      product.keepsPictures = true;
      for (const variant of product.variants) variant.picture = undefined;
      spool.update(entry);
    }
  }
}

/**
 * Gives products without a picture in their file those of the pictures folder that are named by the SKUs of their variants, and each variant
 * the first of its own; without a folder, such pictures of an earlier import are kept. Returns how many products and pictures that were.
 */
export async function addPicturesBySku(
  spool: ProductSpool,
  pictures: PictureSource,
): Promise<{ products: number; pictures: number }> {
  const counts = { products: 0, pictures: 0 };
  const paths = (await pictures.listFiles?.()) ?? [];
  if (pictures.listFiles === undefined) keepAllPictures(spool);
  if (paths.length === 0) return counts;
  const skus = new Set<string>();
  for (const page of spool.pages())
    for (const { product } of page) for (const { sku } of product.variants) if (sku) skus.add(fold(sku));
  const bySku = new PicturesBySku(paths, skus);
  for (const page of spool.pages()) {
    for (const entry of page) {
      const { product } = entry;
      if (product.pictures.length > 0) continue;
      const sources = new Set<string>();
      for (const variant of product.variants) {
        const files = bySku.get(variant.sku);
        if (files[0] !== undefined && product.variants.length > 1) variant.picture = files[0];
        for (const file of files) sources.add(file);
      }
      if (sources.size === 0) continue;
      product.pictures = [...sources].map((source, index) => ({ source, alt: '', position: index + 1 }));
      spool.update(entry);
      counts.products++;
      counts.pictures += sources.size;
    }
  }
  return counts;
}
