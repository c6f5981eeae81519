/**
 * Denim cloth: twill, slub, fading and the puckered seams of washed jeans.
 */

import { type DrawingParams, number, text } from '#drawing/studio/params.ts';
import { blurs, clip, deep, fall } from '#drawing/studio/sewing.ts';
import { lit, r, seeded } from '#drawing/studio/studio.ts';

/** Colour, thread and fading (0–1) of denim. */
export interface Wash {
  colour: string;
  thread: string;
  fade: number;
}

/** Reads `colour`, `thread` and `fade`. */
export const readWash = (params: DrawingParams): Wash => ({
  colour: text(params, 'colour', '#2b3c5e'),
  thread: text(params, 'thread', '#c98a45'),
  fade: number(params, 'fade', 0.3),
});

/** Definitions for a denim garment: twill lines, the light across it, its outline as a clip and the blurs; `weave` scales the twill. */
export const denimDefs = (wash: Wash, outline: string, weave = 1): string =>
  `<pattern id="twill" width="5" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(28) scale(${weave})">` +
  `<rect width="1.7" height="7" fill="${lit(wash.colour, 0.75)}" opacity="${r(0.16 + wash.fade * 0.16)}"/>` +
  `<rect x="2.6" width="1.5" height="7" fill="${deep(wash.colour, 0.7)}" opacity=".24"/>` +
  `<path d="M0 0H5M0 3.5H5" stroke="${deep(wash.colour, 0.8)}" stroke-width=".7" opacity=".22"/></pattern>` +
  fall('dye', wash.colour, [200, 120, 720, 1100]) +
  clip('shape', outline) +
  blurs(9, 15);

/** Uneven yarns: fine upright streaks, lighter and darker, inside the given box. */
export function slub(seed: string, colour: string, box: [number, number, number, number], count: number): string {
  const next = seeded(seed);
  const streaks = (): string => {
    let d = '';
    for (let i = 0; i < count; i += 1) {
      const x = box[0] + next() * (box[2] - box[0]);
      const y = box[1] + next() * (box[3] - box[1]);
      d += `M${Math.round(x)} ${Math.round(y)}v${Math.round(30 + next() * 130)}`;
    }
    return d;
  };
  return (
    `<path d="${streaks()}" stroke="${lit(colour, 0.7)}" stroke-width="1.3" opacity=".2"/>` +
    `<path d="${streaks()}" stroke="${deep(colour, 0.6)}" stroke-width="1.5" opacity=".24"/>`
  );
}

/** Roping: short light bars along a sewn edge that was washed. */
export const roping = (d: string, wash: Wash, width = 12): string =>
  `<path d="${d}" fill="none" stroke="${lit(wash.colour, 0.8)}" stroke-width="${width}" stroke-dasharray="5 8 9 7 4 10" opacity="${r(0.08 + wash.fade * 0.24)}"/>`;
