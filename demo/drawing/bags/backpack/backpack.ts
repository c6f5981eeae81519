/** Backpacks: rolltop, daypack, laptop pack, canvas rucksack and small leather pack, from the front, the back or close up. */

import { backdropFor, compact, Materials, type Surface } from '#drawing/studio/materials.ts';
import { text, texts } from '#drawing/studio/params.ts';
import { type Drawing, shaded, studio } from '#drawing/studio/studio.ts';
import { packBack } from './back.ts';
import { daypack, laptopPack, miniPack, rolltop, rucksack } from './front.ts';
import type { PackMake, PackParts } from './make.ts';

const STYLES: Record<string, (make: PackMake) => PackParts> = { rolltop, daypack, laptop: laptopPack, rucksack, mini: miniPack };
const SHADOW = 'M240 1058Q450 1046 670 1058Q770 1078 690 1094Q450 1114 210 1094Q140 1078 240 1058z';

/** Draws a backpack. Parameters: style, view (front, back, detail), colour, trim, second, thread, metal, surface, print, detail. */
export const backpack: Drawing = (params) => {
  const materials = new Materials();
  const colour = text(params, 'colour', '#4c5a4a');
  const make: PackMake = {
    materials,
    colour,
    ...texts(params, {
      trim: shaded(colour, 0.3),
      second: shaded(colour, 0.15),
      thread: '#cfc5ac',
      metal: 'gunmetal',
      print: 'plain',
      detail: '',
    }),
    surface: text(params, 'surface', 'canvas') as Surface,
  };
  const view = text(params, 'view', 'front');
  const parts = (STYLES[text(params, 'style', 'daypack')] ?? daypack)(make);
  const ground = materials.floorShadow(SHADOW);
  let subject = ground + parts.behind + parts.front;
  if (view === 'back') subject = ground + packBack(make, parts.outline, parts.yoke);
  if (view === 'detail') {
    const [x, y] = parts.focus;
    subject = `<g transform="translate(450 600) scale(2.2) rotate(6) translate(${-x} ${-y})">${subject}</g>`;
  }
  return compact(studio({ backdrop: backdropFor(params, colour), defs: materials.defs, subject }));
};
