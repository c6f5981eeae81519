/** Parts of wallets: leather panels with grain and edge, card pockets, cards, zips and snaps. */

import { embossedMark, type Grain, grainPattern, stitches } from '#drawing/studio/leather.ts';
import { type Metal, metalGradient, tones } from '#drawing/studio/metal.ts';
import { lit, r, shaded } from '#drawing/studio/studio.ts';

export interface Leather {
  colour: string;
  /** Colour of the inside. */
  lining: string;
  /** Thread; empty for edges that are only creased. */
  thread: string;
  /** Colour of a contrasting part: the band, the flap or the pocket's edge. */
  second: string;
  grain: Grain;
  metal: Metal;
}

/** Gradients and textures of a wallet. */
export function leatherDefs({ colour, lining, second, grain, metal }: Leather): string {
  const face = (id: string, base: string): string =>
    `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${lit(base, 0.3)}"/><stop offset=".3" stop-color="${lit(base, 0.1)}"/><stop offset=".65" stop-color="${base}"/><stop offset="1" stop-color="${shaded(base, 0.34)}"/></linearGradient>`;
  return (
    face('hide', colour) +
    face('inside', lining) +
    face('contrast', second) +
    grainPattern('grain', grain, colour, grain === 'woven' ? 1.25 : grain === 'croc' ? 1.5 : 0.85) +
    grainPattern('insidegrain', 'smooth', lining, 0.9) +
    metalGradient('metal', metal, [0, 0, 1, 1]) +
    `<linearGradient id="swell" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".26"/><stop offset=".16" stop-color="#fff" stop-opacity=".05"/><stop offset=".7" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></linearGradient>` +
    `<linearGradient id="spine" x2="1" y2="0"><stop stop-color="#000" stop-opacity=".4"/><stop offset=".25" stop-color="#fff" stop-opacity=".3"/><stop offset=".5" stop-color="#fff" stop-opacity=".05"/><stop offset=".8" stop-color="#000" stop-opacity=".16"/><stop offset="1" stop-color="#000" stop-opacity="0"/></linearGradient>` +
    `<linearGradient id="crease" x2="1" y2="0"><stop stop-color="#000" stop-opacity="0"/><stop offset=".34" stop-color="#000" stop-opacity=".22"/><stop offset=".5" stop-color="#000" stop-opacity=".5"/><stop offset=".54" stop-color="#fff" stop-opacity=".26"/><stop offset=".8" stop-color="#fff" stop-opacity=".04"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>` +
    `<radialGradient id="sheen" cx=".24" cy=".16" r=".85"><stop stop-color="#fff" stop-opacity=".3"/><stop offset=".5" stop-color="#fff" stop-opacity=".05"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>` +
    `<filter id="cast" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="20"/></filter><filter id="near" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="6"/></filter>`
  );
}

/** A rounded panel as path data, from its top left corner; corners may differ between the left and the right. */
export function panelPath(x: number, y: number, w: number, h: number, left: number, right = left): string {
  return `M${r(x + left)} ${r(y)}H${r(x + w - right)}Q${r(x + w)} ${r(y)} ${r(x + w)} ${r(y + right)}V${r(y + h - right)}Q${r(x + w)} ${r(y + h)} ${r(x + w - right)} ${r(y + h)}H${r(x + left)}Q${r(x)} ${r(y + h)} ${r(x)} ${r(y + h - left)}V${r(y + left)}Q${r(x)} ${r(y)} ${r(x + left)} ${r(y)}Z`;
}

/** A leather panel: face, grain, sheen, painted edge with a highlight on the lit side. */
export function panel(d: string, { colour }: Leather, fill = 'hide', grain = 'grain', base = colour): string {
  return (
    `<path d="${d}" fill="url(#${fill})"/><path d="${d}" fill="url(#${grain})"/><path d="${d}" fill="url(#sheen)"/>` +
    `<path d="${d}" fill="none" stroke="${shaded(base, 0.62)}" stroke-width="3.4"/><path d="${d}" fill="none" stroke="${lit(base, 0.55)}" stroke-opacity=".5" stroke-width="1.6" transform="translate(2.4 2.6)"/>`
  );
}

