/** The strap of a belt as a flat band: leather, canvas or braid with its edges, stitching, holes and loop. Runs along x, centred on y = 0. */

import { type Grain, grainPattern, stitches } from '#drawing/studio/leather.ts';
import { lit, r, shaded } from '#drawing/studio/studio.ts';

export interface BeltStrap {
  colour: string;
  /** The other side, seen inside a coil. */
  lining: string;
  /** Thread along both edges; empty for none. */
  thread: string;
  /** Stripes of a canvas belt; empty for none. */
  stripe: string;
  grain: Grain;
  width: number;
}

/** Gradients and textures of the strap. */
export function strapDefs({ colour, lining, grain }: BeltStrap, scale: number): string {
  return (
    grainPattern('grain', grain, colour, (grain === 'croc' ? 1.1 : grain === 'woven' ? 1.15 : 0.9) * scale) +
    `<linearGradient id="band" x2="0" y2="1"><stop stop-color="${lit(colour, 0.4)}"/><stop offset=".09" stop-color="${lit(colour, 0.2)}"/><stop offset=".5" stop-color="${colour}"/><stop offset=".9" stop-color="${shaded(colour, 0.24)}"/><stop offset="1" stop-color="${shaded(colour, 0.6)}"/></linearGradient>` +
    `<linearGradient id="roll" x2="1" y2="0"><stop stop-color="#05060a" stop-opacity=".7"/><stop offset=".12" stop-color="#05060a" stop-opacity=".16"/><stop offset=".28" stop-color="#fff" stop-opacity=".34"/><stop offset=".42" stop-color="#fff" stop-opacity=".04"/><stop offset=".72" stop-color="#05060a" stop-opacity=".22"/><stop offset="1" stop-color="#05060a" stop-opacity=".82"/></linearGradient>` +
    `<linearGradient id="hollow" x2="1" y2="0"><stop stop-color="${shaded(lining, 0.55)}"/><stop offset=".4" stop-color="${shaded(lining, 0.3)}"/><stop offset=".75" stop-color="${lit(lining, 0.1)}"/><stop offset="1" stop-color="${shaded(lining, 0.4)}"/></linearGradient>`
  );
}

/** A straight piece from x0 to x1 with an English point at the right end when `tip` is set. */
export function straight(strap: BeltStrap, x0: number, x1: number, tip: boolean): string {
  const { colour, thread, stripe, width } = strap;
  const h = width / 2;
  const nose = width * 0.62;
  const outline = (inset: number): string => {
    const y = h - inset;
    return tip
      ? `M${x0} ${r(-y)}H${r(x1 - nose)}C${r(x1 - nose * 0.5)} ${r(-y)} ${r(x1 - nose * 0.3)} ${r(-y * 0.5)} ${r(x1 - inset)} 0C${r(x1 - nose * 0.3)} ${r(y * 0.5)} ${r(x1 - nose * 0.5)} ${r(y)} ${r(x1 - nose)} ${r(y)}H${x0}`
      : `M${x0} ${r(-y)}H${x1}M${x1} ${r(y)}H${x0}`;
  };
  const shape = tip ? `${outline(0)}Z` : `M${x0} ${-h}H${x1}V${h}H${x0}Z`;
  const stripes =
    stripe === ''
      ? ''
      : `<path d="M${x0} ${r(-width * 0.17)}H${r(x1 - (tip ? nose : 0))}M${x0} ${r(width * 0.17)}H${r(x1 - (tip ? nose : 0))}" stroke="${stripe}" stroke-width="${r(width * 0.13)}"/>`;
  return (
    `<path d="${shape}" fill="url(#band)"/>${stripes}<path d="${shape}" fill="url(#grain)"/><path d="${outline(width * 0.05)}" fill="none" stroke="${shaded(colour, 0.6)}" stroke-opacity=".4" stroke-width="${r(width * 0.014)}"/>` +
    (thread === '' ? '' : stitches(outline(width * 0.1), thread, width / 150)) +
    `<path d="M${x0} ${r(-h + 1.6)}H${r(x1 - (tip ? nose : 0))}" stroke="${lit(colour, 0.6)}" stroke-opacity=".6" stroke-width="${r(width * 0.016)}"/>`
  );
}

/** Punched holes from x onwards. */
export function holes({ width, colour }: BeltStrap, x: number, step: number, count: number): string {
  let out = '';
  for (let i = 0; i < count; i++) out += `<ellipse cx="${r(x + i * step)}" rx="${r(width * 0.052)}" ry="${r(width * 0.045)}"/>`;
  return `<g fill="${shaded(colour, 0.9)}" stroke="${lit(colour, 0.5)}" stroke-opacity=".5" stroke-width="1.8">${out}</g>`;
}

/** The leather loop that holds the end, and the shadow it throws on the strap. */
export function loop({ width, colour, thread }: BeltStrap, x: number): string {
  const [h, w] = [width * 0.56, width * 0.26];
  return (
    `<path d="M${r(x + w)} ${r(-h + 6)}h${r(width * 0.1)}V${r(h - 4)}h${r(-width * 0.1)}z" fill="#000" opacity=".28"/><rect x="${r(x)}" y="${r(-h)}" width="${r(w)}" height="${r(2 * h)}" rx="${r(width * 0.05)}" fill="url(#band)" stroke="${shaded(colour, 0.7)}" stroke-width="1.6"/><rect x="${r(x)}" y="${r(-h)}" width="${r(w)}" height="${r(2 * h)}" rx="${r(width * 0.05)}" fill="url(#grain)"/>` +
    `<path d="M${r(x + 3)} ${r(-h + 4)}V${r(h - 4)}" stroke="${lit(colour, 0.6)}" stroke-opacity=".6" stroke-width="2"/>${thread === '' ? '' : stitches(`M${r(x + w * 0.24)} ${r(-h + 7)}V${r(h - 6)}M${r(x + w * 0.76)} ${r(-h + 7)}V${r(h - 6)}`, thread, width / 180)}`
  );
}
