/** Ratios of width to height that the pictures of a shop's products may have; all frames of a shop have the same. */
export const pictureRatios = ['3:4', '4:5', '1:1'] as const;
export type PictureRatio = (typeof pictureRatios)[number];

/** The ratio as a number; that of 3:4 for anything else. */
export function toRatio(text: string | undefined): number {
  const [width = 3, height = 4] = pictureRatios.some((ratio) => ratio === text) ? (text as string).split(':').map(Number) : [];
  return width / height;
}

/** The ratio nearest to most of these pictures: to the middle one of their ratios of width to height. 3:4 without any. */
export function chooseRatio(ratios: readonly number[]): PictureRatio {
  const middle = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? toRatio(undefined);
  const distance = (ratio: string): number => Math.abs(Math.log(toRatio(ratio) / middle));
  return pictureRatios.toSorted((a, b) => distance(a) - distance(b))[0] as PictureRatio;
}
