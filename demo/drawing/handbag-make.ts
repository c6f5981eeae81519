/** What a handbag is made of and what drawing one gives. */

import type { Bench, Surface } from './leather-and-canvas.ts';
import type { DrawingParams } from './studio.ts';

/** What every handbag is made of, read from the pictures file. */
export interface BagMake {
  bench: Bench;
  colour: string;
  trim: string;
  second: string;
  thread: string;
  metal: string;
  print: string;
  surface: Surface;
  /** A detail that tells two bags of one style apart. */
  detail: string;
  params: DrawingParams;
}

/** A drawn bag: what lies behind the body, the body's front, and where its side wall would show. */
export interface BagParts {
  behind: string;
  /** What lies behind is a second handle, which moves away when the bag is turned. */
  farHandle?: boolean;
  front: string;
  /** Straps and handles in front of the body. */
  above: string;
  /** Outer right edge of the front, top and bottom, when the bag has a side wall. */
  side?: { top: [number, number]; bottom: [number, number]; wide: number };
  /** Outline of the floor shadow. */
  shadow: string;
  /** Point a close-up looks at. */
  focus: [number, number];
}
