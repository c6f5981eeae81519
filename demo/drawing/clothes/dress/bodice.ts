/**
 * The upper part of a dress: bodice, neckline and sleeves, as outlines about the middle line.
 */

import { fold } from '#drawing/studio/sewing.ts';
import { r } from '#drawing/studio/studio.ts';

/** The middle line of the picture. */
export const MID = 450;

/** A point at a distance from the middle line; side -1 is the viewer's left. */
export const at = (side: number, u: number): number => r(MID + side * u);

/** The measures of a bodice. */
export interface Bodice {
  neck: string;
  sleeve: string;
  /** Half width of the neck opening and its depth. */
  opening: number;
  depth: number;
  waist: number;
  waistY: number;
  back: boolean;
}

const SHOULDER = 148;
const BUST = 178;
const NECK_Y = 146;

/** The neckline from the right shoulder to the left, without its starting point. */
function neckline({ neck, opening, depth, back }: Bodice): string {
  const d = back ? Math.min(depth, 30) : depth;
  if (!back && neck === 'v')
    return `Q${at(1, opening * 0.62)} ${r(NECK_Y + d * 0.5)} ${MID} ${NECK_Y + d}Q${at(-1, opening * 0.62)} ${r(NECK_Y + d * 0.5)} ${at(-1, opening)} ${NECK_Y}`;
  if (!back && neck === 'square')
    return `L${at(1, opening - 10)} ${NECK_Y + d}Q${MID} ${NECK_Y + d + 10} ${at(-1, opening - 10)} ${NECK_Y + d}L${at(-1, opening)} ${NECK_Y}`;
  return `C${at(1, opening - 4)} ${r(NECK_Y + d * 1.28)} ${at(-1, opening - 4)} ${r(NECK_Y + d * 1.28)} ${at(-1, opening)} ${NECK_Y}`;
}

/** The neckline as a line of its own, to be bound or stitched. */
export const neckEdge = (b: Bodice): string =>
  b.neck === 'strap'
    ? `M${at(1, 120)} 262Q${MID} ${b.back ? 276 : 300} ${at(-1, 120)} 262`
    : `M${at(1, b.opening)} ${NECK_Y}${neckline(b)}`;

/** The outline of the bodice. */
export function bodiceOutline(b: Bodice): string {
  if (b.neck === 'strap') {
    return `M${at(-1, 120)} 262C${at(-1, 138)} 300 ${at(-1, 152)} 330 ${at(-1, 172)} 342L${at(-1, b.waist)} ${b.waistY + 6}H${at(1, b.waist)}L${at(1, 172)} 342C${at(1, 152)} 330 ${at(1, 138)} 300 ${at(1, 120)} 262Q${MID} ${b.back ? 276 : 300} ${at(-1, 120)} 262Z`;
  }
  return (
    `M${at(-1, b.opening)} ${NECK_Y}L${at(-1, SHOULDER)} 172C${at(-1, SHOULDER - 16)} 236 ${at(-1, SHOULDER - 10)} 300 ${at(-1, BUST)} 342Q${at(-1, BUST - 6)} ${r((342 + b.waistY) / 2)} ${at(-1, b.waist)} ${b.waistY + 6}` +
    `H${at(1, b.waist)}Q${at(1, BUST - 6)} ${r((342 + b.waistY) / 2)} ${at(1, BUST)} 342C${at(1, SHOULDER - 10)} 300 ${at(1, SHOULDER - 16)} 236 ${at(1, SHOULDER)} 172L${at(1, b.opening)} ${NECK_Y}${neckline(b)}Z`
  );
}

/** The inside of the back that shows through the neck opening at the front. */
export function insideNeck(b: Bodice): string {
  if (b.neck === 'strap') return `M${at(-1, 122)} 262Q${MID} 250 ${at(1, 122)} 262Q${MID} 300 ${at(-1, 122)} 262Z`;
  return `M${at(-1, b.opening)} ${NECK_Y}Q${MID} 158 ${at(1, b.opening)} ${NECK_Y}${neckline(b)}Z`;
}

