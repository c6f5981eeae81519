/**
 * Caps: six-panel baseball caps, five-panel caps, mesh-backed caps and bucket hats.
 */

import { printDefs } from '#drawing/studio/block-prints.ts';
import { type DrawingParams, number, text } from '#drawing/studio/params.ts';
import {
  acrossDefs,
  backdropFor,
  blurs,
  castShadow,
  clip,
  compact,
  deep,
  metal,
  metalDefs,
  seam,
  stitches,
} from '#drawing/studio/sewing.ts';
import type { Drawing } from '#drawing/studio/studio.ts';
import { lit, r, studio } from '#drawing/studio/studio.ts';
import type { Drawn } from './bucket.ts';
import { bucketFront, bucketTop } from './bucket.ts';
import { capClothDefs, emblem, eyelet } from './cloth.ts';

type Point = [number, number];
type Curve = [Point, Point, Point, Point];

const path = (c: Curve): string => `M${c[0].join(' ')}C${c[1].join(' ')} ${c[2].join(' ')} ${c[3].join(' ')}`;

/** A curve between two curves; `k` 0 gives the first, 1 the second. */
const between = (a: Curve, b: Curve, k: number): Curve =>
  a.map(([x, y], i) => [r(x + ((b[i]?.[0] ?? x) - x) * k), r(y + ((b[i]?.[1] ?? y) - y) * k)]) as Curve;

/** The colours of a cap. */
interface CapLook {
  style: string;
  colour: string;
  brim: string;
  rear: string;
  thread: string;
}

const cloth = (d: string, fill: string): string =>
  `<path d="${d}" fill="${fill}"/><path d="${d}" fill="url(#print)"/><path d="${d}" fill="url(#cloth)"/>`;

/** Twin rows of stitches on both sides of a panel seam. */
const panelSeam = (d: string, look: CapLook): string =>
  `${seam(d, look.colour, 2.2)}<g transform="translate(-8 1)">${stitches(d, look.thread, 1.6, '7 4')}</g><g transform="translate(8 1)">${stitches(d, look.thread, 1.6, '7 4')}</g>`;

/** The cap from the front, turned a little to the viewer's left. */
function threeQuarter(look: CapLook, params: DrawingParams): Drawn {
  const five = look.style !== 'baseball';
  const dome = five
    ? 'M218 646C206 540 208 430 250 366C300 318 400 304 486 306C610 310 716 390 734 636C690 690 520 730 380 712C310 704 250 684 218 646Z'
    : 'M220 646C206 480 300 326 470 322C640 320 728 446 734 636C690 690 520 730 380 712C310 704 250 684 220 646Z';
  const rim: Curve = [
    [222, 646],
    [286, 712],
    [480, 744],
    [616, 702],
  ];
  const edge: Curve = five
    ? [
        [220, 648],
        [60, 850],
        [500, 910],
        [618, 704],
      ]
    : [
        [220, 648],
        [0, 850],
        [520, 948],
        [618, 704],
      ];
  const brim = `${path(edge)}C480 744 286 712 222 646Z`;
  const rows = [0.16, 0.32, 0.48, 0.64, 0.8, 0.95].map((k) => path(between(rim, edge, k))).join('');
  const seams = five
    ? ['M430 310C520 330 610 470 614 700', 'M540 318C660 380 716 470 724 640', 'M252 368C300 340 380 322 432 312']
    : [
        'M466 324C372 384 338 540 366 708',
        'M480 324C600 380 630 530 614 700',
        'M452 324C318 352 240 480 238 656',
        'M500 326C660 364 716 480 722 640',
      ];
  const rear = five
    ? 'M430 308C520 330 610 470 614 702C680 684 712 664 734 636C716 390 610 310 486 306Z'
    : 'M480 322C600 380 630 530 614 702C680 684 712 664 734 636C728 446 640 320 470 322Z';
  const mesh = look.style === 'trucker';
  const shade = deep(look.colour, 0.82);
  const eyelets = mesh
    ? ''
    : five
      ? eyelet(640, 470, look.thread) + eyelet(660, 476, look.thread)
      : eyelet(398, 452, look.thread) +
        eyelet(540, 448, look.thread) +
        eyelet(652, 470, look.thread) +
        eyelet(296, 470, look.thread);
  return {
    outline: `${dome}${brim}`,
    body:
      `<path d="${brim}" fill="${deep(look.brim, 0.6)}" transform="translate(2 12)"/>${cloth(dome, 'url(#dye)')}` +
      (mesh || look.rear !== look.colour
        ? `<path d="${rear}" fill="${look.rear}"/>${mesh ? `<path d="${rear}" fill="url(#mesh)"/>` : `<path d="${rear}" fill="url(#cloth)"/>`}`
        : '') +
      `<g clip-path="url(#shape)"><g filter="url(#soft)"><path d="M740 330C620 400 680 560 600 730L800 720Z" fill="${shade}" opacity=".55"/><path d="M300 400C350 350 420 340 450 350C370 400 300 500 290 640C250 600 250 480 300 400Z" fill="${lit(look.colour, 0.8)}" opacity=".36"/>` +
      `<path d="M220 640C300 690 500 716 734 630V720H230Z" fill="${shade}" opacity=".4"/><path d="M500 340C580 420 600 560 590 700L560 704C566 560 550 430 480 346Z" fill="${shade}" opacity=".4"/><path d="M390 460C420 440 440 500 430 560C420 620 400 640 380 640C400 580 380 500 390 460Z" fill="${shade}" opacity=".2"/></g></g>` +
      `<g clip-path="url(#shape)">${seams.map((d) => panelSeam(d, look)).join('')}</g>` +
      eyelets +
      emblem(
        text(params, 'emblem', 'weft'),
        five ? 420 : 392,
        five ? 540 : 580,
        number(params, 'emblemSize', five ? 0.92 : 0.72),
        text(params, 'emblemThread', '#f2e8d5'),
        text(params, 'patch', ''),
        3,
      ) +
      `<path d="${path(rim)}" fill="none" stroke="${shade}" stroke-width="18" opacity=".3" transform="translate(0 -6)"/>` +
      `${cloth(brim, 'url(#visor)')}${stitches(rows, look.thread, 1.7, '8 5')}${seam(path(rim), look.colour, 2.6)}<path d="${path(edge)}" fill="none" stroke="${lit(look.brim, 0.5)}" stroke-width="3" opacity=".55" transform="translate(1 -2)"/>` +
      (five
        ? ''
        : `<ellipse cx="476" cy="320" rx="25" ry="13" fill="${deep(look.colour, 0.4)}"/><ellipse cx="474" cy="316" rx="24" ry="12" fill="${look.colour}"/><ellipse cx="468" cy="312" rx="12" ry="5" fill="${lit(look.colour, 0.5)}" opacity=".6"/>`),
  };
}

