/** Buckles of belts, for a strap of a given width that runs along x; the bar lies at x = 0 and the tongue points left. */

import { type Metal, metalGradient, tones, turnedGradient } from '#drawing/studio/metal.ts';
import { r } from '#drawing/studio/studio.ts';

export const BUCKLES = ['square', 'round', 'roller', 'plate', 'rings', 'west'] as const;
export type Buckle = (typeof BUCKLES)[number];

/** Gradients of the buckle. */
export const buckleDefs = (metal: Metal, brushed: boolean): string =>
  metalGradient('buckle', metal, [0.05, 0, 0.95, 1], brushed ? 'brushed' : 'polished') +
  metalGradient('bar', metal, [0, 0, 0, 1]) +
  turnedGradient('rod', 'bar', [0, 0, 1, 0]);

/** A frame drawn as a thick line with a dark edge, a body and a glint on the lit side. */
function frame(d: string, width: number, metal: Metal): string {
  const t = tones(metal);
  return (
    `<g fill="none" stroke-linejoin="round"><path d="${d}" stroke="#000" stroke-opacity=".3" stroke-width="${width}" transform="translate(${r(width * 0.25)} ${r(width * 0.4)})"/><path d="${d}" stroke="${t.deep}" stroke-width="${r(width + 2.4)}"/><path d="${d}" stroke="url(#buckle)" stroke-width="${width}"/>` +
    `<path d="${d}" stroke="${t.deep}" stroke-opacity=".28" stroke-width="${r(width * 0.5)}" transform="translate(${r(width * 0.1)} ${r(width * 0.12)})"/><path d="${d}" stroke="${t.glint}" stroke-opacity=".85" stroke-width="${r(width * 0.13)}" transform="translate(${r(-width * 0.2)} ${r(-width * 0.24)})"/></g>`
  );
}

/** The tongue from the bar to the frame's far side. */
function tongue(reach: number, w: number, metal: Metal): string {
  const t = tones(metal);
  const d = `M${r(w * 0.3)} ${r(-w * 0.5)}L${r(-reach)} ${r(-w * 0.36)}Q${r(-reach - w * 0.7)} 0 ${r(-reach)} ${r(w * 0.36)}L${r(w * 0.3)} ${r(w * 0.5)}Z`;
  return `<path d="${d}" fill="#000" opacity=".34" transform="translate(5 9)"/><path d="${d}" fill="url(#bar)" stroke="${t.deep}" stroke-width="1.4"/><path d="M0 ${r(-w * 0.2)}H${r(-reach)}" stroke="${t.glint}" stroke-opacity=".8" stroke-width="${r(w * 0.14)}" stroke-linecap="round"/>`;
}

/** Distance from a buckle's bar to its left edge. */
export const buckleReach = (kind: Buckle, width: number): number =>
  width * { square: 0.82, round: 0.86, roller: 0.8, plate: 1.05, rings: 0.7, west: 1.0 }[kind];

/** The part of the buckle that lies on top of the strap. */
export function buckle(kind: Buckle, width: number, metal: Metal): string {
  const t = tones(metal);
  const h = width * 0.66;
  const reach = buckleReach(kind, width);
  const bar = `<rect x="${r(-width * 0.07)}" y="${r(-h)}" width="${r(width * 0.14)}" height="${r(2 * h)}" rx="${r(width * 0.05)}" fill="url(#rod)" stroke="${t.deep}" stroke-width="1.4"/>`;
  if (kind === 'plate') {
    const [x, y, w, high] = [-reach, -width * 0.6, reach + width * 0.1, width * 1.2];
    return (
      `<rect x="${r(x + 7)}" y="${r(y + 12)}" width="${r(w)}" height="${r(high)}" rx="${r(width * 0.08)}" fill="#000" opacity=".35"/><rect x="${r(x)}" y="${r(y)}" width="${r(w)}" height="${r(high)}" rx="${r(width * 0.08)}" fill="url(#buckle)" stroke="${t.deep}" stroke-width="1.6"/>` +
      `<rect x="${r(x + width * 0.1)}" y="${r(y + width * 0.1)}" width="${r(w - width * 0.2)}" height="${r(high - width * 0.2)}" rx="${r(width * 0.05)}" fill="url(#rod)" stroke="${t.dark}" stroke-width="1.4"/><path d="M${r(x + width * 0.12)} ${r(y + high - width * 0.14)}V${r(y + width * 0.12)}H${r(x + w - width * 0.14)}" fill="none" stroke="#fff" stroke-opacity=".65" stroke-width="2"/>` +
      `<g fill="none" stroke-linecap="round" transform="translate(${r(x + w / 2)} 0) scale(${r(width / 62)}) rotate(45)"><path d="M-5-12V12M5-12V12M-12-5H12M-12 5H12" stroke="${t.glint}" stroke-width="2" transform="translate(.9 .1)"/><path d="M-5-12V12M5-12V12M-12-5H12M-12 5H12" stroke="${t.dark}" stroke-width="1.7"/></g>`
    );
  }
  if (kind === 'rings') {
    const ring = (x: number): string =>
      frame(
        `M${r(x)} ${r(-h)}V${r(h)}H${r(x - width * 0.16)}C${r(x - width * 0.72)} ${r(h)} ${r(x - width * 0.72)} ${r(-h)} ${r(x - width * 0.16)} ${r(-h)}Z`,
        r(width * 0.1),
        metal,
      );
    return ring(width * 0.06) + ring(-width * 0.16);
  }
  const k = width * 0.17;
  const shapes: Record<'square' | 'round' | 'roller' | 'west', string> = {
    square: `M0 ${r(-h)}H${r(-reach + k * 0.5)}Q${r(-reach)} ${r(-h)} ${r(-reach)} ${r(-h + k * 0.5)}V${r(h - k * 0.5)}Q${r(-reach)} ${r(h)} ${r(-reach + k * 0.5)} ${r(h)}H0Z`,
    roller: `M0 ${r(-h)}H${r(-reach)}V${r(h)}H0Z`,
    round: `M0 ${r(-h)}H${r(-reach * 0.42)}C${r(-reach * 1.18)} ${r(-h)} ${r(-reach * 1.18)} ${r(h)} ${r(-reach * 0.42)} ${r(h)}H0Z`,
    west: `M0 ${r(-h * 0.8)}C${r(-reach * 0.3)} ${r(-h * 1.25)} ${r(-reach * 0.95)} ${r(-h * 1.1)} ${r(-reach)} 0C${r(-reach * 0.95)} ${r(h * 1.1)} ${r(-reach * 0.3)} ${r(h * 1.25)} 0 ${r(h * 0.8)}Z`,
  };
  const thick = r(width * (kind === 'west' ? 0.2 : kind === 'roller' ? 0.1 : 0.13));
  const roller =
    kind === 'roller'
      ? `<rect x="${r(-reach - width * 0.1)}" y="${r(-h * 0.8)}" width="${r(width * 0.2)}" height="${r(h * 1.6)}" rx="${r(width * 0.08)}" fill="url(#rod)" stroke="${t.deep}" stroke-width="1.4"/>`
      : '';
  const chased =
    kind === 'west'
      ? `<path d="${shapes.west}" fill="none" stroke="${t.deep}" stroke-opacity=".6" stroke-width="${r(thick * 0.36)}" stroke-dasharray="2 9" stroke-linecap="round"/>`
      : '';
  return (
    bar +
    frame(shapes[kind], thick, metal) +
    chased +
    roller +
    tongue(reach - (kind === 'roller' ? 0 : 2), r(width * 0.12), metal)
  );
}
