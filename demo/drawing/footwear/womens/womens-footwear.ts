/** Women's footwear: juttis, kolhapuri sandals, ballet flats and block heels, as a pair, from the side or from above; sneakers too. */

import { pairOf, SIDE_SHADOW, shoe } from '#drawing/footwear/shoe/shoe.ts';
import { backdropFor, compact, Materials, type Surface } from '#drawing/studio/materials.ts';
import { text, texts } from '#drawing/studio/params.ts';
import { type Drawing, studio } from '#drawing/studio/studio.ts';
import { footwearFromAbove } from './from-above.ts';
import { balletFlat, blockHeel, jutti, kolhapuri } from './from-side.ts';
import type { FootwearMake } from './make.ts';

const STYLES: Record<string, (make: FootwearMake) => string> = { jutti, ballet: balletFlat, heel: blockHeel, kolhapuri };

/** Draws women's footwear. Parameters: style, view (side, pair, top, detail), colour, second, lining, sole, thread, metal, print, surface, detail. */
export const womensFootwear: Drawing = (params) => {
  const style = text(params, 'style', 'jutti');
  const side = STYLES[style];
  if (!side) return shoe(params);
  const colour = text(params, 'colour', '#a5365a');
  const materials = new Materials();
  const make: FootwearMake = {
    materials,
    style,
    colour,
    ...texts(params, {
      second: '#d2a850',
      lining: '#dcc39a',
      sole: '#8a5a34',
      thread: '#e6cfa2',
      metal: 'gold',
      print: 'plain',
      detail: '',
    }),
    surface: text(params, 'surface', 'smooth') as Surface,
  };
  const look: [number, number] = style === 'heel' ? [620, 620] : [300, 720];
  const views = {
    side: () => `<g transform="translate(0 -40)">${materials.floorShadow(SIDE_SHADOW)}${side(make)}</g>`,
    pair: () =>
      `<g transform="translate(44 40) scale(.94)">${pairOf(materials, side(make), style === 'heel' ? [66, -250] : [48, -240])}</g>`,
    top: () => footwearFromAbove(make),
    detail: () =>
      `<g transform="translate(450 600) scale(2.2) rotate(-10) translate(${-look[0]} ${-look[1]})">${materials.floorShadow(SIDE_SHADOW)}${side(make)}</g>`,
  };
  const subject = (views[text(params, 'view', 'pair') as keyof typeof views] ?? views.pair)();
  return compact(studio({ backdrop: backdropFor(params, colour), defs: materials.defs, subject }));
};
