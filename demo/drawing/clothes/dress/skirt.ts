/**
 * Skirts and tiers: flared pieces of cloth cut in gores, with folds that open towards a waving hem.
 */

import { fold } from '#drawing/studio/sewing.ts';
import { r, seeded } from '#drawing/studio/studio.ts';

/** A flared piece, from `top` to `bottom`, by its half widths about the middle line. */
export interface Flare {
  top: number;
  bottom: number;
  w: number;
  h: number;
  gores: number;
  seed: string;
  /** How far the middle of the hem hangs below its ends. */
  sag?: number;
  /** Number of small gathers along the top edge. */
  gathers?: number;
}

/** What a flared piece is drawn from. */
export interface FlareLines {
  outline: string;
  hem: string;
  top: string;
  /** The cloth in gores, each turned with the flare, for the given pattern. */
  cloth: (pattern: string) => string;
  dark: string;
  light: string;
}

const MID = 450;

/** Works out the outline, the gores and the folds of a flared piece. */
export function flare({ top, bottom, w, h, gores, seed, sag = 26, gathers = 0 }: Flare): FlareLines {
  const next = seeded(seed);
  const spread = Math.max(8, h - w);
  const apex = top - (w * (bottom - top)) / spread;
  const theta = Math.atan2(h, bottom - apex);
  const far = Math.hypot(h, bottom - apex) + 60;
  const half = theta / gores;
  const hemAt = (u: number): number => bottom + sag * (1 - u * u);
  const points: string[] = [];
  for (let i = 0; i < gores; i += 1) {
    const u = -1 + (2 * (i + 1)) / gores;
    const mid = -1 + (2 * (i + 0.5)) / gores;
    const last = i === gores - 1;
    points.push(
      `Q${r(MID + h * mid)} ${r(hemAt(mid) + 8 + next() * 6)} ${r(MID + h * u)} ${r(hemAt(u) - (last ? 0 : 3 + next() * 4))}`,
    );
  }
  const hemStart = `${r(MID - h)} ${bottom}`;
  const topEdge = `${r(MID + w)} ${top}Q${MID} ${top + 10} ${r(MID - w)} ${top}`;
  const outline = `M${r(MID - w)} ${top}Q${r(MID - w - spread * 0.42)} ${r(top + (bottom - top) * 0.46)} ${hemStart}${points.join('')}Q${r(MID + w + spread * 0.42)} ${r(top + (bottom - top) * 0.46)} ${topEdge}Z`;
  let dark = '';
  let light = '';
  for (let i = 0; i <= gores; i += 1) {
    const u = -1 + (2 * i) / gores;
    const start = top + (bottom - top) * (gathers ? 0.02 : 0.06 + next() * 0.3);
    const xTop = MID + (w + ((h - w) * (start - top)) / (bottom - top)) * u;
    const xHem = MID + h * u;
    const width = (h / gores) * (0.34 + next() * 0.26);
    const end = hemAt(u) + 16;
    dark += `M${Math.round(xTop)} ${Math.round(start)}L${Math.round(xHem - width * 0.3)} ${Math.round(end)}H${Math.round(xHem + width)}Z`;
    light += `M${Math.round(xTop - 3)} ${Math.round(start)}L${Math.round(xHem - width * 1.2)} ${Math.round(end)}H${Math.round(xHem - width * 0.4)}Z`;
  }
  for (let i = 0; i < gathers; i += 1) {
    const u = -1 + (2 * (i + 0.2 + next() * 0.6)) / gathers;
    const reach = top + (bottom - top) * (0.16 + next() * 0.34);
    const piece = fold(MID + w * u, top + 1, MID + (w + ((h - w) * (reach - top)) / (bottom - top)) * u, reach, 5 + next() * 3);
    if (i % 2) light += piece;
    else dark += piece;
  }
  const wedgeTop = top - apex - 14;
  const wedge = (radius: number): number => radius * Math.tan(half) + 0.7;
  const cloth = (pattern: string): string => {
    const d = `M${r(MID - wedge(wedgeTop))} ${r(apex + wedgeTop)}H${r(MID + wedge(wedgeTop))}L${r(MID + wedge(far))} ${r(apex + far)}H${r(MID - wedge(far))}Z`;
    return Array.from({ length: gores }, (_, i) => {
      const angle = r((half * (gores - 1 - 2 * i) * 180) / Math.PI);
      return `<path d="${d}" fill="url(#${pattern})" transform="rotate(${angle} ${MID} ${r(apex)})"/>`;
    }).join('');
  };
  return { outline, hem: `M${hemStart}${points.join('')}`, top: `M${topEdge}`, cloth, dark, light };
}
