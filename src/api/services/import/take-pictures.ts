import { limiter } from '#api/services/pictures/parallel.ts';
import { PictureRefused } from '#api/services/pictures/refused.ts';
import type { PictureSource } from '#api/services/pictures/source.ts';
import type { PictureList } from './gather/picture-list.ts';
import type { ImportedProduct } from './product.ts';

/** Pictures fetched or encoded at a time. */
const WIDTH = 6;

/** What became of an import's pictures. */
export interface TakenPictures {
  /** Pictures that were stored now; the others were there already. */
  fresh: number;
  refused: { picture: string; reason: string }[];
}

/** What the file calls a product's pictures and that of its sub-category. */
export const picturesOf = ({ pictures, categoryPicture }: ImportedProduct): string[] => [
  ...pictures.map(({ source }) => source),
  ...(categoryPicture ? [categoryPicture] : []),
];

/** Takes every picture of the list, several at a time, and keeps the references there. A refused picture is noted and left out. */
export async function takePictures(
  list: PictureList,
  source: PictureSource,
  onProgress?: (done: number, total: number) => void,
): Promise<TakenPictures> {
  const { wanted } = list.counts();
  const taken: TakenPictures = { fresh: 0, refused: [] };
  const inTurn = limiter(WIDTH);
  let done = 0;
  const take = async (name: string) => {
    try {
      const { reference, fresh } = await source.take(name);
      list.setReference(name, reference);
      if (fresh) taken.fresh++;
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error;
      taken.refused.push({ picture: name, reason: error.message });
    }
    onProgress?.(++done, wanted);
  };
  for (const names of list.pages()) await Promise.all(names.map((name) => inTurn(() => take(name))));
  return taken;
}