/** The cap from behind, with its opening and the strap that closes it. */
function rearView(look: CapLook, params: DrawingParams): Drawn {
  const five = look.style !== 'baseball';
  const mesh = look.style === 'trucker';
  const dome = five
    ? 'M206 700C196 560 214 420 300 364C380 328 520 328 600 364C686 420 704 560 694 700C600 734 300 734 206 700Z'
    : 'M206 700C190 500 300 340 450 338C600 340 710 500 694 700C600 734 300 734 206 700Z';
  const gap = 'M338 726C334 628 380 580 450 580C520 580 566 628 562 726Q450 738 338 726Z';
  const band = 'M338 726L340 690Q450 704 560 690L562 726Q450 738 338 726Z';
  const strap = 'M330 678Q450 694 570 678L572 722Q450 738 328 722Z';
  const seams = five
    ? ['M306 362C262 460 250 590 258 716', 'M594 362C638 460 650 590 642 716', 'M450 340V580']
    : ['M450 340V580', 'M440 340C312 400 268 560 274 718', 'M460 340C588 400 632 560 626 718'];
  const shade = deep(look.colour, 0.82);
  const arch = 'M326 728C320 618 372 566 450 566C528 566 580 618 574 728';
  const closing = text(params, 'closing', 'buckle');
  const snaps = `<path d="${strap}" fill="${look.rear}"/>${Array.from({ length: 7 }, (_, i) => `<circle cx="${372 + i * 26}" cy="${703 - Math.abs(3 - i) * 0.8}" r="7" fill="#0b0d14" opacity=".4"/><circle cx="${371 + i * 26}" cy="${702 - Math.abs(3 - i) * 0.8}" r="${i < 3 ? 6 : 4}" fill="${i < 3 ? lit(look.rear, 0.25) : deep(look.rear, 0.6)}"/>`).join('')}${seam(strap, look.rear, 1.6)}`;
  const buckle = `${cloth(strap, look.colour)}${stitches('M334 686Q450 702 566 686M332 714Q450 730 568 714', look.thread, 1.5, '6 4')}${seam(strap, look.colour, 1.4)}<rect x="440" y="674" width="50" height="64" rx="8" fill="none" stroke="#0b0d14" stroke-width="8" opacity=".4" transform="translate(2 4)"/><rect x="440" y="674" width="50" height="64" rx="8" fill="none" stroke="#b08d57" stroke-width="8"/><rect x="438" y="672" width="50" height="64" rx="8" fill="none" stroke="#f0dcae" stroke-width="2" opacity=".8"/>${metal(610, 702, 6)}`;
  return {
    outline: dome,
    body:
      cloth(dome, 'url(#dye)') +
      (mesh ? `<path d="${dome}" fill="${look.rear}"/><path d="${dome}" fill="url(#mesh)"/>` : '') +
      `<g clip-path="url(#shape)"><g filter="url(#soft)"><path d="M560 360C660 440 660 600 640 740H760V340Z" fill="${shade}" opacity=".55"/><path d="M330 390C260 450 246 560 250 680C290 690 320 560 350 470C366 430 400 380 330 390Z" fill="${lit(look.colour, 0.8)}" opacity=".36"/><path d="M200 690C300 724 600 724 700 690V760H200Z" fill="${shade}" opacity=".5"/><path d="${arch}" fill="none" stroke="${shade}" stroke-width="40" opacity=".3"/></g></g>` +
      `<g clip-path="url(#shape)">${seams.map((d) => panelSeam(d, look)).join('')}</g>` +
      (mesh ? '' : eyelet(360, 486, look.thread) + eyelet(540, 486, look.thread)) +
      `<path d="${gap}" fill="${deep(look.colour, 0.78)}"/><path d="M352 640Q450 600 548 640L556 690Q450 704 344 690Z" fill="${deep(look.brim, 0.5)}" opacity=".7"/><path d="${band}" fill="#0b0d14" opacity=".4"/>` +
      `<path d="${arch}" fill="none" stroke="${mesh ? look.rear : look.colour}" stroke-width="24"/><path d="${arch}" fill="none" stroke="url(#cloth)" stroke-width="24"/>${stitches(arch, look.thread, 1.6, '7 4')}${seam('M338 726C334 628 380 580 450 580C520 580 566 628 562 726', look.colour, 1.8)}` +
      (closing === 'snap' ? snaps : buckle) +
      `${stitches('M208 688C236 698 280 708 322 712M578 712C620 708 664 698 692 688', look.thread, 1.6, '7 4')}<ellipse cx="450" cy="338" rx="25" ry="11" fill="${deep(look.colour, 0.3)}"/><ellipse cx="448" cy="335" rx="24" ry="10" fill="${look.colour}"/>`,
  };
}