/** The seam of a panel: a pressed groove with the thread in it. */
export function seam(d: string, { thread, colour }: Leather, size = 1): string {
  const groove = `<path d="${d}" fill="none" stroke="#000" stroke-opacity=".2" stroke-width="${r(7 * size)}"/><path d="${d}" fill="none" stroke="${lit(colour, 0.6)}" stroke-opacity=".22" stroke-width="${r(2 * size)}" transform="translate(3.4 3.8)"/>`;
  return thread === ''
    ? `<path d="${d}" fill="none" stroke="${shaded(colour, 0.55)}" stroke-opacity=".6" stroke-width="${r(2.4 * size)}"/><path d="${d}" fill="none" stroke="${lit(colour, 0.6)}" stroke-opacity=".4" stroke-width="1.4" transform="translate(1.4 2)"/>`
    : groove + stitches(d, thread, size);
}

/** The visible part of a plain bank card standing in a pocket: chip and an abstract band, no writing. Without a colour it takes its `<use>`'s. */
export function card(x: number, y: number, w: number, h: number, colour: string, turn = 0): string {
  return (
    `<g transform="translate(${r(x)} ${r(y)})${turn === 0 ? '' : ` rotate(${turn})`}"><path d="M0 ${r(h)}V14Q0 0 14 0H${r(w - 14)}Q${r(w)} 0 ${r(w)} 14V${r(h)}Z"${colour === '' ? '' : ` fill="${colour}"`}/><path d="M${r(w * 0.3)} ${r(h)}L${r(w * 0.55)} 0H${r(w - 14)}Q${r(w)} 0 ${r(w)} 14V${r(h)}Z" fill="#fff" opacity=".1"/>` +
    `<path d="M1 ${r(h * 0.6)}V14Q1 1 14 1H${r(w - 14)}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="2"/><rect x="${r(w * 0.08)}" y="20" width="42" height="32" rx="5" fill="#dcc48c" stroke="#8d733c" stroke-opacity=".6"/></g>`
  );
}

/** A card pocket with a curved or straight opening: shadow inside, folded edge and grain. */
export function pocket(
  x: number,
  y: number,
  w: number,
  h: number,
  leather: Leather,
  fill: 'hide' | 'inside' | 'contrast',
  dip = 0,
): string {
  const base = { hide: leather.colour, inside: leather.lining, contrast: leather.second }[fill];
  const mouth =
    dip === 0
      ? `H${r(x + w)}`
      : `C${r(x + w * 0.3)} ${r(y)} ${r(x + w * 0.34)} ${r(y + dip)} ${r(x + w * 0.5)} ${r(y + dip)}S${r(x + w * 0.7)} ${r(y)} ${r(x + w)} ${r(y)}`;
  const body = `M${r(x)} ${r(y)}${mouth}V${r(y + h)}H${r(x)}Z`;
  const lip = `M${r(x)} ${r(y)}${mouth}`;
  return (
    `<path d="${lip}" fill="none" stroke="#000" stroke-opacity=".34" stroke-width="12" transform="translate(0 -4)"/><path d="${body}" fill="url(#${fill})"/><path d="${body}" fill="url(#${fill === 'hide' ? 'grain' : 'insidegrain'})"/><path d="${body}" fill="url(#swell)"/>` +
    `<path d="${lip}" fill="none" stroke="${shaded(base, 0.55)}" stroke-width="3"/><path d="${lip}" fill="none" stroke="${lit(base, 0.6)}" stroke-opacity=".7" stroke-width="2" transform="translate(0 3.4)"/><path d="${lip}" fill="none" stroke="${shaded(base, 0.5)}" stroke-opacity=".4" stroke-width="1.6" transform="translate(0 13)"/>`
  );
}

/**
 * The definitions of a card and of its pockets (one inside, the last of the outer leather), to be repeated by `stack`.
 * `w` is the width of a pocket, `last` the height of the lowest one, `cardWidth` the width of a card.
 */
export function stackDefs(w: number, step: number, last: number, cardWidth: number, leather: Leather): string {
  return `<defs><g id="card">${card(0, 0, cardWidth, step, '')}</g><g id="slot">${pocket(0, 0, w, step + 24, leather, 'inside')}</g><g id="lastslot">${pocket(0, 0, w, last, leather, 'hide')}</g></defs>`;
}

