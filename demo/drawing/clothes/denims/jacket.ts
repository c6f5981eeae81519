/**
 * Denim jackets in the trucker cut, front and back, laid flat.
 */

import { type DrawingParams, text } from '#drawing/studio/params.ts';
import {
  acrossDefs,
  backdropFor,
  barTack,
  castShadow,
  compact,
  deep,
  fold,
  metal,
  metalDefs,
  seam,
  stitches,
  twinStitches,
} from '#drawing/studio/sewing.ts';
import { lit, mix, r, seeded, studio } from '#drawing/studio/studio.ts';
import type { Wash } from './cloth.ts';
import { denimDefs, readWash, roping, slub } from './cloth.ts';

const MID = 450;
const x = (side: number, u: number): number => r(MID + side * u);

/** Two mirrored seams, left and right, each with twin stitches on its inner side. */
const pairOfSeams = (paths: readonly string[], wash: Wash): string =>
  paths
    .map(
      (d, i) =>
        roping(d, wash, 14) +
        seam(d, wash.colour) +
        `<g transform="translate(${i ? -9 : 9} 0)">${twinStitches(d, wash.thread, wash.colour)}</g>`,
    )
    .join('');

/** One half of the body, from the neck to the waistband. */
const bodyHalf = (side: number): string =>
  `M${MID} 250L${x(side, 84)} 206C${x(side, 140)} 222 ${x(side, 190)} 240 ${x(side, 222)} 258C${x(side, 214)} 330 ${x(side, 214)} 400 ${x(side, 228)} 452` +
  `C${x(side, 226)} 600 ${x(side, 216)} 720 ${x(side, 206)} 838L${MID} 846Z`;

/** A sleeve that hangs beside the body, without its cuff. */
const sleeve = (side: number): string =>
  `M${x(side, 190)} 240C${x(side, 246)} 262 ${x(side, 270)} 306 ${x(side, 284)} 376C${x(side, 306)} 520 ${x(side, 330)} 690 ${x(side, 344)} 812` +
  `L${x(side, 236)} 834C${x(side, 230)} 720 ${x(side, 226)} 580 ${x(side, 222)} 452C${x(side, 206)} 400 ${x(side, 204)} 320 ${x(side, 222)} 258Z`;

const cuff = (side: number): string =>
  `M${x(side, 345)} 806L${x(side, 238)} 828L${x(side, 247)} 892Q${x(side, 300)} 890 ${x(side, 350)} 870Z`;
const WAISTBAND = `M${x(-1, 208)} 832Q${MID} 852 ${x(1, 208)} 832L${x(1, 204)} 900Q${MID} 918 ${x(-1, 204)} 900Z`;

/** A piece of denim with its weave, its edge and a shadow under it. */
const piece = (d: string, wash: Wash, drop = 5): string =>
  `<path d="${d}" fill="#070914" opacity=".34" transform="translate(${drop * 0.6} ${drop})"/><path d="${d}" fill="url(#dye)"/><path d="${d}" fill="url(#twill)"/>${seam(d, wash.colour, 1.6)}`;

/** Creases in the sleeves and the body. */
function creases(wash: Wash, back: boolean): string {
  const next = seeded(`${wash.colour}${back}`);
  const jig = (n: number): number => (next() - 0.5) * n;
  const d = [-1, 1]
    .flatMap((side) => [
      ...[330, 440, 520, 610, 700, 768].map((y, i) =>
        fold(x(side, 232 + i * 6), y + jig(30), x(side, 304 + i * 4), y - 34 + jig(50), 11, (i % 2 ? 1 : -1) * 12),
      ),
      fold(x(side, 214), 450, x(side, 110 + jig(40)), 520 + jig(40), 14, side * 14),
      fold(x(side, 216), 500, x(side, 130 + jig(40)), 620 + jig(40), 12, side * 12),
      fold(x(side, 170 + jig(40)), 820, x(side, 130 + jig(30)), 640 + jig(60), 15, side * 10),
      fold(x(side, 70 + jig(40)), 824, x(side, 92 + jig(20)), 560 + jig(60), 13, side * -8),
    ])
    .join('');
  const light = lit(wash.colour, 0.8);
  const dark = deep(wash.colour, 0.75);
  return (
    `<g filter="url(#soft)"><path d="${d}" fill="${dark}" opacity=".6"/><path d="${d}" fill="${light}" opacity="${r(0.26 + wash.fade * 0.3)}" transform="translate(-9 -13)"/>` +
    `<path d="${bodyHalf(-1)}${bodyHalf(1)}" fill="none" stroke="${dark}" stroke-width="30" opacity=".4" transform="translate(-4 -4)"/>` +
    `<path d="${sleeve(-1)}${sleeve(1)}" fill="none" stroke="${dark}" stroke-width="24" opacity=".45" transform="translate(-5 -3)"/></g>`
  );
}

