import type { Bench, Surface } from './leather-and-canvas.ts';

/** Materials and colours that every bag and shoe has, read from the pictures file. */
export interface Make {
  bench: Bench;
  colour: string;
  second: string;
  thread: string;
  metal: string;
  surface: Surface;
  /** A detail that tells two products of one style apart. */
  detail: string;
}
