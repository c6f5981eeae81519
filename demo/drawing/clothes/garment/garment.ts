/**
 * Assembles garments (T-shirts, shirts, kurtas, sweatshirts): pieces of cloth, light across them, folds, seams and stitches.
 */
import { channels, lit, r, shaded, studio } from '#drawing/studio/studio.ts';

/** Brightness of a colour, from 0 (black) to 1 (white). */
export function brightness(colour: string): number {
  const [red, green, blue] = channels(colour);
  return (red * 0.3 + green * 0.59 + blue * 0.11) / 255;
}

/** One cut piece of cloth. `across` runs from the edge nearest the light to the edge in shade. */
export interface Piece {
  d: string;
  /** Any paint; the garment's cloth when left out. */
  fill: string;
  across: readonly [number, number, number, number];
}

/** Collects folds as light and dark lenses that share the ridge line between them. */
export class Folds {
  private dark = '';
  private light = '';

  /** A fold from one point to another; `bend` curves it, as a share of its length. */
  add(x1: number, y1: number, x2: number, y2: number, width: number, bend = 0): void {
    const dx = x2 - x1;
    const dy = y2 - y1;
    const length = Math.hypot(dx, dy) || 1;
    let nx = -dy / length;
    let ny = dx / length;
    const mx = x1 + dx * 0.42 + nx * bend * length;
    const my = y1 + dy * 0.42 + ny * bend * length;
    if (nx + ny * 0.7 < 0) {
      nx = -nx;
      ny = -ny;
    }
    const to = (x: number, y: number): string => `${Math.round(x)} ${Math.round(y)}`;
    const ridge = `M${to(x1, y1)}q${to(mx - x1, my - y1)} ${to(dx, dy)}q`;
    const lens = (by: number): string => `${ridge}${to(mx + nx * by - x2, my + ny * by - y2)} ${to(-dx, -dy)}`;
    this.dark += lens(width * 3.2);
    this.light += lens(-width * 2.8);
  }

  /** The folds, to be blurred. */
  soft(colour: string): string {
    const bright = brightness(colour);
    return (
      `<path d="${this.dark}" fill="${shaded(colour, 0.78)}" opacity="${r(30 - bright * 14) / 100}"/>` +
      `<path d="${this.light}" fill="${lit(colour, 0.75)}" opacity="${r(8 + bright * 22) / 100}"/>`
    );
  }
}

/** Defines an outline once, under an id hashed from its path, so that it can be stroked several times. */
export function once(d: string): { id: string; defs: string } {
  let h = 7;
  for (const sign of d) h = Math.imul(h, 31) + sign.charCodeAt(0);
  const id = `x${(h >>> 0).toString(36)}`;
  return { id, defs: `<defs><path id="${id}" d="${d}"/></defs>` };
}

/** A seam: a dark line with a lit edge. */
export function seam(d: string, colour: string): string {
  const { id, defs } = once(d);
  return `${defs}<g fill="none" stroke-width="1.6"><use href="#${id}" x="-1.5" y="-1.5" stroke="${lit(colour, 0.6)}" opacity=".32"/><use href="#${id}" stroke="${shaded(colour, 0.7)}" opacity=".5"/></g>`;
}

/** A row of stitches in the given thread. */
export const stitch = (d: string, thread: string): string =>
  `<path d="${d}" fill="none" stroke="${thread}" stroke-width="1.6" stroke-dasharray="5 2.6" opacity=".8"/>`;

/** A piece sewn on top: its cloth, weave, light (or shade) and edge. `id` is unique in the picture. */
export function sewn(id: string, d: string, paint: string, colour: string, side: number, drop = 0): string {
  return (
    `<defs><path id="${id}" d="${d}"/></defs>${drop ? `<use href="#${id}" y="${drop}" x="${r(drop * 0.6)}" opacity=".17"/>` : ''}<use href="#${id}" fill="${paint}"/><use href="#${id}" fill="url(#weave)"/>` +
    `<use href="#${id}" fill="${side < 0 ? lit(colour, 0.8) : shaded(colour, 0.8)}" fill-opacity="${drop > 3 ? 0.05 : side < 0 ? 0.15 : 0.11}" stroke="${shaded(colour, 0.65)}" stroke-opacity=".55" stroke-width="1.4"/>`
  );
}

/** A ribbed band along a line, with ribs across it. */
export function rib(d: string, width: number, colour: string): string {
  const { id, defs } = once(d);
  const dark = shaded(colour, 0.6);
  const light = lit(colour, 0.65);
  return (
    `${defs}<g fill="none" stroke-width="${width}"><use href="#${id}" stroke="${dark}" stroke-width="${width + 2.4}" opacity=".55"/><use href="#${id}" stroke="${colour}"/>` +
    `<use href="#${id}" stroke="${dark}" stroke-dasharray="1.5 3.6" opacity=".34"/><use href="#${id}" stroke="${light}" stroke-dasharray="1.1 4" stroke-dashoffset="-1.7" opacity=".26"/>` +
    `<use href="#${id}" stroke="${light}" stroke-width="${r(width * 0.4)}" opacity=".1"/></g>`
  );
}

/** A sewn button to place with `buttonAt`. */
export function buttonShape(colour: string, thread: string): string {
  return (
    `<radialGradient id="bt" cx=".35" cy=".3" r=".8"><stop stop-color="${lit(colour, 0.7)}"/><stop offset=".6" stop-color="${colour}"/><stop offset="1" stop-color="${shaded(colour, 0.4)}"/></radialGradient>` +
    `<g id="button"><circle cx="1.6" cy="2.4" r="9.4" fill="#0d1220" opacity=".3"/><circle r="8.6" fill="url(#bt)"/><circle r="6" fill="none" stroke="${shaded(colour, 0.4)}" stroke-width=".8" opacity=".6"/>` +
    `<path d="M-2.2-2.2L2.2 2.2M2.2-2.2L-2.2 2.2" stroke="${thread}" stroke-width="1.5" stroke-linecap="round"/></g>`
  );
}