/** The armholes as lines. */
export const armholes = (): string =>
  [-1, 1]
    .map((s) => `M${at(s, SHOULDER)} 172C${at(s, SHOULDER - 16)} 236 ${at(s, SHOULDER - 10)} 300 ${at(s, BUST)} 342`)
    .join('');

/** Shoulder straps, front or back. */
export const straps = (back: boolean): string[] =>
  [-1, 1].map(
    (s) =>
      `M${at(s, 104)} ${back ? 268 : 278}C${at(s, 108)} 220 ${at(s, 98)} 170 ${at(s, 92)} 138L${at(s, 118)} 136C${at(s, 128)} 180 ${at(s, 128)} 230 ${at(s, 122)} 268Z`,
  );

/** A sleeve: its outline, the line of its opening and its folds. */
export interface Sleeve {
  outline: string;
  edge: string;
  folds: string;
}

/** The sleeves of a kind (none, cap, short, flutter, puff, elbow, rolled, long) on one side. */
export function sleeve(kind: string, s: number): Sleeve | undefined {
  const start = `M${at(s, SHOULDER - 20)} 164`;
  const under = `L${at(s, BUST - 4)} 344C${at(s, SHOULDER - 14)} 300 ${at(s, SHOULDER - 24)} 230 ${at(s, SHOULDER - 20)} 164Z`;
  const arm = (ox: number, oy: number, ix: number, iy: number, bulge = 0): Sleeve => ({
    outline: `${start}C${at(s, SHOULDER + 38 + bulge * 0.7)} ${r(190 - bulge * 0.4)} ${at(s, ox - 40 + bulge)} ${r(Math.max(230, oy * 0.5))} ${at(s, ox)} ${oy}Q${at(s, (ox + ix) / 2 + 2)} ${r((oy + iy) / 2 + 10)} ${at(s, ix)} ${iy}Q${at(s, BUST + (ix - BUST) * 0.2)} ${r(344 + (iy - 344) * 0.4)} ${at(s, BUST - 4)} 344${under.slice(under.indexOf('C'))}`,
    edge: `M${at(s, ox)} ${oy}Q${at(s, (ox + ix) / 2 + 2)} ${r((oy + iy) / 2 + 10)} ${at(s, ix)} ${iy}`,
    folds:
      fold(at(s, BUST + 4), 340, at(s, SHOULDER + 34), 214, 10, s * 8) +
      fold(at(s, BUST + 6), 356, at(s, (ox + SHOULDER) / 2 + 20), r(oy * 0.62 + 110), 11, s * 12) +
      (oy > 420
        ? fold(at(s, ix - 10), r(iy * 0.86), at(s, ox - 14), r(oy * 0.8), 12, s * 8) +
          fold(at(s, ix - 16), r(iy * 0.76), at(s, ox - 40), r(oy * 0.68), 10, s * -8)
        : ''),
  });
  if (kind === 'cap') return arm(224, 262, BUST - 4, 340);
  if (kind === 'short') return arm(262, 326, BUST + 8, 380);
  if (kind === 'elbow') return arm(304, 508, 216, 532);
  if (kind === 'rolled') return arm(312, 560, 226, 582);
  if (kind === 'long') return arm(336, 724, 262, 742);
  if (kind === 'puff') return arm(276, 398, 204, 416, 34);
  if (kind === 'flutter') {
    const points = [
      [272, 250],
      [266, 312],
      [236, 356],
      [BUST + 2, 366],
    ] as const;
    const edge = points.map(([u, y], i) => `Q${at(s, u + 14 - i * 3)} ${y - 26 + i * 12} ${at(s, u)} ${y}`).join('');
    return {
      outline: `${start}C${at(s, 196)} 172 ${at(s, 240)} 190 ${at(s, 262)} 216${edge}${under}`,
      edge: `M${at(s, 262)} 216${edge}`,
      folds: points.map(([u, y]) => fold(at(s, SHOULDER - 6), 196 + (y - 200) * 0.3, at(s, u - 6), y - 4, 9, s * 6)).join(''),
    };
  }
  return undefined;
}
