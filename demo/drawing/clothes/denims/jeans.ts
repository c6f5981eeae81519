/**
 * Jeans and denim shorts, front, back and a close look at the front pocket.
 */

import { type DrawingParams, flag, number, text } from '#drawing/studio/params.ts';
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
import type { Cut, Lines } from './cut.ts';
import { CUTS, lines, MID } from './cut.ts';

/** Soft folds, fading and the roundness of the legs, to be blurred and clipped to the outline. */
function softness(cut: Cut, l: Lines, wash: Wash, back: boolean): string {
  const { x, kneeY, hipY } = l;
  const next = seeded(`${wash.colour}${cut.hip}${back}`);
  const dark = deep(wash.colour, 0.75);
  const light = lit(wash.colour, 0.8);
  const span = cut.length - cut.crotch;
  const mid = (side: number): number => x(side, (cut.knee[0] + cut.knee[1]) / 2);
  const worn = [-1, 1]
    .map((side) => {
      const seat = back ? `<ellipse cx="${x(side, cut.hip * 0.48)}" cy="${hipY + 66}" rx="${r(cut.hip * 0.46)}" ry="110"/>` : '';
      return `<ellipse cx="${x(side, cut.hip * 0.52)}" cy="${r(cut.crotch + span * 0.2)}" rx="${r(cut.hip * 0.46)}" ry="${r(span * 0.46)}"/>${seat}<ellipse cx="${mid(side)}" cy="${kneeY + 30}" rx="${r(cut.hip * 0.4)}" ry="${r(span * 0.26)}"/>`;
    })
    .join('');
  const jig = (n: number): number => (next() - 0.5) * n;
  const creases = [-1, 1]
    .flatMap((side) => [
      fold(x(side, 18), cut.crotch - 8, x(side, cut.hip * 0.7 + jig(40)), cut.crotch - 74 + jig(30), 8, side * 10),
      fold(x(side, 22), cut.crotch + 16, x(side, cut.hip * 0.86 + jig(30)), cut.crotch - 6 + jig(34), 10, side * 12),
      fold(x(side, 26), cut.crotch + 52, x(side, cut.hip * 0.74 + jig(50)), cut.crotch + 66 + jig(50), 10, side * -9),
      fold(x(side, 34), cut.crotch + 112, x(side, cut.hip * 0.6 + jig(40)), cut.crotch + 150 + jig(50), 9, side * -9),
      fold(x(side, cut.knee[1] + 6), kneeY + 16 + jig(50), x(side, cut.knee[0] - 40), kneeY + 58 + jig(60), 12, 10),
      fold(x(side, cut.knee[0] - 4), kneeY - 66 + jig(60), x(side, cut.knee[1] + 46), kneeY - 24 + jig(50), 10, -10),
      fold(x(side, cut.hem[1] + 4), cut.length - span * 0.1, x(side, cut.hem[0] - 44), cut.length - span * 0.16 + jig(40), 11, 8),
      fold(
        x(side, cut.hem[0] - 4),
        cut.length - span * 0.22,
        x(side, cut.hem[1] + 50),
        cut.length - span * 0.18 + jig(50),
        10,
        -8,
      ),
    ])
    .join('');
  const long = [-1, 1]
    .map((side) =>
      fold(mid(side) + 34 + jig(20), cut.crotch + span * 0.16, mid(side) + 30 + jig(40), cut.length - 20, 20, side * 10),
    )
    .join('');
  return (
    `<g fill="url(#worn)" opacity="${r(0.3 + wash.fade * 0.6)}">${worn}</g>` +
    `<g filter="url(#soft)"><path d="${creases}" fill="${dark}" opacity=".66"/><path d="${creases}" fill="${light}" opacity="${r(0.3 + wash.fade * 0.26)}" transform="translate(-4 -17)"/>` +
    `<path d="${long}" fill="${dark}" opacity=".42"/><path d="${long}" fill="${light}" opacity=".3" transform="translate(-58 0)"/>` +
    `<path d="${l.outline(20)}" fill="none" stroke="${dark}" stroke-width="40" opacity=".62" transform="translate(-6 -4)"/>` +
    `<path d="${l.outer(-1, 20)}" fill="none" stroke="${light}" stroke-width="16" opacity=".3"/></g>`
  );
}

