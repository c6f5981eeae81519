/** What a backpack is made of and what drawing one gives. */

import type { Bench, Surface } from './leather-and-canvas.ts';

/** What every backpack is made of, read from the pictures file. */
export interface PackMake {
  bench: Bench;
  colour: string;
  trim: string;
  second: string;
  thread: string;
  metal: string;
  print: string;
  surface: Surface;
  detail: string;
}

/** A drawn backpack. */
export interface PackParts {
  /** Straps and handle that show behind the body. */
  behind: string;
  front: string;
  /** Outline of the body as seen from the back. */
  outline: string;
  /** Where the yoke sits in the back view, for packs shorter than the others. */
  yoke?: number;
  /** Point a close-up looks at. */
  focus: [number, number];
}
