/** Promotion "workwear": a laptop pack, folded shirts, derby shoes and a belt. */

import { laptopPack } from '#drawing/bags/backpack/front.ts';
import { derby } from '#drawing/footwear/shoe/dress-uppers.ts';
import { shoeMake } from '#drawing/footwear/shoe/shoe.ts';
import { clothStack } from '#drawing/studio/folded-cloth.ts';
import { buckle } from '#drawing/studio/hardware.ts';
import { type Materials, stitches } from '#drawing/studio/materials.ts';
import { ROOM_MAKE } from './props.ts';

/** A belt rolled up, its buckle in front, standing on y = 0. */
function rolledBelt(materials: Materials): string {
  const coil = (rx: number, ry: number, dark: string): string =>
    materials.panel(`M${-rx} -52a${rx} ${ry} 0 0 1 ${2 * rx} 0v44a${rx} ${ry} 0 0 1 ${-2 * rx} 0z`, dark, { round: 16 });
  return (
    materials.glow(16, 8, 130, 22, '#2a2622', 0.6) +
    coil(96, 26, '#7a4526') +
    '<path d="M-84 -54a84 20 0 0 1 168 0a84 20 0 0 1 -168 0z" fill="#2b1a10"/><path d="M-62 -54a62 14 0 0 1 124 0a62 14 0 0 1 -124 0M-40 -54a40 8 0 0 1 80 0a40 8 0 0 1 -80 0" fill="none" stroke="#8f5430" stroke-width="8"/>' +
    stitches('M-94 -38Q0 -8 94 -38M-94 -8Q0 24 94 -8', '#d9b98a', 2, '6 5') +
    buckle(materials, 'brass', -6, 2, 60, 54)
  );
}

/** Draws the workwear promotion. */
export function banner(materials: Materials): string {
  const pack = laptopPack({
    ...ROOM_MAKE,
    materials,
    colour: '#3c3d42',
    trim: '#8a5a36',
    second: '#2c2d31',
    surface: 'nylon',
    detail: 'band',
    thread: '#cfc5ac',
  });
  const make = {
    ...shoeMake({
      style: 'derby',
      colour: '#8a5230',
      sole: '#5a3a24',
      lace: '#5a3420',
      detail: 'wing',
      surface: 'smooth',
      thread: '#d9b98a',
    }),
    materials,
  };
  return (
    `<g transform="translate(1040 -62) scale(.62)">${materials.glow(470, 1062, 330, 40, '#2a2622', 0.6)}${pack.behind}${pack.front}</g>` +
    materials.glow(1040, 596, 230, 20, '#2a2622', 0.5) +
    clothStack(
      materials,
      850,
      596,
      310,
      [
        { colour: '#dfe5ea' },
        { colour: '#8ea6bd', second: '#f2f2ec', print: 'awning', scale: 0.12 },
        { colour: '#5e6b78' },
        { colour: '#e9e3d6', second: '#7a8fa6', print: 'check', scale: 0.3 },
      ],
      'shirts',
    ) +
    materials.floorShadow('M1196 664Q1380 658 1560 664Q1590 670 1560 678Q1380 686 1190 678Q1166 670 1196 664z') +
    `<g transform="translate(1140 252) scale(.51)">${derby(make)}</g>` +
    `<g transform="translate(920 652) scale(.8)">${rolledBelt(materials)}</g>`
  );
}
