/** What a shoe is made of. */

import type { Bench, Surface } from './leather-and-canvas.ts';

/** What a shoe is made of, read from the pictures file. */
export interface ShoeMake {
  bench: Bench;
  style: string;
  colour: string;
  second: string;
  lining: string;
  sole: string;
  lace: string;
  thread: string;
  metal: string;
  surface: Surface;
  detail: string;
}
