import type { Make } from '#drawing/studio/make.ts';

/** Materials and colours of a backpack. */
export interface PackMake extends Make {
  trim: string;
  print: string;
}

/** A drawn backpack. */
export interface PackParts {
  /** Straps and handle that show behind the body. */
  behind: string;
  front: string;
  /** Outline of the body as seen from the back. */
  outline: string;
  /** y of the yoke in the back view, for packs shorter than the others. */
  yoke?: number;
  /** Centre of a close-up. */
  focus: [number, number];
}
