import type { Make } from '#drawing/studio/make.ts';
import type { DrawingParams } from '#drawing/studio/params.ts';

/** Materials and colours of a handbag. */
export interface BagMake extends Make {
  trim: string;
  print: string;
  params: DrawingParams;
}

/** A drawn bag, from back to front. */
export interface BagParts {
  behind: string;
  /** True when `behind` is a second handle, which moves away from the first in the angle view. */
  farHandle?: boolean;
  front: string;
  /** Straps and handles in front of the body. */
  above: string;
  /** Outer right edge of the front, top and bottom, when the bag has a side wall. */
  side?: { top: [number, number]; bottom: [number, number]; wide: number };
  /** Outline of the floor shadow. */
  shadow: string;
  /** Centre of a close-up. */
  focus: [number, number];
}
