import { limitConcurrency } from '#api/services/concurrency/limit-concurrency.ts';
import type { ImportedProduct } from '#api/services/import/read/imported-product.ts';
import { PictureRefused } from '#api/services/pictures/picture-refused.ts';
import type { PictureSource } from '#api/services/pictures/picture-source.ts';
import type { PictureList } from './picture-list.ts';

const MAX_CONCURRENT = 6;

interface StorePicturesResult {
  /** Newly stored pictures; the others existed already. */
  added: number;
  refused: { picture: string; reason: string }[];
}

/** The sources of a product's pictures, unless they are stored already, and its sub-category's picture. */
export const listPictureSources = ({ pictures, categoryPicture }: ImportedProduct, isStored: boolean): string[] => [
  ...(isStored ? [] : pictures.map(({ source }) => source)),
  ...(categoryPicture ? [categoryPicture] : []),
];

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
      result.refused.push({ picture: name, reason: error.message });
    }
    onProgress?.(++done, wanted);
  };
  for (const names of list.pages()) await Promise.all(names.map((name) => limit(() => store(name))));
  return result;
}
