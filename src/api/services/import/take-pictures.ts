import { limiter } from '../pictures/parallel.ts';
import { PictureRefused } from '../pictures/refused.ts';
import type { PictureSource } from '../pictures/source.ts';
import type { ImportedProduct } from './product.ts';

/** Pictures fetched or encoded at a time. */
const WIDTH = 6;

/** What became of an import's pictures. */
export interface TakenPictures {
  /** By what the file calls it: the reference to keep. */
  references: Map<string, string>;
  /** Pictures that were stored now; the others were there already. */
  fresh: number;
  refused: { picture: string; reason: string }[];
}

/** What the file calls a product's pictures and that of its sub-category. */
const picturesOf = ({ pictures, categoryPicture }: ImportedProduct): string[] => [
  ...pictures.map(({ source }) => source),
  ...(categoryPicture ? [categoryPicture] : []),
];

/** Takes every picture of the products once, several at a time. A picture that is refused is noted and left out. */
export async function takePictures(
  products: readonly ImportedProduct[],
  source: PictureSource,
  onProgress?: (done: number, total: number) => void,
): Promise<TakenPictures> {
  const wanted = [...new Set(products.flatMap(picturesOf))];
  const taken: TakenPictures = { references: new Map(), fresh: 0, refused: [] };
  const inTurn = limiter(WIDTH);
  let done = 0;
  const take = async (name: string) => {
    try {
      const { reference, fresh } = await source.take(name);
      taken.references.set(name, reference);
      if (fresh) taken.fresh++;
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error;
      taken.refused.push({ picture: name, reason: error.message });
    }
    onProgress?.(++done, wanted.length);
  };
  await Promise.all(wanted.map((name) => inTurn(() => take(name))));
  return taken;
}
