/** Straps and bracelets of watches. A half strap hangs down from y = 0 around x = 0; the caller mirrors it upwards. */

import { type Grain, grainPattern, stitches } from '#drawing/studio/leather.ts';
import { type Metal, metalGradient, tones, turnedGradient } from '#drawing/studio/metal.ts';
import { lit, r, shaded } from '#drawing/studio/studio.ts';

export const STRAPS = ['leather', 'fabric', 'mesh', 'bracelet', 'beads', 'bangle'] as const;

export interface Strap {
  kind: (typeof STRAPS)[number];
  width: number;
  colour: string;
  /** Thread of a leather strap, stripe of a fabric one; empty for none. */
  accent: string;
  grain: Grain;
  metal: Metal;
  /** Metal of the middle links. */
  middle: Metal;
  /** Round holes along the strap, as on driving gloves. */
  rally: boolean;
}

/** Gradients and textures of the strap; metal ones turn the case's `polish` and `grained`. */
export function strapDefs(strap: Strap): string {
  const { colour, metal, middle, width } = strap;
  const t = tones(metal);
  const across = `<linearGradient id="strapface" x1="0" x2="1" y1="0" y2="0"><stop stop-color="${shaded(colour, 0.34)}"/><stop offset=".07" stop-color="${lit(colour, 0.26)}"/><stop offset=".3" stop-color="${lit(colour, 0.1)}"/><stop offset=".66" stop-color="${colour}"/><stop offset=".93" stop-color="${shaded(colour, 0.3)}"/><stop offset="1" stop-color="${shaded(colour, 0.62)}"/></linearGradient>`;
  if (strap.kind === 'leather')
    return across + grainPattern('strapgrain', strap.grain, colour, strap.grain === 'croc' ? width / 150 : 0.7);
  if (strap.kind === 'fabric') return across + grainPattern('strapgrain', 'canvas', colour, 0.9);
  if (strap.kind === 'mesh') {
    return (
      turnedGradient('strapmetal', 'grained', [0, 0, 1, 0]) +
      `<pattern id="mesh" width="11" height="9" patternUnits="userSpaceOnUse"><rect width="11" height="9" fill="${t.deep}" fill-opacity=".34"/><g fill="none" stroke-linecap="round" stroke-width="2.7"><path d="M-1 3.6Q2.7-2 6.4 3.6T13.6 3.6M-1 8.4Q2.7 3 6.4 8.4" stroke="${t.dark}" stroke-opacity=".75"/><path d="M.6 2.4Q2.6.4 4.6 2.4M6 7.2Q8.1 5 10 7.2M.4 7.6Q2.6 5.4 4.4 7.4" stroke="${t.glint}" stroke-opacity=".9" stroke-width="1.8"/></g></pattern>`
    );
  }
  return (
    turnedGradient('strapmetal', 'grained', [0, 0, 1, 0]) +
    (middle === metal
      ? turnedGradient('middlemetal', 'polish', [0, 0, 1, 0])
      : metalGradient('middlemetal', middle, [0, 0, 1, 0])) +
    `<linearGradient id="link" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".7"/><stop offset=".12" stop-color="#fff" stop-opacity=".1"/><stop offset=".78" stop-color="#000" stop-opacity=".04"/><stop offset="1" stop-color="#000" stop-opacity=".55"/></linearGradient>`
  );
}

/** The outline of a half strap that narrows towards a softly rounded end. */
function band(width: number, end: number, length: number, round: number): string {
  return `M${r(-width / 2)} 0L${r(-end / 2)} ${r(length - round)}Q${r(-end / 2 + 2)} ${r(length)} ${r(-end / 2 + Math.min(end / 2, round * 1.4))} ${r(length)}H${r(end / 2 - Math.min(end / 2, round * 1.4))}Q${r(end / 2 - 2)} ${r(length)} ${r(end / 2)} ${r(length - round)}L${r(width / 2)} 0Z`;
}