/** Definition of a belt loop with its two bar tacks; its top middle is at the origin. */
const loopDefs = (wash: Wash): string =>
  `<g id="loop"><rect x="-6" y="3" width="20" height="56" rx="2" fill="#090b16" opacity=".4"/><rect x="-9" width="18" height="56" rx="2.5" fill="${lit(wash.colour, 0.08)}"/><rect x="-9" width="18" height="56" fill="url(#twill)"/>` +
  `${stitches('M-4 6v44M4 6v44', wash.thread, 1.6, '6 3.4')}${barTack(-8, 5, 8, 5, wash.thread)}${barTack(-8, 51, 8, 51, wash.thread)}</g>`;

/** A belt loop; needs `loopDefs`. */
const loop = (x: number, y: number, lean = 0): string => `<use href="#loop" transform="translate(${x} ${y})rotate(${lean})"/>`;

/** The waistband with its stitching, as a curved strip below the rim. */
function waistband(cut: Cut, l: Lines, wash: Wash, dip: number): string {
  const { x, top } = l;
  const d =
    `M${x(-1, cut.waist)} ${top}Q${MID} ${top + dip} ${x(1, cut.waist)} ${top}L${x(1, cut.waist + 6)} ${top + 46}` +
    `Q${MID} ${top + 46 + dip} ${x(-1, cut.waist + 6)} ${top + 46}Z`;
  const row = (down: number): string =>
    `M${x(-1, cut.waist - 2)} ${top + down}Q${MID} ${top + down + dip} ${x(1, cut.waist - 2)} ${top + down}`;
  return (
    `<path d="${d}" fill="#0a0c18" opacity=".35" transform="translate(0 5)"/><path d="${d}" fill="url(#dye)"/><path d="${d}" fill="url(#twill)"/>` +
    roping(row(40), wash, 14) +
    `<path d="${row(2)}" fill="none" stroke="${lit(wash.colour, 0.55)}" stroke-width="2.6" opacity=".7"/>` +
    stitches(row(7), wash.thread) +
    stitches(row(39), wash.thread)
  );
}

/** The outline of the opening of a front pocket, and of the pocket bag behind it. */
function pocketLines(cut: Cut, l: Lines, side: number): { mouth: string; bag: string } {
  const { x } = l;
  const band = l.top + 46;
  const mouth = `M${x(side, 104)} ${band + 12}C${x(side, 108)} ${band + 62} ${x(side, cut.hip * 0.72)} ${band + 104} ${x(side, cut.hip - 8)} ${band + 108}`;
  return { mouth, bag: `${mouth}L${x(side, cut.waist + 10)} ${band}L${x(side, 104)} ${band}Z` };
}

