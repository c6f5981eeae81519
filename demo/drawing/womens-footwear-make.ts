/** What a woman’s shoe is made of. */

import type { Bench, Surface } from './leather-and-canvas.ts';

/** What a piece of women's footwear is made of. */
export interface FootwearMake {
  bench: Bench;
  style: string;
  colour: string;
  second: string;
  lining: string;
  sole: string;
  thread: string;
  metal: string;
  print: string;
  surface: Surface;
  detail: string;
}
