/**
 * Dresses: A-line, wrap, shirt-dress, tiered and strappy, front, back and a close look at the neckline.
 */

import { printDefs, weaveDefs } from '#drawing/studio/block-prints.ts';
import { type DrawingParams, number, text } from '#drawing/studio/params.ts';
import {
  acrossDefs,
  backdropFor,
  blurs,
  button,
  buttonDefs,
  castShadow,
  clip,
  compact,
  deep,
  fall,
  fold,
  seam,
  stitches,
} from '#drawing/studio/sewing.ts';
import type { Drawing } from '#drawing/studio/studio.ts';
import { lit, r, studio } from '#drawing/studio/studio.ts';
import type { Bodice } from './bodice.ts';
import { armholes, at, bodiceOutline, insideNeck, MID, neckEdge, sleeve, straps } from './bodice.ts';
import { belt, collar, part, placket, pockets, tassel, wrapTie } from './details.ts';
import type { FlareLines } from './skirt.ts';
import { flare } from './skirt.ts';

/** The shape of a cut: its bodice and the flared pieces below it. */
interface Cut extends Omit<Bodice, 'back'> {
  bottom: number;
  hem: number;
  tiers: number;
}

const CUTS: Record<string, Cut> = {
  'a-line': { neck: 'round', sleeve: 'short', opening: 82, depth: 70, waist: 158, waistY: 452, bottom: 1010, hem: 292, tiers: 1 },
  wrap: { neck: 'v', sleeve: 'elbow', opening: 78, depth: 176, waist: 146, waistY: 470, bottom: 1046, hem: 272, tiers: 1 },
  shirt: { neck: 'collar', sleeve: 'rolled', opening: 74, depth: 70, waist: 160, waistY: 478, bottom: 1040, hem: 234, tiers: 1 },
  tiered: { neck: 'round', sleeve: 'puff', opening: 78, depth: 60, waist: 166, waistY: 436, bottom: 1050, hem: 304, tiers: 3 },
  strap: { neck: 'strap', sleeve: 'none', opening: 110, depth: 60, waist: 150, waistY: 470, bottom: 1044, hem: 286, tiers: 2 },
};

/** The flared pieces of the skirt, from the waist down. */
function skirt(cut: Cut, seed: string): FlareLines[] {
  const height = (cut.bottom - cut.waistY) / cut.tiers;
  return Array.from({ length: cut.tiers }, (_, i) => {
    const w = cut.waist + ((cut.hem - cut.waist) * i) / cut.tiers - (i ? 8 : 0);
    return flare({
      top: cut.waistY + height * i + (i ? 8 : 0),
      bottom: cut.waistY + height * (i + 1),
      w,
      h: cut.waist + ((cut.hem - cut.waist) * (i + 1)) / cut.tiers,
      gores: cut.tiers > 1 ? 6 + i : 6,
      seed: `${seed}${i}`,
      sag: cut.tiers > 1 ? 14 : 26,
      gathers: cut.tiers > 1 ? 14 + i * 4 : 0,
    });
  });
}

/** Creases of the bodice towards the bust and the waist. */
const bodiceFolds = (cut: Cut): string =>
  [-1, 1]
    .map(
      (s) =>
        fold(at(s, 170), 350, at(s, 74), 322, 11, s * -12) +
        fold(at(s, 168), 366, at(s, 96), 400, 9, s * -8) +
        fold(at(s, cut.waist - 16), cut.waistY, at(s, 108), 376, 13, s * 9) +
        fold(at(s, 60), cut.waistY, at(s, 66), 392, 11, s * 6),
    )
    .join('');

/** The inside of the back behind the neck opening, with the woven label. */
function innerBack(b: Bodice, colour: string): string {
  const d = insideNeck(b);
  const label = `<rect x="${MID - 24}" y="156" width="48" height="22" fill="#efe8db"/><path d="M${MID - 10} 162h20M${MID - 10} 167h20M${MID - 10} 172h20M${MID - 6} 159v16M${MID} 159v16M${MID + 6} 159v16" stroke="#8b4a2f" stroke-width="1.3"/>`;
  return `<path d="${d}" fill="${deep(colour, 0.36)}"/><path d="${d}" fill="url(#weave)"/>${b.neck === 'strap' ? '' : label}`;
}

