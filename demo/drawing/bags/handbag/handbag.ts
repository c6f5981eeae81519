/** Handbags: tote, satchel, bucket, sling, camera sling, hobo, clutch and potli, from the front, at an angle or close up. */

import { backdropFor, compact, Materials, type Surface } from '#drawing/studio/materials.ts';
import { text, texts } from '#drawing/studio/params.ts';
import { type Drawing, shaded, studio } from '#drawing/studio/studio.ts';
import type { BagMake, BagParts } from './make.ts';
import { bucketBag, clutch, hobo, potli } from './soft.ts';
import { cameraSling, satchel, sling, tote } from './structured.ts';

const STYLES: Record<string, (make: BagMake) => BagParts> = {
  tote,
  satchel,
  bucket: bucketBag,
  sling,
  camera: cameraSling,
  hobo,
  clutch,
  potli,
};

/** The side wall in the angle view: shaded, folded inwards along its middle. */
function sideWall(make: BagMake, side: NonNullable<BagParts['side']>): string {
  const [tx, ty] = side.top;
  const [bx, by] = side.bottom;
  const w = side.wide;
  const dark = shaded(make.colour, 0.34);
  const foldX = tx + w * 0.26;
  return (
    make.materials.panel(
      `M${tx - 8} ${ty}L${tx + w * 0.72} ${ty - w * 0.32}L${bx + w} ${by - w * 0.5}Q${bx + w} ${by - w * 0.36} ${bx + w * 0.9} ${by - w * 0.3}L${bx - 8} ${by}z`,
      dark,
      {
        surface: make.surface,
        round: 16,
        inside: `<path d="M${foldX} ${ty - 4}L${bx + w * 0.46} ${by - w * 0.12}L${bx + w * 1.2} ${by}L${tx + w} ${ty - w}z" fill="#0b0d14" opacity=".26"/>`,
      },
    ) +
    `<path d="M${tx + w * 0.62} ${ty - w * 0.24}L${bx + w * 0.9} ${by - w * 0.4}" stroke="${make.thread}" stroke-opacity=".5" stroke-width="2" stroke-dasharray="8 6"/>`
  );
}

/** Draws a handbag. Parameters: style, view (front, angle, detail), colour, trim, second, thread, metal, surface, print, detail. */
export const handbag: Drawing = (params) => {
  const materials = new Materials();
  const colour = text(params, 'colour', '#9a5b36');
  const make: BagMake = {
    materials,
    colour,
    ...texts(params, { trim: colour, second: '#e8d9b8', thread: '#e6cfa2', metal: 'brass', print: 'plain', detail: '' }),
    surface: text(params, 'surface', 'leather') as Surface,
    params,
  };
  const view = text(params, 'view', 'front');
  const parts = (STYLES[text(params, 'style', 'tote')] ?? tote)(make);
  const ground = materials.floorShadow(parts.shadow);
  const all = parts.behind + parts.front + parts.above;
  let subject = ground + all;
  if (view === 'angle') {
    const wall = parts.side ? sideWall(make, parts.side) : '';
    subject =
      `<g transform="matrix(.94 0 0 1 50 6)">${ground}</g>` +
      `<g transform="matrix(.82 .05 0 .98 40 -6)">${parts.farHandle ? `<g transform="translate(58 -26)">${parts.behind}</g>` : parts.behind}${wall}${parts.front}${parts.above}</g>`;
  } else if (view === 'detail') {
    const [x, y] = parts.focus;
    subject = `<g transform="translate(450 600) scale(2.3) rotate(-7) translate(${-x} ${-y})">${ground}${all}</g>`;
  }
  return compact(studio({ backdrop: backdropFor(params, colour), defs: materials.defs, subject }));
};
