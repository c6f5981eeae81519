/** Polished, brushed and coated metal for cases, buckles, frames and zips. */

import { r } from './studio.ts';

export const METALS = ['steel', 'gold', 'rose', 'black', 'brass', 'gunmetal'] as const;
export type Metal = (typeof METALS)[number];

/** Five tones of one metal, from the highlight to the deepest reflection. */
export interface MetalTones {
  glint: string;
  light: string;
  mid: string;
  dark: string;
  deep: string;
}

const TONES: Record<Metal, MetalTones> = {
  steel: { glint: '#ffffff', light: '#dde2e6', mid: '#a8b0b7', dark: '#69727b', deep: '#343b43' },
  gold: { glint: '#fffae6', light: '#f1dca0', mid: '#cfa654', dark: '#91672b', deep: '#553914' },
  rose: { glint: '#fff4ec', light: '#f1cdb9', mid: '#d0957c', dark: '#955d49', deep: '#573227' },
  black: { glint: '#9a9ea5', light: '#55595f', mid: '#32353a', dark: '#1c1e22', deep: '#0b0c0f' },
  brass: { glint: '#f8e8c6', light: '#cfaa72', mid: '#9c7743', dark: '#634722', deep: '#362612' },
  gunmetal: { glint: '#dfe3e7', light: '#939aa2', mid: '#636a72', dark: '#3e444b', deep: '#1d2126' },
};

/** The tones of a metal by name. */
export const tones = (metal: Metal): MetalTones => TONES[metal];

/** Gradient stops of a polished surface: hard edges between light and dark look like metal. */
const POLISHED: [number, keyof MetalTones][] = [
  [0, 'light'],
  [0.1, 'glint'],
  [0.24, 'mid'],
  [0.38, 'light'],
  [0.47, 'glint'],
  [0.5, 'dark'],
  [0.66, 'mid'],
  [0.8, 'light'],
  [0.9, 'glint'],
  [1, 'dark'],
];
/** Gradient stops of a brushed surface. */
const BRUSHED: [number, keyof MetalTones][] = [
  [0, 'mid'],
  [0.22, 'light'],
  [0.36, 'glint'],
  [0.55, 'light'],
  [0.8, 'mid'],
  [1, 'dark'],
];

/** Direction of a gradient in its box: x1, y1, x2, y2 from 0 to 1. */
export type Direction = [number, number, number, number];

/** A linear metal gradient under `id`. */
export function metalGradient(
  id: string,
  metal: Metal,
  [x1, y1, x2, y2]: Direction,
  finish: 'polished' | 'brushed' = 'polished',
): string {
  const run = finish === 'polished' ? POLISHED : BRUSHED;
  const stops = run.map(([at, tone]) => `<stop offset="${at}" stop-color="${TONES[metal][tone]}"/>`).join('');
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops}</linearGradient>`;
}

/** The stops of the gradient `from`, in another direction. */
export const turnedGradient = (id: string, from: string, [x1, y1, x2, y2]: Direction): string =>
  `<linearGradient id="${id}" href="#${from}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;

/**
 * The two opposite highlights of turned metal and sunburst dials: layered wedges, brightest at `angle` (degrees clockwise
 * from 12 o'clock) and opposite it. Fills the ring between `inner` and `outer`.
 */
export function fan(inner: number, outer: number, angle: number, spread: number, colour: string, strength: number): string {
  const layers = 6;
  const radius = (inner + outer) / 2;
  let out = '';
  for (let i = 1; i <= layers; i++) {
    const half = (spread * i) / layers;
    // A path length of 360 makes each dash an angle; the circle starts at 3 o'clock.
    out += `<circle r="${r(radius)}" pathLength="360" stroke-dasharray="${r(half)} ${r(180 - half)}" stroke-dashoffset="${r(half / 2 + 90 - angle)}"/>`;
  }
  return `<g fill="none" stroke="${colour}" stroke-width="${r(outer - inner)}" stroke-opacity="${r((strength / layers) * 100) / 100}">${out}</g>`;
}