/** The edge of the overlapping front of a wrap dress, from the shoulder to the hem. */
function wrapEdges(cut: Cut, colour: string, thread: string): string {
  const top = `M${at(1, cut.opening)} 146Q${at(1, 44)} 240 ${MID} ${146 + cut.depth}L${at(-1, cut.waist - 8)} ${cut.waistY}`;
  const down = `M${at(-1, cut.waist - 60)} ${cut.waistY + 20}C${at(-1, 60)} ${cut.waistY + 200} ${at(-1, 34)} ${cut.bottom - 220} ${at(-1, 60)} ${cut.bottom + 40}`;
  return `<g clip-path="url(#shape)"><path d="${top}${down}" fill="none" stroke="#12101a" stroke-width="20" opacity=".2" transform="translate(-9 4)"/>${seam(top + down, colour, 2)}<g transform="translate(7 -2)">${stitches(top + down, thread, 1.4, '5 3')}</g></g>`;
}

/** Rows of elastic shirring across a bodice. */
const shirring = (b: Bodice, colour: string): string =>
  `<g clip-path="url(#shape)">${Array.from({ length: 9 }, (_, i) => {
    const y = 306 + i * 19;
    return `<path d="M${at(-1, 176)} ${y}Q${MID} ${y + 12} ${at(1, 176)} ${y}" fill="none" stroke="${deep(colour, 0.6)}" stroke-width="3" stroke-dasharray="4 3 7 2" opacity=".45"/><path d="M${at(-1, 176)} ${y + 4}Q${MID} ${y + 16} ${at(1, 176)} ${y + 4}" fill="none" stroke="${lit(colour, 0.7)}" stroke-width="5" stroke-dasharray="6 4 3 3" opacity=".32"/>`;
  }).join('')}</g>${seam(neckEdge(b), colour, 2)}`;

/** What is sewn onto the dress, by its cut. */
function details(name: string, cut: Cut, b: Bodice, params: DrawingParams, colour: string): string {
  const thread = text(params, 'thread', lit(colour, 0.4));
  const trim = text(params, 'trim', colour);
  const binding =
    b.neck === 'collar'
      ? ''
      : `<path d="${neckEdge(b)}" fill="none" stroke="#12101a" stroke-width="11" opacity=".22" transform="translate(1 4)"/><path d="${neckEdge(b)}" fill="none" stroke="${trim}" stroke-width="8"/><path d="${neckEdge(b)}" fill="none" stroke="${lit(trim, 0.4)}" stroke-width="1.8" opacity=".7" transform="translate(-1 -2.6)"/>`;
  const pocketKind = text(params, 'pockets', 'none');
  const pocketed = pocketKind === 'none' || b.back ? '' : pockets(pocketKind, colour, thread, cut.waistY + 96, cut.waist + 20);
  if (name === 'shirt') {
    const yoke = `M${at(-1, 140)} 214Q${MID} 236 ${at(1, 140)} 214`;
    const pleat = `<path d="M${MID - 12} 228V${cut.waistY}M${MID + 12} 228V${cut.waistY}" stroke="${deep(colour, 0.6)}" stroke-width="2.4" opacity=".6"/>`;
    const chest = `M${at(1, 46)} 300H${at(1, 126)}V384L${at(1, 86)} 398L${at(1, 46)} 384Z`;
    const front =
      placket(colour, thread, 206, cut.bottom + 30) +
      part(chest, colour, 4) +
      stitches(`M${at(1, 46)} 316H${at(1, 126)}`, thread, 1.4, '5 3');
    return (
      (b.back
        ? seam(yoke, colour) + stitches(`M${at(-1, 140)} 222Q${MID} 244 ${at(1, 140)} 222`, thread, 1.4, '5 3') + pleat
        : front) +
      pocketed +
      belt(colour, cut.waistY - 18, cut.waist + 1, trim) +
      collar(colour, thread, b.back)
    );
  }
  if (name === 'wrap')
    return (b.back ? '' : wrapEdges(cut, colour, thread)) + binding + wrapTie(colour, cut.waistY - 8, cut.waist, b.back);
  if (name === 'strap')
    return (
      shirring(b, colour) +
      straps(b.back)
        .map((d) => part(d, colour, 5))
        .join('') +
      pocketed
    );
  const placketLine = `M${MID} ${146 + cut.depth * 0.94}v92`;
  const keyhole = `<path d="M${MID - 6} 178C${MID - 22} 230 ${MID - 16} 268 ${MID} 274C${MID + 16} 268 ${MID + 22} 230 ${MID + 6} 178Z" fill="${deep(colour, 0.55)}" stroke="${trim}" stroke-width="5"/>${button(MID, 180, 8)}`;
  if (b.back) return binding + keyhole;
  if (name === 'tiered') {
    const y = 206;
    const cords = `M${MID - 4} ${y}C${MID - 30} ${y + 40} ${MID - 36} ${y + 90} ${MID - 28} ${y + 130}M${MID + 4} ${y}C${MID + 26} ${y + 40} ${MID + 34} ${y + 100} ${MID + 30} ${y + 156}`;
    return `${seam(placketLine, colour, 3)}${binding}<path d="${cords}" fill="none" stroke="#12101a" stroke-width="5" opacity=".25" transform="translate(3 4)"/><path d="${cords}" fill="none" stroke="${trim}" stroke-width="4.4"/>${tassel(MID - 28, y + 128, 46, trim)}${tassel(MID + 30, y + 154, 46, trim)}<circle cx="${MID}" cy="${y}" r="7" fill="${trim}"/>${pocketed}`;
  }
  const yokeTrim =
    text(params, 'yoke', 'none') === 'none'
      ? ''
      : `<g clip-path="url(#shape)"><path d="M${at(-1, 60)} 140L${at(-1, 52)} 342H${at(1, 52)}L${at(1, 60)} 140Z" fill="${trim}" opacity=".94"/><path d="M${at(-1, 60)} 140L${at(-1, 52)} 342H${at(1, 52)}L${at(1, 60)} 140Z" fill="url(#yoke)"/>${stitches(`M${at(-1, 60)} 140L${at(-1, 52)} 342H${at(1, 52)}L${at(1, 60)} 140`, lit(trim, 0.4), 1.6, '5 3')}</g>`;
  return yokeTrim + binding + pocketed;
}