/** A button at a place; `scale` 1 is a shirt button. */
export const buttonAt = (x: number, y: number, scale = 1): string =>
  `<use href="#button" transform="translate(${r(x)} ${r(y)})${scale === 1 ? '' : ` scale(${scale})`}"/>`;

export interface Garment {
  /** The colour the light and shade of the garment derive from. */
  colour: string;
  backdrop: string;
  pieces: readonly Piece[];
  folds: Folds;
  defs?: string;
  /** Dullness of the cloth, from 0 (poplin) to 1 (fleece). */
  matte?: number;
  /** Drawn behind the pieces, such as the inside of the back. */
  behind?: string;
  /** Drawn on the cloth, below its light and shade: panels, borders, prints. */
  worn?: string;
  /** Soft shadows of collars and pockets on the cloth. */
  cast?: string;
  /** Seams, stitches, collars, buttons on top. */
  trims: string;
  /** The point in the middle of the picture, the magnification and the tilt in degrees. */
  camera?: { x: number; y: number; zoom: number; tilt?: number };
}

/** The light across one piece, from its lit edge to its edge in shade. */
function lightAcross(piece: Piece, index: number): string {
  const [x1, y1, x2, y2] = piece.across;
  return `<linearGradient id="l${index}" href="#across" gradientUnits="userSpaceOnUse" x1="${r(x1)}" y1="${r(y1)}" x2="${r(x2)}" y2="${r(y2)}"/>`;
}

/** Draws a garment: shadow on the wall, cloth, light, folds, edges, trims. */
export function garment(g: Garment): string {
  const { colour, pieces } = g;
  const dark = shaded(colour, 0.8);
  const bright = brightness(colour);
  const light = lit(colour, 0.5 + bright * 0.5);
  const glow = (r(24 + bright * 30) / 100) * (1 - (g.matte ?? 0));
  const depth = r(50 - bright * 24) / 100;
  const stop = (at: number, tone: string, opacity: number): string =>
    `<stop offset="${at}" stop-color="${tone}" stop-opacity="${r(opacity * 100) / 100}"/>`;
  const camera = g.camera ?? { x: 450, y: 600, zoom: 1 };
  const defs =
    `<filter id="soft" x="0" y="0" width="1" height="1"><feGaussianBlur stdDeviation="6.5"/></filter>` +
    `<filter id="wall" x="-.1" y="-.1" width="1.2" height="1.2"><feGaussianBlur stdDeviation="13"/></filter>` +
    `<linearGradient id="across">${stop(0, dark, depth * 0.5)}${stop(0.1, dark, depth * 0.08)}${stop(0.16, light, glow * 0.2)}${stop(0.3, light, glow * 0.62)}${stop(0.42, light, glow * 0.36)}${stop(0.6, dark, 0)}${stop(0.82, dark, depth * 0.42)}${stop(0.96, dark, depth * 0.9)}${stop(1, dark, depth * 0.7)}</linearGradient>` +
    `<linearGradient id="down" x1=".2" y1="0" x2=".5" y2="1">${stop(0, light, glow * 0.7)}${stop(0.4, light, 0)}${stop(0.62, dark, 0)}${stop(1, dark, depth * 0.55)}</linearGradient>` +
    pieces.map((p, i) => `<path id="p${i}" d="${p.d}"/>${lightAcross(p, i)}`).join('') +
    `<g id="cut">${pieces.map((_, i) => `<use href="#p${i}"/>`).join('')}</g><clipPath id="all">${pieces.map((_, i) => `<use href="#p${i}"/>`).join('')}</clipPath>${g.defs ?? ''}`;
  const each = (write: (i: number, p: Piece) => string): string => pieces.map((p, i) => write(i, p)).join('');
  const subject =
    `<g transform="translate(450 600) scale(${camera.zoom}) rotate(${camera.tilt ?? 0}) translate(${r(-camera.x)} ${r(-camera.y)})">` +
    `<g filter="url(#wall)" opacity=".42" transform="translate(15 24)" fill="${shaded(g.backdrop, 0.78)}"><use href="#cut"/></g>${g.behind ?? ''}` +
    each((i, p) => `<use href="#p${i}" fill="${p.fill}"/><use href="#p${i}" fill="url(#weave)"/>`) +
    (g.worn ? `<g clip-path="url(#all)">${g.worn}</g>` : '') +
    each((i) => `<use href="#p${i}" fill="url(#l${i})"/>`) +
    '<use href="#cut" fill="url(#down)"/>' +
    `<g clip-path="url(#all)"><g filter="url(#soft)"><path d="M0 0H900V1200H0Z" fill="none"/>` +
    `<g fill="none" stroke="${dark}" stroke-width="17" opacity="${r(depth * 70) / 100}" transform="translate(-3 -3)"><use href="#cut"/></g>` +
    `<g fill="none" stroke="${light}" stroke-width="9" opacity="${r(glow * 80) / 100}" transform="translate(9 8)"><use href="#cut"/></g>` +
    `${g.folds.soft(colour)}<g fill="${dark}" opacity=".5">${g.cast ?? ''}</g></g></g>` +
    `<g fill="none" stroke="${shaded(colour, 0.6)}" stroke-width="1.4" opacity=".45"><use href="#cut"/></g>${g.trims}</g>`;
  return studio({ backdrop: g.backdrop, defs, subject });
}
