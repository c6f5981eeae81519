/**
 * Folds, seams, stitches, buttons, rivets and cast shadows of sewn goods.
 */

import { channels, lit, mix, r, shaded } from './studio.ts';

/** Shades cloth: warm for pale colours, cool for dark ones. `amount` 0–1. */
export function deep(colour: string, amount: number): string {
  const [red, green, blue] = channels(colour);
  return red + green + blue > 400 ? mix(colour, '#4a3a2c', amount * 0.8) : shaded(colour, amount);
}

/** A neutral backdrop with a tint of the product's colour. */
export const backdropFor = (colour: string): string => mix('#e9e4dc', colour, 0.09);

/** The two blurs a picture may use: `soft` for folds, `cast` for the shadow on the table. */
export const blurs = (soft = 9, cast = 14): string =>
  `<filter id="soft" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="${soft}"/></filter>` +
  `<filter id="cast" x="-10%" y="-10%" width="120%" height="125%"><feGaussianBlur stdDeviation="${cast}"/></filter>`;

/** A clip path with the given outline. */
export const clip = (id: string, d: string): string => `<clipPath id="${id}"><path d="${d}"/></clipPath>`;

/** Light across a piece of cloth from the upper left to the lower right, in the units of the drawing. */
export const fall = (id: string, colour: string, box: [number, number, number, number], depth = 1): string =>
  `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${box[0]}" y1="${box[1]}" x2="${box[2]}" y2="${box[3]}">` +
  `<stop stop-color="${lit(colour, 0.17 * depth)}"/><stop offset=".45" stop-color="${colour}"/>` +
  `<stop offset="1" stop-color="${deep(colour, 0.3 * depth)}"/></linearGradient>`;

/**
 * The gradient `across`: light over a whole product, from warm light through clear to shade. `direction` holds the gradient's
 * attributes, `light` and `dark` are opacities, `middle` is the offset of the clear part.
 */
export const acrossDefs = (direction: string, light: string, middle: string, shade: string, dark: string): string =>
  `<linearGradient id="across" ${direction}><stop stop-color="#fffaf0" stop-opacity="${light}"/><stop offset="${middle}" stop-color="#fffaf0" stop-opacity="0"/><stop offset="1" stop-color="${shade}" stop-opacity="${dark}"/></linearGradient>`;

/** The shadow of an object on a table: a wide soft one and a narrow one at the edge. */
export const castShadow = (d: string, lift = 1): string =>
  `<path d="${d}" transform="translate(${r(13 * lift)} ${r(20 * lift)})" fill="#191a26" opacity=".36" filter="url(#cast)"/>` +
  `<path d="${d}" transform="translate(2.5 4)" fill="#191a26" opacity=".3"/>`;

/** The outline of a leaf-shaped fold from one point to another; `bend` bows it to one side. */
export function fold(x1: number, y1: number, x2: number, y2: number, width: number, bend = 0): string {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const nx = -(y2 - y1) / length;
  const ny = (x2 - x1) / length;
  const mx = (x1 + x2) / 2;
  const my = (y1 + y2) / 2;
  const at = (k: number): string => `${Math.round(mx + nx * (bend + k))} ${Math.round(my + ny * (bend + k))}`;
  return `M${Math.round(x1)} ${Math.round(y1)}Q${at(width)} ${Math.round(x2)} ${Math.round(y2)}Q${at(-width)} ${Math.round(x1)} ${Math.round(y1)}Z`;
}

/** A row of stitches with the groove of the thread in the cloth. */
export const stitches = (d: string, thread: string, width = 2.4, dash = '8 4.5'): string =>
  `<path d="${d}" fill="none" stroke="#0b0d18" stroke-opacity=".22" stroke-width="${width + 1.6}"/>` +
  `<path d="${d}" fill="none" stroke="${thread}" stroke-width="${width}" stroke-dasharray="${dash}" stroke-linecap="round"/>`;