/**
 * Draws a dress. `cut` is a-line, wrap, shirt, tiered or strap; `colour` dyes the cloth, `print` with `ink` and `accent`
 * prints it, `trim` binds the neck, `border` prints a band above the hem; `sleeve`, `pockets`, `length` and `yoke` vary
 * the cut; `zoom` draws it smaller; `view` is front, back or detail.
 */
export const dress: Drawing = (params) => {
  const name = text(params, 'cut', 'a-line');
  const base = CUTS[name] ?? (CUTS['a-line'] as Cut);
  const cut: Cut = {
    ...base,
    sleeve: text(params, 'sleeve', base.sleeve),
    neck: text(params, 'neck', base.neck),
    bottom: base.bottom + number(params, 'length', 0),
    hem: number(params, 'hem', base.hem),
  };
  const colour = text(params, 'colour', '#b5543c');
  const view = text(params, 'view', 'front');
  const b: Bodice = { ...cut, back: view === 'back' };
  const pieces = skirt(cut, name + colour);
  const body = bodiceOutline(b);
  const arms = ([-1, 1] as const).flatMap((s) => {
    const drawn = sleeve(cut.sleeve, s);
    return drawn ? [{ ...drawn, s }] : [];
  });
  const outline =
    body +
    pieces.map((p) => p.outline).join('') +
    arms.map((a) => a.outline).join('') +
    (b.neck === 'strap' ? straps(b.back).join('') : '');
  const inks = { ink: text(params, 'ink', lit(colour, 0.7)), accent: text(params, 'accent', '#e9c46a') };
  const thread = lit(colour, 0.45);
  const border = text(params, 'border', '');
  const dyed = (d: string, pattern: string): string =>
    `<path d="${d}" fill="url(#dye)"/><path d="${d}" fill="url(#${pattern})"/><path d="${d}" fill="url(#weave)"/>`;
  const sleeves = arms.map((a) => dyed(a.outline, a.s < 0 ? 'print-l' : 'print-r') + seam(a.outline, colour, 1.2)).join('');
  const finished = arms
    .map((a) =>
      cut.sleeve === 'rolled' || cut.sleeve === 'puff' || cut.sleeve === 'long'
        ? `<path d="${a.edge}" fill="none" stroke="#12101a" stroke-width="30" opacity=".25" transform="translate(1 -5)"/><path d="${a.edge}" fill="none" stroke="${deep(colour, 0.06)}" stroke-width="27"/><path d="${a.edge}" fill="none" stroke="url(#print)" stroke-width="27"/>${stitches(a.edge, thread, 1.4, '5 3')}`
        : `<g transform="translate(${a.s * -2} -9)">${stitches(a.edge, thread, 1.4, '5 3')}</g>`,
    )
    .join('');
  const tiers = [...pieces]
    .reverse()
    .map((p, i) => {
      const id = `tier${i}`;
      const hemBand =
        border && i === 0
          ? `<path d="${p.hem}" fill="none" stroke="${border}" stroke-width="96"/><path d="${p.hem}" fill="none" stroke="url(#yoke)" stroke-width="96"/><path d="${p.hem}" fill="none" stroke="${inks.accent}" stroke-width="5" transform="translate(0 -52)"/>`
          : '';
      return (
        `<path d="${p.outline}" fill="#12101a" opacity=".3" transform="translate(3 7)"/><clipPath id="${id}"><path d="${p.outline}"/></clipPath><path d="${p.outline}" fill="url(#dye)"/><g clip-path="url(#${id})">${p.cloth('print')}${hemBand}<path d="${p.outline}" fill="url(#weave)"/></g>` +
        `${seam(p.hem, colour, 1.4)}<g transform="translate(0 -15)">${stitches(p.hem, thread, 1.3, '5 3')}</g>`
      );
    })
    .join('');
  const dark = pieces.map((p) => p.dark).join('');
  const light = pieces.map((p) => p.light).join('');
  const creases = (cut.neck === 'strap' ? '' : bodiceFolds(cut)) + arms.map((a) => a.folds).join('');
  const shade = deep(colour, 0.8);
  const glow = lit(colour, 0.85);
  const subject =
    castShadow(outline, 1.3) +
    (b.back ? '' : innerBack(b, colour)) +
    sleeves +
    tiers +
    dyed(body, 'print') +
    `<g clip-path="url(#shape)"><g filter="url(#soft)"><path d="${dark}${creases}" fill="${shade}" opacity=".44"/><path d="${light}" fill="${glow}" opacity=".34"/><path d="${creases}" fill="${glow}" opacity=".34" transform="translate(-7 -13)"/><path d="${outline}" fill="none" stroke="${shade}" stroke-width="26" opacity=".4" transform="translate(-5 -4)"/></g></g>` +
    (arms.length ? seam(armholes(), colour, 1.6) : '') +
    seam(pieces[0]?.top ?? '', colour, 1.6) +
    finished +
    details(name, cut, b, params, colour) +
    `<path d="${outline}" fill="url(#across)"/>`;
  const across = acrossDefs('gradientUnits="userSpaceOnUse" x1="200" y1="120" x2="740" y2="700"', '.16', '.42', '#12101a', '.22');
  const scale = number(params, 'scale', 1);
  const zoom = number(params, 'zoom', 1);
  return compact(
    studio({
      backdrop: text(params, 'backdrop', backdropFor(colour)),
      defs:
        printDefs('print', text(params, 'print', 'plain'), inks, scale) +
        (border || params['yoke']
          ? printDefs('yoke', text(params, 'yoke', 'buti'), { ink: text(params, 'yokeInk', inks.ink), accent: inks.accent }, 0.52)
          : '') +
        weaveDefs(glow, shade) +
        buttonDefs(text(params, 'buttons', '#e9dcc3')) +
        fall('dye', colour, [220, 120, 720, 1080]) +
        clip('shape', outline) +
        blurs(7, 16) +
        across,
      subject:
        view === 'detail'
          ? `<g transform="translate(${r(450 - 450 * 2.1)} ${r(560 - 330 * 2.1)}) scale(2.1)">${subject}</g>`
          : zoom === 1
            ? subject
            : `<g transform="translate(${r(450 - 450 * zoom)} ${r(600 - 600 * zoom)}) scale(${zoom})">${subject}</g>`,
    }),
  );
};
