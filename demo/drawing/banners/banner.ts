/** The home page's wide pictures: three slides and a promotion, with space for text on the left. */

import { compact, Materials } from '#drawing/studio/materials.ts';
import { text } from '#drawing/studio/params.ts';
import { type Drawing, lit, shaded } from '#drawing/studio/studio.ts';
import { banner as everyday } from './everyday.ts';
import { banner as festive } from './festive.ts';
import { banner as loom } from './loom.ts';
import { banner as workwear } from './workwear.ts';

const SCENES = {
  loom: { draw: loom, wall: '#e6ddd0', table: '#d9cdbb' },
  everyday: { draw: everyday, wall: '#d9dfdb', table: '#c9d0c9' },
  festive: { draw: festive, wall: '#eeddc2', table: '#e3cda9' },
  workwear: { draw: workwear, wall: '#d5dbe1', table: '#c5ccd3' },
};

/** The wall and the table top under one soft light from the upper left, with the light of a window. */
function room(wall: string, table: string): { defs: string; ground: string } {
  return {
    defs:
      `<radialGradient id="wall" cx=".3" cy=".12" r="1"><stop stop-color="${lit(wall, 0.7)}"/><stop offset=".55" stop-color="${wall}"/><stop offset="1" stop-color="${shaded(wall, 0.2)}"/></radialGradient>` +
      `<linearGradient id="table" x2="1" y2=".6"><stop stop-color="${lit(table, 0.42)}"/><stop offset=".6" stop-color="${table}"/><stop offset="1" stop-color="${shaded(table, 0.24)}"/></linearGradient>` +
      `<linearGradient id="edge" x2="0" y2="1"><stop stop-color="${shaded(table, 0.5)}" stop-opacity=".28"/><stop offset="1" stop-color="${shaded(table, 0.5)}" stop-opacity="0"/></linearGradient>`,
    ground:
      '<rect width="1600" height="700" fill="url(#wall)"/><rect y="520" width="1600" height="180" fill="url(#table)"/><rect y="486" width="1600" height="34" fill="url(#edge)" transform="matrix(1 0 0 -1 0 1006)" opacity=".7"/>' +
      '<path d="M420 0L980 520H1320L760 0zM900 0L1420 520H1560L1040 0z" fill="#fffaf0" opacity=".13"/>',
  };
}

/** Draws a banner. Parameter: scene (loom, everyday, festive, workwear). */
export const banner: Drawing = (params) => {
  const scene = SCENES[text(params, 'scene', 'loom') as keyof typeof SCENES] ?? SCENES.loom;
  const materials = new Materials();
  const { defs, ground } = room(scene.wall, scene.table);
  const subject = scene.draw(materials);
  return compact(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 700" width="1600" height="700"><defs>${defs}${materials.defs}</defs>${ground}${subject}</svg>`,
  );
};
