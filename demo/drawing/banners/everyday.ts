/** Slide "everyday": a tote, a pair of sneakers and a cap on a table. */

import { tote } from '#drawing/bags/handbag/structured.ts';
import { shoeMake } from '#drawing/footwear/shoe/shoe.ts';
import { sneaker } from '#drawing/footwear/shoe/sport-uppers.ts';
import { crease, type Materials, oval, stitches } from '#drawing/studio/materials.ts';
import { shaded } from '#drawing/studio/studio.ts';
import { ROOM_MAKE } from './props.ts';

/** A six-panel cap seen from its side, peak to the left. */
function cap(materials: Materials, colour: string, thread: string): string {
  const crown = 'M-150 0C-156 -110 -90 -176 10 -176C110 -176 164 -104 160 0Q0 26 -150 0z';
  const peak = 'M-150 -10C-230 -6 -296 16 -306 40C-250 34 -120 30 -40 18Q-90 12 -150 -10z';
  return (
    materials.panel(crown, colour, {
      surface: 'canvas',
      round: 46,
      inside: materials.glow(-50, -110, 90, 70, '#fff8ea', 0.34) + crease('M100 -20Q60 -60 70 -110', 30, 0.4),
    }) +
    stitches('M10 -174C-40 -130 -62 -70 -66 10M10 -174C60 -130 84 -70 88 8', thread, 2, '6 5') +
    materials.panel(oval(10, -177, 13, 7), shaded(colour, 0.1), { round: 5 }) +
    `<circle cx="-18" cy="-112" r="5" fill="#15130f" opacity=".6"/><circle cx="46" cy="-110" r="5" fill="#15130f" opacity=".6"/>` +
    materials.panel(peak, shaded(colour, 0.12), { surface: 'canvas', round: 16 }) +
    stitches('M-292 34C-240 14 -190 2 -146 2M-270 34C-220 20 -170 14 -120 12', thread, 2, '6 5') +
    stitches('M-148 -14Q0 12 158 -14', thread, 2, '6 5')
  );
}

/** Draws the everyday slide. */
export function banner(materials: Materials): string {
  const bag = tote({
    ...ROOM_MAKE,
    materials,
    colour: '#c7a878',
    trim: '#8a4f2a',
    surface: 'jute',
    detail: 'base',
    thread: '#f0dcb4',
    params: {},
  });
  const make = {
    ...shoeMake({
      style: 'sneaker',
      colour: '#f1ede4',
      second: '#2f5f4c',
      lining: '#d8cdb8',
      lace: '#f4f1ea',
      detail: 'bands',
      thread: '#cfc8b8',
      metal: 'silver',
      surface: 'smooth',
    }),
    materials,
  };
  const one = sneaker(make);
  return (
    `<g transform="translate(1010 -50) scale(.66)">${materials.glow(470, 1012, 430, 44, '#2a2622', 0.6)}${bag.behind}${bag.front}${bag.above}</g>` +
    `<g transform="translate(930 196) scale(.5)">${materials.glow(470, 826, 440, 36, '#2a2622', 0.5)}<use href="#one"/></g>` +
    materials.floorShadow('M786 652Q960 646 1190 652Q1216 660 1190 668Q960 676 780 668Q756 660 786 652z') +
    `<g transform="translate(752 238) scale(.51)"><g id="one">${one}</g></g>` +
    `<g transform="translate(1456 640) scale(.7)">${materials.glow(-30, 22, 300, 24, '#2a2622', 0.6)}${cap(materials, '#35506b', '#9fb3c4')}</g>`
  );
}
