import type { Materials, Surface } from './materials.ts';

/** Materials and colours that every bag and shoe has, read from the pictures file. */
export interface Make {
  materials: Materials;
  colour: string;
  second: string;
  thread: string;
  metal: string;
  surface: Surface;
  /** A detail that tells two products of one style apart. */
  detail: string;
}
