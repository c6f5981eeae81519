/** Slide "festive": marigold and indigo stoles, a watch and marigold heads. */

import { clothStack, drape, fringe, rod } from '#drawing/studio/folded-cloth.ts';
import type { Materials } from '#drawing/studio/materials.ts';
import { marigold, watch } from './props.ts';

/** Draws the festive slide. */
export function banner(materials: Materials): string {
  const border = (x: number, w: number, y: number, colour: string): string =>
    `<path d="M${x} ${y}h${w}M${x} ${y + 26}h${w}" stroke="${colour}" stroke-width="5" stroke-opacity=".8"/><path d="M${x} ${y + 13}h${w}" stroke="${colour}" stroke-width="12" stroke-dasharray="10 6" stroke-opacity=".85"/>`;
  return (
    rod(materials, 910, 1540, 58, '#9a6f3f') +
    fringe(952, 464, 246, 58, '#d08a24') +
    drape(materials, 950, 46, 250, 470, { colour: '#dc9122', second: '#a8551a', print: 'brocade', scale: 0.62 }, 6, 16) +
    border(952, 246, 400, '#8a2d3e') +
    fringe(1182, 524, 296, 54, '#2a3a68') +
    drape(materials, 1180, 46, 300, 530, { colour: '#2a3a68', second: '#d2a850', print: 'block', scale: 0.7 }, 7, 22) +
    border(1184, 292, 452, '#d2a850') +
    materials.floorShadow('M1190 650Q1380 642 1560 650Q1590 660 1560 670Q1380 680 1180 670Q1150 660 1190 650z') +
    clothStack(
      materials,
      1200,
      662,
      360,
      [
        { colour: '#8a2d4c', second: '#d2a850', print: 'brocade', scale: 0.36 },
        { colour: '#2a3a68' },
        { colour: '#e0a53a', second: '#8a2d3e', print: 'stripe', scale: 0.3 },
      ],
      'festive',
    ) +
    `<g transform="translate(1010 596) scale(.62) rotate(74)">${watch(materials, '#1d4a44', '#6e3b22')}</g>` +
    marigold(materials, 846, 640, 34) +
    marigold(materials, 1190, 652, 26, '#d9661f') +
    marigold(materials, 1146, 628, 22)
  );
}