/** A chest pocket whose flap comes to a point, and the two seams that run down from it. */
function chestPocket(side: number, wash: Wash): string {
  const flap = `M${x(side, 62)} 400L${x(side, 176)} 400L${x(side, 174)} 440L${x(side, 120)} 466L${x(side, 65)} 440Z`;
  const darts = [`M${x(side, 84)} 452L${x(side, 62)} 836`, `M${x(side, 158)} 452L${x(side, 104)} 836`];
  return (
    darts
      .map(
        (d, i) =>
          roping(d, wash, 12) +
          seam(d, wash.colour, 2) +
          `<g transform="translate(${side * (i ? 9 : -9)} 0)">${twinStitches(d, wash.thread, wash.colour)}</g>`,
      )
      .join('') +
    piece(flap, wash, 8) +
    roping(flap, wash, 12) +
    `<g transform="translate(${r(x(side, 120) * 0.09)} 38.6) scale(.91)">${twinStitches(flap, wash.thread, wash.colour, 4.5, 1.8)}</g>` +
    metal(x(side, 120), 446, 8.5)
  );
}

/** The front: yoke, pockets, placket and buttons. */
function front(wash: Wash): string {
  const yoke = (side: number): string => `M${x(side, 26)} 388Q${x(side, 130)} 394 ${x(side, 214)} 380`;
  const placket = `M${MID - 28} 262V906M${MID + 28} 262V906`;
  const buttons = [304, 410, 522, 634, 746, 872].map((y) => metal(MID, y, 10.5)).join('');
  const holes = [304, 410, 522, 634, 746, 872].map((y) => barTack(MID - 18, y, MID + 18, y, wash.thread)).join('');
  return (
    [-1, 1]
      .map(
        (side) =>
          roping(yoke(side), wash, 12) +
          seam(yoke(side), wash.colour) +
          `<g transform="translate(0 -9)">${twinStitches(yoke(side), wash.thread, wash.colour)}</g>` +
          chestPocket(side, wash),
      )
      .join('') +
    `<g>${piece(WAISTBAND, wash)}${stitches(`M${x(-1, 204)} 842Q${MID} 862 ${x(1, 204)} 842M${x(-1, 202)} 890Q${MID} 908 ${x(1, 202)} 890`, wash.thread)}</g>` +
    `<path d="M${MID + 31} 258V908" stroke="#070914" stroke-width="8" opacity=".3"/><path d="M${MID - 29} 250H${MID + 29}V912H${MID - 29}Z" fill="${lit(wash.colour, 0.05)}"/><path d="M${MID - 29} 250H${MID + 29}V912H${MID - 29}Z" fill="url(#twill)"/>` +
    roping(placket, wash, 12) +
    seam(`M${MID + 29} 250V912`, wash.colour) +
    stitches(placket, wash.thread) +
    holes +
    buttons
  );
}

/** The back: curved yoke, two seams running to the waistband and the side tabs. */
function back(wash: Wash): string {
  const yoke = `M${x(-1, 216)} 360Q${MID} 404 ${x(1, 216)} 360`;
  const panels = [-1, 1].map((side) => `M${x(side, 128)} 384C${x(side, 120)} 540 ${x(side, 92)} 700 ${x(side, 84)} 840`);
  const tabs = [-1, 1]
    .map((side) => {
      const d = `M${x(side, 198)} 846L${x(side, 112)} 856L${x(side, 98)} 872L${x(side, 112)} 888L${x(side, 198)} 882Z`;
      return (
        piece(d, wash, 6) +
        stitches(`M${x(side, 196)} 852L${x(side, 114)} 861M${x(side, 196)} 876L${x(side, 114)} 882`, wash.thread, 1.9) +
        metal(x(side, 122), 872, 9)
      );
    })
    .join('');
  return (
    roping(yoke, wash, 14) +
    seam(yoke, wash.colour) +
    `<g transform="translate(0 -9)">${twinStitches(yoke, wash.thread, wash.colour)}</g>` +
    pairOfSeams(panels, wash) +
    piece(WAISTBAND, wash) +
    stitches(`M${x(-1, 204)} 842Q${MID} 862 ${x(1, 204)} 842M${x(-1, 202)} 890Q${MID} 908 ${x(1, 202)} 890`, wash.thread) +
    tabs
  );
}

