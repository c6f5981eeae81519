/** Slide "loom": lengths of cloth over a rod, and a stack of folded cloths with a bobbin of yarn. */
import { clothStack, drape, fringe, rod } from '#drawing/studio/folded-cloth.ts';
import { type Materials, oval } from '#drawing/studio/materials.ts';
import { lit, shaded } from '#drawing/studio/studio.ts';

/** A wooden bobbin wound with yarn, standing on `y`. */
function bobbin(materials: Materials, x: number, y: number, yarn: string, size = 1): string {
  const winds = Array.from({ length: 15 }, (_, i) => `M-40 ${-122 + i * 7}Q0 ${-114 + i * 7} 40 ${-126 + i * 7}`).join('');
  return (
    `<g transform="translate(${x} ${y}) scale(${size})">${materials.glow(16, 0, 90, 16, '#2a2622', 0.5)}` +
    materials.panel('M-14 -178h28v178h-28z', '#a97b4c', { round: 8 }) +
    materials.panel('M-34 -128Q0 -140 34 -128Q50 -74 34 -16Q0 -4 -34 -16Q-50 -74 -34 -128z', yarn, {
      round: 26,
      inside: `<path d="${winds}" stroke="${shaded(yarn, 0.4)}" stroke-opacity=".6" stroke-width="2"/><path d="${winds}" transform="translate(0 3)" stroke="${lit(yarn, 0.5)}" stroke-opacity=".5" stroke-width="1.6"/>`,
    }) +
    materials.panel(oval(0, -4, 46, 12), '#a97b4c', { round: 8 }) +
    materials.panel(oval(0, -140, 40, 10), '#b58857', { round: 8 }) +
    '</g>'
  );
}

/** Draws the loom slide. */
export function banner(materials: Materials): string {
  return (
    rod(materials, 850, 1520, 62) +
    drape(materials, 1290, 50, 200, 470, { colour: '#b9c0a6' }, 5, 10) +
    fringe(886, 424, 206, 52, '#e5d6bb') +
    drape(materials, 884, 50, 210, 430, { colour: '#ece2cf', second: '#a2402f', print: 'stripe', scale: 0.7 }, 5, 14) +
    fringe(1066, 502, 266, 56, '#2f4468') +
    drape(materials, 1064, 50, 270, 508, { colour: '#2f4468', second: '#d9c8a0', print: 'kantha', scale: 0.8 }, 6, 20) +
    materials.floorShadow('M1120 642Q1320 632 1540 642Q1580 654 1540 664Q1320 676 1110 664Q1080 654 1120 642z') +
    clothStack(materials, 1120, 656, 400, [
      { colour: '#7d3b2c' },
      { colour: '#d8c9ab', second: '#2f4468', print: 'check', scale: 0.36 },
      { colour: '#5c6b55' },
      { colour: '#c9913d' },
      { colour: '#ece2cf', second: '#a2402f', print: 'awning', scale: 0.16 },
    ]) +
    bobbin(materials, 940, 640, '#b0512f', 0.82) +
    bobbin(materials, 1032, 660, '#2f4468', 0.72)
  );
}