/** The front: fly, curved pockets, coin pocket, rivets and the button. */
function front(cut: Cut, l: Lines, wash: Wash): string {
  const { x, top } = l;
  const band = top + 46;
  const fly = `M${MID + 4} ${band + 10}V${cut.crotch - 8}`;
  const curve = `M${MID + 52} ${band + 10}V${cut.crotch - 120}C${MID + 52} ${cut.crotch - 74} ${MID + 34} ${cut.crotch - 50} ${MID + 6} ${cut.crotch - 44}`;
  const coin = `M${x(-1, cut.waist - 10)} ${band + 44}L${x(-1, 118)} ${band + 38}L${x(-1, 114)} ${band + 120}L${x(-1, cut.waist + 12)} ${band + 130}Z`;
  const pockets = [-1, 1]
    .map((side) => {
      const { mouth, bag } = pocketLines(cut, l, side);
      const coinPocket =
        `<g clip-path="url(#bag)"><path d="${coin}" fill="${wash.colour}"/><path d="${coin}" fill="url(#twill)"/>${seam(coin, wash.colour, 2)}` +
        `${twinStitches(`M${x(-1, cut.waist - 4)} ${band + 54}L${x(-1, 120)} ${band + 48}`, wash.thread, wash.colour, 5, 1.8)}</g>`;
      return (
        `<path d="${bag}" fill="${deep(wash.colour, 0.1)}"/><path d="${bag}" fill="url(#twill)"/>${side < 0 ? coinPocket : ''}` +
        `<path d="${mouth}" fill="none" stroke="#070914" stroke-width="10" opacity=".34" transform="translate(${side * 3} -4)"/>` +
        `${roping(mouth, wash, 10)}${seam(mouth, wash.colour)}` +
        `<g transform="translate(${side * -7} 9)">${twinStitches(mouth, wash.thread, mix(wash.colour, '#ffffff', wash.fade * 0.1))}</g>`
      );
    })
    .join('');
  const rivets = [-1, 1]
    .map((side) => metal(x(side, 101), band + 19, 6.5) + metal(x(side, cut.hip - 13), band + 114, 6.5))
    .join('');
  const loops = [-1, 1]
    .map((side) => loop(x(side, 100), top + 4, side * -4) + loop(x(side, cut.waist - 8), top - 5, side * -6))
    .join('');
  return (
    pockets +
    `<path d="${fold(MID + 10, band + 14, MID + 12, cut.crotch - 30, 12)}" fill="#070914" opacity=".3"/>${roping(`M${MID} ${band + 10}V${cut.crotch}`, wash, 14)}` +
    `${seam(fly, wash.colour)}${stitches(`M${MID + 11} ${band + 10}V${cut.crotch - 52}`, wash.thread)}${twinStitches(curve, wash.thread, wash.colour)}` +
    `${barTack(MID - 6, cut.crotch - 46, MID + 16, cut.crotch - 40, wash.thread)}${barTack(MID + 44, cut.crotch - 126, MID + 62, cut.crotch - 126, wash.thread)}` +
    `${rivets}${waistband(cut, l, wash, 26)}${loops}${seam(`M${MID + 26} ${top + 13}L${MID + 28} ${band + 12}`, wash.colour, 2)}${metal(MID + 3, top + 36, 13)}`
  );
}

/** One back pocket with its stitched figure. */
function backPocket(cut: Cut, l: Lines, wash: Wash, side: number, figure: string): string {
  const { x, top } = l;
  const y = top + 138;
  const inner = 34;
  const outer = cut.hip * 0.8;
  const mid = (inner + outer) / 2;
  const d = `M${x(side, inner)} ${y + 8}L${x(side, outer - 4)} ${y - 4}L${x(side, outer - 8)} ${y + 132}L${x(side, mid)} ${y + 168}L${x(side, inner + 8)} ${y + 138}Z`;
  const figures: Record<string, string> = {
    wave: `M${x(side, inner + 8)} ${y + 70}Q${x(side, mid - 24)} ${y + 46} ${x(side, mid)} ${y + 78}Q${x(side, mid + 24)} ${y + 46} ${x(side, outer - 10)} ${y + 62}`,
    weft: `M${x(side, inner + 8)} ${y + 96}L${x(side, outer - 10)} ${y + 58}`,
    peak: `M${x(side, inner + 8)} ${y + 92}L${x(side, mid)} ${y + 58}L${x(side, outer - 10)} ${y + 86}`,
  };
  const sewn = figures[figure];
  return (
    `<path d="${d}" fill="#080a16" opacity=".4" transform="translate(5 7)"/><path d="${d}" fill="${lit(wash.colour, 0.06 + wash.fade * 0.12)}"/><path d="${d}" fill="url(#twill)"/>` +
    roping(d, wash, 16) +
    seam(d, wash.colour, 2) +
    `<g transform="translate(${r(x(side, mid) * 0.055)} ${r((y + 80) * 0.055)}) scale(.945)">${twinStitches(d, wash.thread, wash.colour, 5, 1.9)}</g>` +
    stitches(`M${x(side, inner + 6)} ${y + 30}L${x(side, outer - 8)} ${y + 19}`, wash.thread, 2.1) +
    (sewn ? twinStitches(sewn, wash.thread, wash.colour, 6, 1.9) : '') +
    `${barTack(x(side, inner + 2), y + 10, x(side, inner + 12), y + 9, wash.thread)}${barTack(x(side, outer - 16), y, x(side, outer - 6), y - 1, wash.thread)}`
  );
}