/** A stack of card pockets from (x, y) downwards with cards standing in them, at the given offsets across; see `stackDefs`. */
export function stack(x: number, y: number, step: number, columns: number[], colours: string[][]): string {
  const rows = colours.length;
  return colours
    .map((row, i) => {
      const top = y + i * step;
      const cards = columns
        .map((across, k) => `<use href="#card" x="${x + across}" y="${top - 36}" fill="${row[k] ?? '#dcd6ca'}"/>`)
        .join('');
      return `${cards}<use href="#${i === rows - 1 ? 'lastslot' : 'slot'}" x="${x}" y="${top}"/>`;
    })
    .join('');
}

/** A coil zip along a path: tape, teeth and the light on them. */
export function zip(d: string, { metal, colour }: Leather, width = 26): string {
  const t = tones(metal);
  return (
    `<g fill="none"><path d="${d}" stroke="${shaded(colour, 0.66)}" stroke-width="${width}"/><path d="${d}" stroke="${t.deep}" stroke-width="${r(width * 0.5)}"/><path d="${d}" stroke="${t.mid}" stroke-width="${r(width * 0.46)}" stroke-dasharray="5 3.4"/>` +
    `<path d="${d}" stroke="${t.glint}" stroke-width="${r(width * 0.16)}" stroke-dasharray="4 4.4" transform="translate(-.8 -1.6)"/></g>`
  );
}

/** A zip's slider with a leather pull hanging from it at (x, y). */
export function zipPull(x: number, y: number, turn: number, { colour, thread, metal }: Leather): string {
  const t = tones(metal);
  return (
    `<g transform="translate(${x} ${y}) rotate(${turn})"><g opacity=".16"><rect x="-10" y="60" width="40" height="134" rx="17"/><rect x="-13" y="56" width="36" height="132" rx="15"/></g><path d="M-17-22H17L21 16Q0 30-21 16Z" fill="url(#metal)" stroke="${t.deep}" stroke-width="1.6"/><path d="M0 4V62" stroke="${t.deep}" stroke-width="17" stroke-linecap="round"/><path d="M0 4V62" stroke="url(#metal)" stroke-width="13" stroke-linecap="round"/>` +
    `<path d="M-3 4V60" stroke="${t.glint}" stroke-width="3" stroke-linecap="round"/><rect x="-17" y="48" width="34" height="130" rx="13" fill="${lit(colour, 0.08)}" stroke="${shaded(colour, 0.6)}" stroke-width="2"/><rect x="-17" y="48" width="34" height="130" rx="13" fill="url(#grain)"/><path d="M-13 60V168" stroke="${lit(colour, 0.6)}" stroke-opacity=".6" stroke-width="2"/>` +
    `${stitches('M-8 68V158Q-8 168 0 168T8 158V68', thread === '' ? lit(colour, 0.3) : thread, 0.6)}<circle cy="62" r="6" fill="url(#metal)" stroke="${t.deep}"/></g>`
  );
}

/** A press stud or a turning clasp. */
export function stud(x: number, y: number, size: number, { metal }: Leather): string {
  const t = tones(metal);
  return `<circle cx="${r(x + 5)}" cy="${r(y + 7)}" r="${size}" fill="#000" opacity=".3"/><circle cx="${x}" cy="${y}" r="${size}" fill="url(#metal)" stroke="${t.deep}" stroke-opacity=".7" stroke-width="1.6"/><circle cx="${x}" cy="${y}" r="${r(size * 0.74)}" fill="none" stroke="${t.dark}" stroke-opacity=".7" stroke-width="2"/><ellipse cx="${r(x - size * 0.28)}" cy="${r(y - size * 0.3)}" rx="${r(size * 0.3)}" ry="${r(size * 0.2)}" fill="${t.glint}" opacity=".9"/>`;
}

/** The brand mark, pressed in or as a small metal lattice. */
export function mark(x: number, y: number, size: number, { colour, metal }: Leather, inMetal: boolean): string {
  if (!inMetal) return embossedMark(x, y, size, colour);
  const d = 'M-5-12V12M5-12V12M-12-5H12M-12 5H12';
  return `<g transform="translate(${x} ${y}) scale(${size}) rotate(45)" fill="none" stroke-linecap="round"><path d="${d}" transform="translate(1.6 .2)" stroke="#000" stroke-opacity=".45" stroke-width="3.4"/><path d="${d}" stroke="${tones(metal).dark}" stroke-width="3.4"/><path d="${d}" transform="translate(-.6 -.1)" stroke="${tones(metal).light}" stroke-width="1.8"/></g>`;
}