/** Links of a bracelet: one row drawn once, each further row shorter and narrower as the bracelet bends away. */
function links(strap: Strap, length: number): string {
  const { width, metal } = strap;
  const t = tones(metal);
  const beads = strap.kind === 'beads';
  const parts = beads ? [-0.5, -0.32, -0.11, 0.11, 0.32, 0.5] : [-0.5, -0.21, 0.21, 0.5];
  const height = (beads ? 0.17 : 0.24) * width;
  let row = '';
  for (let i = 0; i + 1 < parts.length; i++) {
    const inner = beads ? i % 2 === 1 : i === 1;
    const [x0, x1] = [(parts[i] ?? 0) * width, (parts[i + 1] ?? 0) * width];
    const box = `x="${r(x0 + 0.8)}" y="1" width="${r(x1 - x0 - 1.6)}" height="${r(height - 1.8)}" rx="${beads ? r(height * 0.4) : inner ? 9 : 4}"`;
    row += `<rect ${box} fill="url(#${inner ? 'middlemetal' : 'strapmetal'})"/><rect ${box} fill="url(#link)"/>`;
  }
  const shrink = beads ? 0.976 : 0.95;
  // As many rows as fit, then stretched a little so that the last one ends exactly at the bend.
  const rows = Math.round(Math.log(1 - (length * (1 - shrink)) / height) / Math.log(shrink));
  const stretch = length / ((height * (1 - shrink ** rows)) / (1 - shrink));
  let out = '';
  let y = 0;
  for (let i = 0; i < rows; i++) {
    const share = stretch * shrink ** i;
    out += `<use href="#row" transform="translate(0 ${r(y)}) scale(${Math.round((1 - (y / length) * 0.15) * 1000) / 1000} ${Math.round(share * 1000) / 1000})"/>`;
    y += height * share;
  }
  const end = `<rect x="${r(-width / 2)}" y="${r(-height * 0.7)}" width="${r(width)}" height="${r(height * 0.7)}" fill="url(#strapmetal)"/>`;
  return `<defs><g id="row">${row}</g></defs><path d="${band(width * 0.985, width * 0.985 * (1 - (y / length) * 0.15), y, 2)}" fill="${t.deep}"/>${end}${out}`;
}

/** Light on half a strap: bright at the shoulder, dark where it bends out of view. */
export function bendShade(strap: Strap, length: number): string {
  const { kind, width } = strap;
  const end = width * (kind === 'mesh' ? 0.97 : kind === 'bangle' ? 0.56 : kind === 'bracelet' || kind === 'beads' ? 0.86 : 0.84);
  return `<path d="${band(width * (kind === 'bangle' ? 0.96 : 1), end, length, kind === 'bracelet' || kind === 'beads' ? 2 : 12)}" fill="url(#bend)"/>`;
}

/** Half a strap as seen from the front: it bends away over the edge at `length`. */
export function halfStrap(strap: Strap, length: number): string {
  const { kind, width, colour, accent, metal } = strap;
  const end = width * 0.84;
  const t = tones(metal);
  if (kind === 'bracelet' || kind === 'beads') return links(strap, length);
  if (kind === 'bangle') {
    const shape = band(width * 0.96, width * 0.56, length, 10);
    return `<path d="${shape}" fill="url(#strapmetal)" stroke="${t.deep}" stroke-opacity=".5"/><path d="M${r(-width * 0.3)} 0L${r(-width * 0.17)} ${r(length)}H${r(width * 0.05)}L${r(width * 0.06)} 0Z" fill="${t.glint}" opacity=".5"/>`;
  }
  if (kind === 'mesh') {
    const shape = band(width, width * 0.97, length, 8);
    const rim = (x: number): string =>
      `<path d="M${r(x * width)} 0L${r(x * width * 0.97)} ${r(length - 4)}" stroke="${x < 0 ? t.light : t.dark}" stroke-width="5"/>`;
    return `<path d="${shape}" fill="url(#strapmetal)"/><path d="${shape}" fill="url(#mesh)"/>${rim(-0.488)}${rim(0.488)}`;
  }
  const shape = band(width, end, length, 12);
  const face = `<path d="${shape}" fill="url(#strapface)"/>`;
  const texture = `<path d="${shape}" fill="url(#strapgrain)"/>`;
  if (kind === 'fabric') {
    const stripe =
      accent === ''
        ? ''
        : `<path d="M${r(-width * 0.13)} 0L${r(-end * 0.13)} ${length}H${r(end * 0.13)}L${r(width * 0.13)} 0Z" fill="${accent}"/><path d="M${r(-width * 0.33)} 0L${r(-end * 0.33)} ${length}M${r(width * 0.33)} 0L${r(end * 0.33)} ${length}" stroke="${accent}" stroke-width="${r(width * 0.05)}"/>`;
    return `${face}${stripe}${texture}<path d="${shape}" fill="none" stroke="${shaded(colour, 0.5)}" stroke-width="2"/>`;
  }
  const seam = `M${r(-width / 2 + 13)} ${r(length * 0.02)}L${r(-end / 2 + 11)} ${r(length - 8)}M${r(width / 2 - 13)} ${r(length * 0.02)}L${r(end / 2 - 11)} ${r(length - 8)}`;
  let holes = '';
  if (strap.rally) {
    for (let i = 0; i < 4; i++)
      for (const x of i % 2 === 0 ? [-0.17, 0.17] : [0])
        holes += `<ellipse cx="${r(x * width)}" cy="${r(length * 0.24 + i * Math.min(width, length) * 0.19)}" rx="${r(width * 0.055)}" ry="${r(width * (0.055 - i * 0.006))}"/>`;
    holes = `<g fill="${shaded(colour, 0.72)}" stroke="${lit(colour, 0.4)}" stroke-opacity=".5" stroke-width="1.6">${holes}</g>`;
  }
  const sewing = accent === '' ? '' : stitches(seam, accent, 0.95);
  return `${face}${texture}${holes}<path d="${seam}" stroke="#000" stroke-opacity=".16" stroke-width="8" fill="none"/>${sewing}<path d="M${r(-width / 2 + 2.4)} 0L${r(-end / 2 + 2.4)} ${r(length - 10)}" stroke="${lit(colour, 0.6)}" stroke-opacity=".6" stroke-width="2"/>`;
}

