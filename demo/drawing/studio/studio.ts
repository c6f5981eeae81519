/**
 * The frame of every product picture: backdrop, soft light from the upper left, floor shadow.
 * Drawings are SVG strings of 900 × 1200 units (3:4).
 */

import type { DrawingParams } from '#drawing/studio/params.ts';

const WIDTH = 900;
const HEIGHT = 1200;

/** A drawing program: parameters in, a complete SVG document out. */
export type Drawing = (params: DrawingParams) => string;

/** Clamps to a byte and writes two hex digits. */
function byte(value: number): string {
  return Math.max(0, Math.min(255, Math.round(value)))
    .toString(16)
    .padStart(2, '0');
}

/** Reads `#rrggbb` as three numbers from 0 to 255. */
export function channels(colour: string): [number, number, number] {
  const n = Number.parseInt(colour.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

/** Mixes two `#rrggbb` colours; `amount` 0 gives the first, 1 the second. */
export function mix(from: string, to: string, amount: number): string {
  const a = channels(from);
  const b = channels(to);
  return `#${a.map((v, i) => byte(v + ((b[i] as number) - v) * amount)).join('')}`;
}

/** Lightens a colour and makes it a little warmer. `amount` 0–1. */
export const lit = (colour: string, amount: number): string => mix(colour, '#fffaf0', amount);

/** Darkens a colour and makes it a little cooler. `amount` 0–1. */
export const shaded = (colour: string, amount: number): string => mix(colour, '#0d1220', amount);

/** Rounds to one decimal place, which keeps the files small. */
export const r = (n: number): number => Math.round(n * 10) / 10;

/** Seeded pseudo-random numbers from 0 to 1: a picture is the same on every machine. */
export function seeded(seed: string): () => number {
  let h = 2166136261;
  for (const c of seed) h = Math.imul(h ^ c.charCodeAt(0), 16777619);
  return () => {
    h = Math.imul(h ^ (h >>> 15), 2246822507);
    h = Math.imul(h ^ (h >>> 13), 3266489909);
    h ^= h >>> 16;
    return (h >>> 0) / 4294967296;
  };
}

export interface Scene {
  /** Backdrop tint as `#rrggbb`; a soft neutral by default. */
  backdrop?: string;
  /** Definitions (gradients, patterns, clip paths) that the subject uses. */
  defs?: string;
  /** The subject, drawn within the 900 × 1200 frame, normally inside x 90–810, y 120–1080. */
  subject: string;
  /** Shadow ellipse, or false when the subject includes its own. */
  shadow?: { cx: number; cy: number; rx: number; ry: number; opacity?: number } | false;
}

/** Assembles the document: backdrop, shadow, subject. */
export function studio({ backdrop = '#ece8e1', defs = '', subject, shadow = false }: Scene): string {
  const ground = shadow
    ? `<ellipse cx="${shadow.cx}" cy="${shadow.cy}" rx="${shadow.rx}" ry="${shadow.ry}" fill="url(#floor)" opacity="${shadow.opacity ?? 1}"/>`
    : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">` +
    `<defs><radialGradient id="room" cx=".32" cy=".24" r="1"><stop stop-color="${lit(backdrop, 0.72)}"/><stop offset=".55" stop-color="${backdrop}"/><stop offset="1" stop-color="${shaded(backdrop, 0.16)}"/></radialGradient>` +
    `<radialGradient id="floor"><stop stop-color="${shaded(backdrop, 0.72)}" stop-opacity=".5"/><stop offset=".6" stop-color="${shaded(backdrop, 0.72)}" stop-opacity=".16"/><stop offset="1" stop-color="${shaded(backdrop, 0.72)}" stop-opacity="0"/></radialGradient>${defs}</defs>` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#room)"/>${ground}${subject}</svg>`
  );
}
