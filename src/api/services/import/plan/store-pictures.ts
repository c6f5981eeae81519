import { limitConcurrency } from '#api/services/concurrency.ts';
import type { ImportedProduct } from '#api/services/import/read/product.ts';
import { PictureRefused } from '#api/services/pictures/refused.ts';
import type { PictureSource } from '#api/services/pictures/source.ts';
import type { PictureList } from './picture-list.ts';

/** Pictures fetched or encoded at a time. */
const WIDTH = 6;

/** What became of an import's pictures. */
export interface StorePicturesResult {
  /** Pictures that were stored now; the others were there already. */
  added: number;
  refused: { picture: string; reason: string }[];
}

/** What the file calls a product's pictures and that of its sub-category. */
export const listPictureSources = ({ pictures, categoryPicture }: ImportedProduct): string[] => [
  ...pictures.map(({ source }) => source),
  ...(categoryPicture ? [categoryPicture] : []),
];

/** Takes every picture of the list, several at a time, and keeps the references there. A refused picture is noted and left out. */
export async function storePictures(
  list: PictureList,
  source: PictureSource,
  onProgress?: (done: number, total: number) => void,
): Promise<StorePicturesResult> {
  const { wanted } = list.counts();
  const taken: StorePicturesResult = { added: 0, refused: [] };
  const inTurn = limitConcurrency(WIDTH);
  let done = 0;
  const take = async (name: string) => {
    try {
      const { reference, isNew: fresh } = await source.store(name);
      list.setReference(name, reference);
      if (fresh) taken.added++;
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error;
      taken.refused.push({ picture: name, reason: error.message });
    }
    onProgress?.(++done, wanted);
  };
  for (const names of list.pages()) await Promise.all(names.map((name) => inTurn(() => take(name))));
  return taken;
}