/** The back: yoke, seat seam, two pockets and the leather patch. */
function back(cut: Cut, l: Lines, wash: Wash, figure: string, riveted: boolean): string {
  const { x, top } = l;
  const yoke = `M${x(-1, cut.waist + 26)} ${top + 92}L${MID} ${top + 142}L${x(1, cut.waist + 26)} ${top + 92}`;
  const seat = `M${MID} ${top + 40}V${cut.crotch}`;
  const patch = `<g transform="rotate(1.5 ${MID + 104} ${top + 20})"><rect x="${MID + 64}" y="${top - 8}" width="88" height="58" rx="3" fill="#090b16" opacity=".4" transform="translate(3 4)"/><rect x="${MID + 64}" y="${top - 8}" width="88" height="58" rx="3" fill="#a9713f"/><rect x="${MID + 64}" y="${top - 8}" width="88" height="20" rx="3" fill="#d7a470" opacity=".5"/>${stitches(`M${MID + 69} ${top - 3}h78v48h-78z`, '#5b371d', 1.6, '5 3.5')}<path d="M${MID + 84} ${top + 10}h48M${MID + 84} ${top + 20}h48M${MID + 84} ${top + 30}h48M${MID + 96} ${top + 2}v37M${MID + 108} ${top + 2}v37M${MID + 120} ${top + 2}v37" stroke="#6b4122" stroke-width="3" opacity=".7"/></g>`;
  const loops = loop(MID, top - 9) + [-1, 1].map((side) => loop(x(side, cut.waist - 10), top - 5, side * -6)).join('');
  const rivets = !riveted
    ? ''
    : [-1, 1].map((side) => metal(x(side, 41), top + 155, 5) + metal(x(side, cut.hip * 0.8 - 12), top + 144, 5)).join('');
  return (
    roping(yoke, wash, 16) +
    seam(yoke, wash.colour) +
    `<g transform="translate(0 9)">${twinStitches(yoke, wash.thread, wash.colour)}</g>` +
    roping(seat, wash, 18) +
    seam(seat, wash.colour) +
    `<g transform="translate(9 0)">${twinStitches(seat, wash.thread, wash.colour)}</g>` +
    backPocket(cut, l, wash, -1, figure) +
    backPocket(cut, l, wash, 1, figure) +
    rivets +
    waistband(cut, l, wash, -8) +
    loops +
    patch
  );
}

/** Turned-up hems that show the pale side of the cloth and, on selvedge denim, its coloured edge. */
function cuffs(cut: Cut, l: Lines, wash: Wash, height: number, selvedge: string): string {
  const { x } = l;
  const bottom = cut.length + 4;
  return [-1, 1]
    .map((side) => {
      const [a, b] = [x(side, cut.hem[0] + 5), x(side, cut.hem[1] - 5)];
      const d = `M${a} ${bottom - height}Q${(a + b) / 2} ${bottom - height + 12} ${b} ${bottom - height + 2}L${b} ${bottom + 2}Q${(a + b) / 2} ${bottom + 14} ${a} ${bottom}Z`;
      const edge = x(side, cut.hem[0] - 14);
      const tape = selvedge
        ? `<path d="M${edge} ${bottom - height + 4}v${height}" stroke="#f3efe6" stroke-width="14"/><path d="M${edge} ${bottom - height + 4}v${height}" stroke="${selvedge}" stroke-width="3"/>`
        : '';
      return `<path d="${d}" fill="#080a16" opacity=".42" transform="translate(3 -5)"/><path d="${d}" fill="${mix(wash.colour, '#e4e6ea', 0.62)}"/><path d="${d}" fill="url(#twill)"/>${tape}<path d="${d}" fill="url(#across)"/>${stitches(`M${a} ${bottom - 9}Q${(a + b) / 2} ${bottom + 3} ${b} ${bottom - 7}`, wash.thread, 2)}`;
    })
    .join('');
}

/** The plain hem: a row of stitches and the rope marks below it. */
const hems = (l: Lines, wash: Wash): string =>
  [-1, 1]
    .map(
      (side) =>
        roping(l.hem(side, 10), wash, 20) + seam(l.hem(side, 24), wash.colour, 1.2) + stitches(l.hem(side, 22), wash.thread),
    )
    .join('');