/** A whole leather or fabric half laid out straight, with its tip and holes or its pin buckle and keepers. */
export function openHalf(strap: Strap, length: number, ending: 'tip' | 'buckle'): string {
  const { kind, width, colour, accent, metal } = strap;
  const t = tones(metal);
  const end = width * 0.82;
  const shape = band(width, end, length, ending === 'tip' ? end * 0.42 : 3);
  const inset = width * 0.1;
  const seam = `M${r(-width / 2 + inset)} 4L${r(-end / 2 + inset)} ${r(length - end * 0.5)}${ending === 'tip' ? `Q${r(-end / 2 + inset)} ${r(length - inset)} 0 ${r(length - inset)}T${r(end / 2 - inset)} ${r(length - end * 0.5)}` : `M${r(end / 2 - inset)} ${r(length - end * 0.5)}`}L${r(width / 2 - inset)} 4`;
  const stripe =
    kind === 'fabric' && accent !== ''
      ? `<path d="M${r(-width * 0.13)} 0L${r(-end * 0.13)} ${r(length - 4)}H${r(end * 0.13)}L${r(width * 0.13)} 0Z" fill="${accent}"/>`
      : '';
  let out = `<path d="${shape}" fill="url(#strapface)"/>${stripe}<path d="${shape}" fill="url(#strapgrain)"/><path d="${shape}" fill="none" stroke="${lit(colour, 0.5)}" stroke-opacity=".35" stroke-width="1.6"/>`;
  if (kind === 'leather' && accent !== '') out += stitches(seam, accent, 0.6);
  if (ending === 'tip') {
    for (let i = 0; i < 7; i++)
      out += `<ellipse cy="${r(length - end * 0.9 - i * width * 0.24)}" rx="${r(width * 0.035)}" ry="${r(width * 0.055)}" fill="${shaded(colour, 0.9)}" stroke="${lit(colour, 0.4)}" stroke-opacity=".5"/>`;
    return out;
  }
  const keeper = (y: number): string =>
    `<rect x="${r(-end * 0.58)}" y="${r(y)}" width="${r(end * 1.16)}" height="${r(width * 0.16)}" rx="4" fill="${shaded(colour, 0.14)}" stroke="#000" stroke-opacity=".35"/><path d="M${r(-end * 0.55)} ${r(y + 2)}H${r(end * 0.5)}" stroke="${lit(colour, 0.6)}" stroke-opacity=".6" stroke-width="2"/><path d="M${r(-end * 0.5)} ${r(y + width * 0.16 + 3)}H${r(end * 0.52)}" stroke="#000" stroke-opacity=".3" stroke-width="5"/>`;
  const [bw, bh, by] = [end * 1.5, width * 0.6, length - width * 0.16];
  const frame = `M${r(-bw / 2)} ${r(by)}H${r(bw / 2)}V${r(by + bh - 14)}Q${r(bw / 2)} ${r(by + bh)} ${r(bw / 2 - 16)} ${r(by + bh)}H${r(-bw / 2 + 16)}Q${r(-bw / 2)} ${r(by + bh)} ${r(-bw / 2)} ${r(by + bh - 14)}Z`;
  return (
    out +
    keeper(length * 0.52) +
    keeper(length * 0.7) +
    `<path d="${frame}" fill="none" stroke="${t.deep}" stroke-width="15"/><path d="${frame}" fill="none" stroke="url(#polish)" stroke-width="12"/><path d="${frame}" transform="translate(-2 -2.4)" fill="none" stroke="${t.glint}" stroke-opacity=".8" stroke-width="2.4"/>` +
    `<path d="M-6 ${r(by - 4)}H6L4 ${r(by + bh + 5)}H-4Z" fill="${t.light}" stroke="${t.deep}" stroke-opacity=".7"/>`
  );
}