/**
 * Draws a cap. `style` is baseball, five-panel, trucker or bucket; `fabric` is twill, corduroy, tweed or canvas; `colour`,
 * `brim` and `rear` colour its parts; `emblem` with `emblemThread` and `patch` marks the front; `print` prints the cloth;
 * `view` is front, back (from above for a bucket hat) or detail.
 */
export const cap: Drawing = (params) => {
  const colour = text(params, 'colour', '#31415f');
  const look: CapLook = {
    style: text(params, 'style', 'baseball'),
    colour,
    brim: text(params, 'brim', colour),
    rear: text(params, 'rear', colour),
    thread: text(params, 'thread', lit(colour, 0.35)),
  };
  const view = text(params, 'view', 'front');
  const bucket = {
    ...look,
    band: text(params, 'band', ''),
    emblem: text(params, 'emblem', 'none'),
    emblemThread: text(params, 'emblemThread', '#f2e8d5'),
    patch: text(params, 'patch', ''),
  };
  const isBucket = look.style === 'bucket';
  const drawn = isBucket
    ? view === 'back'
      ? bucketTop(bucket)
      : bucketFront(bucket)
    : view === 'back'
      ? rearView(look, params)
      : threeQuarter(look, params);
  const dye = (id: string, c: string, cx: number, cy: number, radius: number): string =>
    `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${cx}" cy="${cy}" r="${radius}"><stop stop-color="${lit(c, 0.24)}"/><stop offset=".5" stop-color="${c}"/><stop offset="1" stop-color="${deep(c, 0.5)}"/></radialGradient>`;
  const inks = { ink: text(params, 'ink', lit(colour, 0.7)), accent: text(params, 'accent', '#d9a441') };
  const lying = isBucket && view === 'back';
  const middle = lying ? -600 : view === 'back' ? -560 : -590;
  const shadow = lying
    ? false
    : {
        cx: isBucket ? 470 : 450,
        cy: isBucket ? 870 : view === 'back' ? 728 : 800,
        rx: isBucket ? 400 : 340,
        ry: isBucket ? 74 : 78,
      };
  const subject =
    (lying
      ? castShadow(drawn.outline)
      : `<path d="${drawn.outline}" fill="#14131c" opacity=".34" transform="translate(14 26)" filter="url(#cast)"/>`) +
    drawn.body +
    `<path d="${drawn.outline}" fill="url(#across)"/>`;
  const close = view === 'detail';
  return compact(
    studio({
      backdrop: text(params, 'backdrop', backdropFor(colour)),
      defs:
        capClothDefs(text(params, 'fabric', 'twill'), colour) +
        printDefs('print', text(params, 'print', 'plain'), inks, number(params, 'scale', 0.8)) +
        metalDefs('#b08d57') +
        dye('dye', colour, 350, 440, 480) +
        dye('visor', look.brim, 250, 720, 420) +
        clip('shape', drawn.outline) +
        blurs(13, 16) +
        acrossDefs('x1="0" y1="0" x2="1" y2=".8"', '.18', '.45', '#0b0d14', '.26'),
      shadow: close || !shadow ? false : { ...shadow, cy: r(600 + (shadow.cy + middle) * 1.1) },
      subject: close
        ? `<g transform="translate(-320 -560) scale(2)">${subject}</g>`
        : `<g transform="translate(450 600)scale(1.1)translate(-450 ${middle})">${subject}</g>`,
    }),
  );
};