/** Twin rows of stitches: a dashed band of thread with the cloth laid over its middle. */
export const twinStitches = (d: string, thread: string, cloth: string, gap = 5.5, width = 2.1): string =>
  `<path d="${d}" fill="none" stroke="${thread}" stroke-width="${gap + width * 2}" stroke-dasharray="8.5 3.5"/>` +
  `<path d="${d}" fill="none" stroke="${cloth}" stroke-width="${gap}"/>`;

/** A seam: a dark line with the lit edge of the upper cloth beside it. */
export const seam = (d: string, cloth: string, width = 2.4): string =>
  `<path d="${d}" fill="none" stroke="${lit(cloth, 0.5)}" stroke-opacity=".5" stroke-width="${width}" transform="translate(-2 -1.6)"/>` +
  `<path d="${d}" fill="none" stroke="${deep(cloth, 0.66)}" stroke-opacity=".85" stroke-width="${width}"/>`;

/** Definition of a shirt button with a rim, four holes and a shadow, ten units in radius. */
export const buttonDefs = (colour: string): string =>
  `<g id="button"><circle cx="1.6" cy="2.6" r="10.6" fill="#10121c" opacity=".34"/><circle r="10" fill="${shaded(colour, 0.16)}"/><circle cx="-.6" cy="-.8" r="8.8" fill="${lit(colour, 0.3)}"/>` +
  `<circle cx=".4" cy=".5" r="6.4" fill="${colour}"/><path d="M-2.6 -2.6h.1M2.6 -2.6h.1M-2.6 2.6h.1M2.6 2.6h.1" stroke="${shaded(colour, 0.75)}" stroke-width="2.4" stroke-linecap="round"/></g>`;

/** A shirt button; needs `buttonDefs`. */
export const button = (x: number, y: number, radius: number): string =>
  `<use href="#button" transform="translate(${r(x)} ${r(y)})scale(${radius / 10})"/>`;

/** Definition of a domed metal button or rivet with a ring and a highlight, ten units in radius. */
export const metalDefs = (colour: string): string =>
  `<g id="stud"><circle cx="1.8" cy="2.8" r="10.8" fill="#080a14" opacity=".45"/><circle r="10" fill="${shaded(colour, 0.4)}"/>` +
  `<circle cx="-.7" cy="-.7" r="8.7" fill="${lit(colour, 0.22)}"/><circle cx=".5" cy=".6" r="7.2" fill="${shaded(colour, 0.16)}"/>` +
  `<circle r="4.8" fill="${colour}"/><ellipse cx="-2.2" cy="-2.6" rx="2.4" ry="1.6" fill="#fff8ea" opacity=".75"/></g>`;

/** A metal button or rivet; needs `metalDefs`. */
export const metal = (x: number, y: number, radius: number): string =>
  `<use href="#stud" transform="translate(${r(x)} ${r(y)})scale(${radius / 10})"/>`;

/** A straight bar tack: a short dense ladder of thread. */
export const barTack = (x1: number, y1: number, x2: number, y2: number, thread: string): string =>
  `<path d="M${r(x1)} ${r(y1)}L${r(x2)} ${r(y2)}" stroke="${thread}" stroke-width="5.4" stroke-dasharray="1.7 .7"/>`;

/**
 * Dedupes outlines: one that occurs more than once becomes a definition and `<use>` references. The picture looks the same.
 */
export function compact(svg: string): string {
  const times = new Map<string, number>();
  for (const [, d = ''] of svg.matchAll(/<path d="([^"]{48,})"/g)) times.set(d, (times.get(d) ?? 0) + 1);
  const ids = new Map([...times].filter(([, n]) => n > 1).map(([d], i) => [d, `o${i}`]));
  const used = svg.replace(/<path d="([^"]{48,})"/g, (path, d: string) => (ids.has(d) ? `<use href="#${ids.get(d)}"` : path));
  return used.replace('</defs>', `${[...ids].map(([d, id]) => `<path id="${id}" d="${d}"/>`).join('')}</defs>`);
}