/** The collar, open at the front or turned down at the back, and the inside of the neck. */
function collar(wash: Wash, view: string, lining: string): string {
  if (view === 'back') {
    const d = `M${x(-1, 96)} 200Q${MID} 168 ${x(1, 96)} 200L${x(1, 116)} 244Q${MID} 268 ${x(-1, 116)} 244Z`;
    return piece(d, wash, 9) + roping(d, wash, 10) + stitches(`M${x(-1, 108)} 238Q${MID} 261 ${x(1, 108)} 238`, wash.thread);
  }
  const neck = `M${x(-1, 92)} 214Q${MID} 150 ${x(1, 92)} 214L${x(1, 30)} 268H${x(-1, 30)}Z`;
  const label = `<rect x="${MID - 40}" y="196" width="80" height="38" fill="#f1ebdf"/><path d="M${MID - 16} 206h32M${MID - 16} 214h32M${MID - 16} 222h32M${MID - 10} 201v26M${MID} 201v26M${MID + 10} 201v26" stroke="#8b4a2f" stroke-width="2"/>`;
  const leaf = (side: number): string =>
    `M${x(side, 70)} 194C${x(side, 92)} 194 ${x(side, 106)} 214 ${x(side, 113)} 236L${x(side, 82)} 318L${x(side, 22)} 262C${x(side, 52)} 246 ${x(side, 70)} 222 ${x(side, 70)} 194Z`;
  const row = (side: number): string => `M${x(side, 104)} 236L${x(side, 80)} 304L${x(side, 32)} 260`;
  return (
    `<path d="${neck}" fill="${mix(wash.colour, lining, 0.5)}"/><path d="${neck}" fill="url(#twill)"/>${label}<path d="${neck}" fill="#080a16" opacity=".28"/>` +
    [-1, 1].map((side) => piece(leaf(side), wash, 9) + roping(leaf(side), wash, 10) + stitches(row(side), wash.thread)).join('')
  );
}

/** Draws a denim jacket. */
export function drawJacket(params: DrawingParams): string {
  const wash = readWash(params);
  const view = text(params, 'view', 'front');
  const body = `${bodyHalf(-1)}${bodyHalf(1)}`;
  const outline = `${body}${sleeve(-1)}${sleeve(1)}${cuff(-1)}${cuff(1)}${WAISTBAND}`;
  const sleeves = [-1, 1]
    .map((side) => {
      const under = `M${x(side, 262)} 330C${x(side, 276)} 480 ${x(side, 296)} 680 ${x(side, 302)} 820`;
      return `<path d="${sleeve(side)}" fill="url(#dye)"/><path d="${sleeve(side)}" fill="url(#twill)"/>${roping(under, wash, 12)}${seam(under, wash.colour)}${twinStitches(under, wash.thread, wash.colour, 4.5, 1.7)}`;
    })
    .join('');
  const cuffs = [-1, 1]
    .map(
      (side) =>
        piece(cuff(side), wash) +
        stitches(
          `M${x(side, 341)} 818L${x(side, 242)} 838M${x(side, 344)} 862Q${x(side, 300)} 880 ${x(side, 250)} 882`,
          wash.thread,
        ) +
        metal(x(side, 330), 848, 8),
    )
    .join('');
  const armholes = [-1, 1].map((side) => `M${x(side, 192)} 241C${x(side, 210)} 300 ${x(side, 208)} 400 ${x(side, 226)} 456`);
  const subject =
    `${castShadow(outline)}${sleeves}${piece(body, wash, 8)}` +
    `<g clip-path="url(#shape)">${slub(wash.colour, wash.colour, [200, 250, 700, 780], 40)}${creases(wash, view === 'back')}</g>` +
    pairOfSeams(armholes, wash) +
    (view === 'back' ? back(wash) : front(wash)) +
    cuffs +
    collar(wash, view, '#d9dbe0') +
    `<path d="${outline}" fill="url(#across)"/>`;
  const across = acrossDefs('x1="0" y1="0" x2="1" y2=".6"', '.14', '.4', '#0a0c18', '.28');
  return compact(
    studio({
      backdrop: text(params, 'backdrop', backdropFor(wash.colour)),
      defs: denimDefs(wash, outline) + metalDefs(text(params, 'hardware', '#b9713f')) + across,
      subject: `<g transform="translate(-27 10) scale(1.06)">${subject}</g>`,
    }),
  );
}
