import { limitConcurrency } from '#api/services/concurrency.ts';
import type { ImportedProduct } from '#api/services/import/read/imported-product.ts';
import type { ProductSpool } from '#api/services/import/read/product-spool.ts';
import { PictureRefused } from '#api/services/pictures/accepted-pictures.ts';
import type { PictureSource } from '#api/services/pictures/picture-source.ts';
import type { PictureList } from './picture-list.ts';

/** Fetched pictures wait in memory until they are decoded. */
const MAX_CONCURRENT = 4;

interface StorePicturesResult {
  /** Newly stored pictures; the others existed already. */
  added: number;
  refused: Omit<RefusedPicture, 'products'>[];
}

/** A picture that was left out, with the names of the products that show it. */
export interface RefusedPicture {
  picture: string;
  reason: string;
  products: string[];
}

/** The sources of a product's pictures, unless they are stored already, and its sub-category's picture. */
export const listPictureSources = ({ pictures, categoryPicture }: ImportedProduct, isStored: boolean): string[] => [
  ...(isStored ? [] : pictures.map(({ source }) => source)),
  ...(categoryPicture ? [categoryPicture] : []),
];

/** Adds the names of the products to pictures that were left out. */
export function nameProducts(refused: StorePicturesResult['refused'], spool: ProductSpool): RefusedPicture[] {
  const named = new Map(refused.map((entry) => [entry.picture, { ...entry, products: [] as string[] }]));
  if (named.size === 0) return [];
  for (const page of spool.changedPages()) {
    for (const { product } of page)
      for (const source of new Set(listPictureSources(product, false))) named.get(source)?.products.push(product.name);
  }
  return [...named.values()];
}

/** Stores all pictures of the list concurrently and saves their references there. Collects refused pictures instead of throwing. */
export async function storePictures(
  list: PictureList,
  source: PictureSource,
  onProgress?: (done: number, total: number) => void,
): Promise<StorePicturesResult> {
  const { wanted } = list.counts();
  const result: StorePicturesResult = { added: 0, refused: [] };
  const limit = limitConcurrency(MAX_CONCURRENT);
  let done = 0;
  const store = async (name: string) => {
    try {
      const { reference, isNew } = await source.store(name);
      list.setReference(name, reference);
      if (isNew) result.added++;
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error;
      list.refuse(name, error.message);
      result.refused.push({ picture: name, reason: error.message });
    }
    onProgress?.(++done, wanted);
  };
  for (const names of list.pages()) await Promise.all(names.map((name) => limit(() => store(name))));
  return result;
}