/** The inside of the back waistband seen over the front, with a woven label. */
function inside(cut: Cut, l: Lines, wash: Wash): string {
  const { x, top } = l;
  const d = `M${x(-1, cut.waist)} ${top}Q${MID} ${top - 26} ${x(1, cut.waist)} ${top}Q${MID} ${top + 40} ${x(-1, cut.waist)} ${top}Z`;
  return (
    `<path d="${d}" fill="${mix(wash.colour, '#d9dbe0', 0.42)}"/><path d="${d}" fill="url(#twill)"/>${stitches(`M${x(-1, cut.waist - 12)} ${top - 1}Q${MID} ${top - 19} ${x(1, cut.waist - 12)} ${top - 1}`, wash.thread, 1.8)}` +
    `<rect x="${MID - 36}" y="${top - 7}" width="72" height="30" fill="#f1ebdf"/><path d="M${MID - 14} ${top + 1}h28M${MID - 14} ${top + 6}h28M${MID - 8} ${top - 3}v14M${MID} ${top - 3}v14M${MID + 8} ${top - 3}v14" stroke="#8b4a2f" stroke-width="1.6"/>` +
    `<path d="${d}" fill="#0a0c18" opacity=".22"/>`
  );
}

/** Draws jeans or shorts. */
export function drawJeans(params: DrawingParams): string {
  const name = text(params, 'cut', 'straight');
  const cut = CUTS[name] ?? (CUTS['straight'] as Cut);
  const l = lines(cut, name === 'shorts');
  const wash = readWash(params);
  const view = text(params, 'view', 'front');
  const isBack = view === 'back';
  const outline = l.outline(isBack ? -8 : 26);
  const turnUp = number(params, 'cuff', 0);
  const sides = [-1, 1].map((side) => roping(l.outer(side, 7), wash, 14) + seam(l.outer(side, 9), wash.colour, 1.4)).join('');
  const inseams = [-1, 1]
    .map((side) => `<g transform="translate(${side * 8} 0)">${stitches(l.inner(side), wash.thread, 1.9)}</g>`)
    .join('');
  const garment =
    `${castShadow(outline, 1)}${isBack ? '' : inside(cut, l, wash)}<path d="${outline}" fill="url(#dye)"/><path d="${outline}" fill="url(#twill)"/>` +
    `<g clip-path="url(#shape)">${slub(name + wash.colour, wash.colour, [MID - 300, l.top + 60, MID + 300, cut.length - 100], 32)}${softness(cut, l, wash, isBack)}${sides}${inseams}${turnUp ? '' : hems(l, wash)}</g>` +
    (isBack ? back(cut, l, wash, text(params, 'figure', 'weft'), flag(params, 'backRivets')) : front(cut, l, wash)) +
    (turnUp ? cuffs(cut, l, wash, turnUp, text(params, 'selvedge', '')) : '') +
    `<path d="${outline}" fill="url(#across)"/>`;
  const { bag } = pocketLines(cut, l, -1);
  const across = acrossDefs('x1="0" y1="0" x2="1" y2=".5"', '.12', '.4', '#0a0c18', '.26');
  const close = view === 'detail';
  const worn = `<radialGradient id="worn"><stop stop-color="${lit(wash.colour, 0.85)}" stop-opacity=".75"/><stop offset=".5" stop-color="${lit(wash.colour, 0.85)}" stop-opacity=".34"/><stop offset="1" stop-color="${lit(wash.colour, 0.85)}" stop-opacity="0"/></radialGradient>`;
  return compact(
    studio({
      backdrop: text(params, 'backdrop', backdropFor(wash.colour)),
      defs: `${denimDefs(wash, outline, close ? 0.5 : 1)}${worn}<clipPath id="bag"><path d="${bag}"/></clipPath>${loopDefs(wash)}${metalDefs(text(params, 'hardware', '#b9713f'))}${across}`,
      subject: close
        ? `<g transform="translate(${r(450 - 345 * 2.5)} ${r(520 - 270 * 2.5)}) scale(2.5)">${garment}</g>`
        : garment,
    }),
  );
}
