/** Men's shoes and sneakers: from the side, as a pair, from above and from below. */

import { backdropFor, compact, Materials, type Surface } from '#drawing/studio/materials.ts';
import { type DrawingParams, text, texts } from '#drawing/studio/params.ts';
import { type Drawing, shaded, studio } from '#drawing/studio/studio.ts';
import { chelsea, derby, loafer } from './dress-uppers.ts';
import { shoesFromAbove } from './from-above.ts';
import type { ShoeMake } from './make.ts';
import { treads } from './soles.ts';
import { plimsoll, runner, sneaker } from './sport-uppers.ts';

/** Draws one shoe from its outer side, toe to the left, ground at y = 820. */
type SideView = (make: ShoeMake) => string;

const STYLES: Record<string, SideView> = { sneaker, plimsoll, runner, derby, loafer, chelsea };

/** Reads materials and colours of a shoe. */
export function shoeMake(params: DrawingParams): ShoeMake {
  const colour = text(params, 'colour', '#7a4a2b');
  return {
    materials: new Materials(),
    style: text(params, 'style', 'sneaker'),
    colour,
    ...texts(params, {
      second: shaded(colour, 0.12),
      lining: '#c9a67a',
      sole: '#f0ebe0',
      lace: colour,
      thread: '#d9c7a4',
      metal: 'brass',
      detail: '',
    }),
    surface: text(params, 'surface', 'leather') as Surface,
  };
}

/** Floor shadow of one shoe in side view. */
export const SIDE_SHADOW = 'M90 806Q450 800 830 806Q900 820 846 834Q450 850 90 834Q40 822 90 806z';

/** A pair in side view: the far shoe higher, a little smaller and away from the light. */
export function pairOf(materials: Materials, one: string, step: [number, number] = [52, -262]): string {
  const far = `<use href="#one" transform="translate(${step[0] + 22} ${step[1] + 60}) scale(.93)"/>`;
  return (
    `<g transform="translate(-14 96)">${materials.glow(470 + step[0], 822 + step[1], 400, 30, '#2a2622', 0.45)}${far}` +
    `${materials.floorShadow(SIDE_SHADOW)}<g id="one">${one}</g></g>`
  );
}

/** Draws shoes. Parameters: style, view (side, pair, top, sole, detail), colour, second, lining, sole, lace, thread, metal, surface, detail. */
export const shoe: Drawing = (params) => {
  const make = shoeMake(params);
  const { materials } = make;
  const view = text(params, 'view', 'pair');
  const side = STYLES[make.style] ?? sneaker;
  const tall = make.style === 'chelsea';
  const views = {
    side: () => `<g transform="translate(0 ${tall ? 40 : -20})">${materials.floorShadow(SIDE_SHADOW)}${side(make)}</g>`,
    pair: () =>
      tall
        ? `<g transform="translate(66 60) scale(.86)">${pairOf(materials, side(make), [90, -200])}</g>`
        : pairOf(materials, side(make)),
    top: () => shoesFromAbove(make),
    sole: () => treads(make),
    detail: () =>
      `<g transform="translate(450 600) scale(2.1) rotate(-12) translate(${tall ? '-640 -480' : '-470 -620'})">${materials.floorShadow(SIDE_SHADOW)}${side(make)}</g>`,
  };
  const subject = (views[view as keyof typeof views] ?? views.pair)();
  return compact(studio({ backdrop: backdropFor(params, make.colour), defs: materials.defs, subject }));
};
