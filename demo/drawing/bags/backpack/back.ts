/** The back of a backpack: padded panel, shoulder straps, webbing and handle. */

import { loop } from '#drawing/studio/hardware.ts';
import { box, softLine, stitches } from '#drawing/studio/materials.ts';
import { lit, shaded } from '#drawing/studio/studio.ts';
import type { PackMake } from './make.ts';

/** One padded shoulder strap, from its yoke to the webbing at the foot. `side` is -1 for left, 1 for right. */
function shoulderStrap(make: PackMake, side: number): string {
  const { materials, colour, trim, thread } = make;
  const x = (n: number): number => 450 + side * n;
  const pad = `M${x(46)} 268C${x(120)} 262 ${x(190)} 330 ${x(206)} 460C${x(222)} 580 ${x(206)} 700 ${x(176)} 800L${x(116)} 792C${x(140)} 690 ${x(150)} 580 ${x(134)} 480C${x(118)} 380 ${x(70)} 340 ${x(26)} 332z`;
  const seam = `M${x(56)} 286C${x(112)} 286 ${x(176)} 350 ${x(190)} 464C${x(204)} 580 ${x(190)} 690 ${x(164)} 784`;
  const inner = `M${x(40)} 322C${x(82)} 330 ${x(132)} 376 ${x(148)} 476C${x(164)} 580 ${x(154)} 690 ${x(130)} 780`;
  const webbing = `M${x(146)} 796C${x(150)} 870 ${x(190)} 950 ${x(214)} 1010`;
  return (
    `<path d="${pad}" fill="#0b0d14" opacity=".3" transform="translate(10 14)"/>` +
    `<path d="${webbing}" transform="translate(8 8)" fill="none" stroke="#0b0d14" stroke-opacity=".22" stroke-width="32"/>` +
    materials.strap(webbing, 30, trim, '', 'nylon') +
    materials.panel(pad, side < 0 ? lit(colour, 0.05) : colour, { surface: 'mesh', round: 20 }) +
    `<path d="${pad}" fill="none" stroke="${trim}" stroke-width="9"/>` +
    stitches(seam, thread, 2.2) +
    stitches(inner, thread, 2.2) +
    materials.panel(box(x(158) - 36, 636, 78, 26, 5), trim, { surface: 'nylon', round: 6 }) +
    loop(materials, make.metal, x(147), 806, 56, 30, 8)
  );
}

/** The padded back with its channels, two straps and the grab handle. */
export function packBack(make: PackMake, outline: string, yoke = 244): string {
  const squeeze = (1046 - yoke) / (1046 - 244);
  const { materials, colour, trim, thread } = make;
  const channel = 'M450 360V960M330 620C390 650 510 650 570 620M330 800C390 830 510 830 570 800';
  const pad = box(268, 330, 364, 660, 60);
  const sleeve = box(262, 700, 376, 66, 8);
  const place = `<g transform="translate(0 ${Math.round(yoke - 244 * squeeze)}) scale(1 ${squeeze.toFixed(3)})">`;
  return (
    place +
    materials.strap('M392 250C392 190 420 176 450 176S508 190 508 250', 26, trim, thread, 'nylon') +
    '</g>' +
    materials.panel(outline, colour, {
      surface: make.surface,
      round: 54,
      inside: materials.glow(300, 420, 160, 220, '#fff8ea', 0.24) + materials.glow(660, 900, 130, 240, '#0b0d14', 0.25),
    }) +
    place +
    materials.panel(pad, shaded(colour, 0.14), {
      surface: 'mesh',
      round: 42,
      inside: `${softLine(channel, '#0b0d14', 40, 0.7)}<g transform="translate(14 12)">${softLine(channel, '#fff8ea', 26, 0.2)}</g>`,
    }) +
    stitches(box(280, 342, 340, 636, 52), thread, 2) +
    (make.detail === 'plain-back'
      ? ''
      : materials.panel(sleeve, trim, { surface: 'nylon', round: 10 }) + stitches(box(270, 708, 360, 50, 5), thread, 2)) +
    materials.panel('M216 980l70 60-8 26h-64zM684 980l-70 60 8 26h64z', trim, { surface: 'nylon', round: 10 }) +
    shoulderStrap(make, -1) +
    shoulderStrap(make, 1) +
    materials.panel('M350 244h200l24 96q-124 26-248 0z', trim, { surface: 'nylon', round: 18 }) +
    stitches('M356 256h188l18 74q-112 22-224 0z', thread, 2.2) +
    '</g>'
  );
}
