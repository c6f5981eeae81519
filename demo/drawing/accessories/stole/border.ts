/**
 * The ends of a stole: woven borders and the fringe.
 */

import { deep, fold } from '#drawing/studio/sewing.ts';
import { lit, r, seeded } from '#drawing/studio/studio.ts';

/** The colours of a border: ground, figure and accent. */
export interface BorderColours {
  ground: string;
  figure: string;
  accent: string;
}

/** Figures of a border's middle band, in a repeat of 64 × 96. */
const FIGURES: Record<string, (c: BorderColours) => string> = {
  kairi: (c) =>
    `<g transform="translate(32 50)"><path d="M6 -36C-8 -24 -24 -10 -22 10C-19 32 10 36 20 18C28 1 15 -12 4 -14C0 -24 12 -28 6 -36Z" fill="${c.figure}"/><path d="M2 -6C-10 -2 -14 8 -8 16C0 24 12 18 12 8C12 0 8 -4 2 -6Z" fill="${c.accent}"/><circle cx="2" cy="8" r="4.6" fill="${c.ground}"/></g><path d="M4 92V70M60 92V70" stroke="${c.accent}" stroke-width="3"/>`,
  diamond: (c) =>
    `<path d="M32 6L58 48L32 90L6 48Z" fill="${c.figure}"/><path d="M32 22L48 48L32 74L16 48Z" fill="${c.ground}"/><path d="M32 34L40 48L32 62L24 48Z" fill="${c.accent}"/><path d="M0 30L10 48L0 66ZM64 30L54 48L64 66Z" fill="${c.accent}"/>`,
  temple: (c) =>
    `<path d="M0 94V60H6V44H12V28H18V12H26V4H38V12H46V28H52V44H58V60H64V94Z" fill="${c.figure}"/><path d="M20 94V66H26V50H38V66H44V94Z" fill="${c.accent}"/><path d="M28 94V74H36V94Z" fill="${c.ground}"/>`,
  flower: (c) =>
    `<path d="M32 92V50M32 80C18 80 12 70 10 62C24 62 31 70 32 80M32 80C46 80 52 70 54 62C40 62 33 70 32 80" fill="${c.figure}" stroke="${c.figure}" stroke-width="3"/>${[0, 60, 120, 180, 240, 300].map((a) => `<ellipse cx="32" cy="16" rx="7" ry="11" fill="${c.accent}" transform="rotate(${a} 32 31)"/>`).join('')}<circle cx="32" cy="31" r="6.4" fill="${c.figure}"/>`,
  lines: (c) =>
    `<path d="M0 12H64M0 30H64M0 78H64" stroke="${c.figure}" stroke-width="7"/><path d="M0 45H64M0 63H64" stroke="${c.accent}" stroke-width="4"/><path d="M0 54H64" stroke="${c.figure}" stroke-width="3" stroke-dasharray="6 6"/>`,
};

/** Definition of a border as a pattern under the id `band`: 150 high, its top at `y`. */
export function bandDefs(figure: string, c: BorderColours, y: number, scale = 1): string {
  const draw = FIGURES[figure] ?? (FIGURES['lines'] as (colours: BorderColours) => string);
  return (
    `<pattern id="band" width="64" height="150" patternUnits="userSpaceOnUse" patternTransform="translate(2 ${y})scale(${scale})"><rect width="64" height="150" fill="${c.ground}"/>` +
    `<path d="M0 4H64M0 146H64" stroke="${c.figure}" stroke-width="4"/><path d="M0 13H64M0 137H64" stroke="${c.accent}" stroke-width="6" stroke-dasharray="8 4"/><path d="M0 22H64M0 128H64" stroke="${c.figure}" stroke-width="2.4"/>` +
    `<g transform="translate(0 27)">${draw(c)}</g><path d="M0 1H64M0 5H64M0 9H64" stroke="#fff" stroke-width=".8" opacity=".16"/></pattern>`
  );
}

/** A fringe below a line of points: twisted cords, loose threads or tassels. */
export function fringe(
  kind: string,
  line: (t: number) => [number, number],
  length: number,
  colour: string,
  seed: string,
): string {
  const next = seeded(seed);
  const count = kind === 'tassel' ? 13 : kind === 'loose' ? 64 : 36;
  let cords = '';
  let heads = '';
  for (let i = 0; i < count; i += 1) {
    const [x, y] = line((i + 0.5) / count);
    const sway = (next() - 0.5) * (kind === 'loose' ? 12 : 9);
    const end = length * (0.92 + next() * 0.12);
    if (kind === 'tassel') {
      const top = y + length * 0.24;
      cords += [-8, -4, 0, 4, 8].map((dx) => `M${r(x + sway * 0.3)} ${r(top)}L${r(x + sway + dx * 1.3)} ${r(y + end)}`).join('');
      heads += `M${r(x)} ${r(y - 2)}L${r(x + sway * 0.3)} ${r(top + 3)}`;
    } else {
      cords += `M${r(x)} ${r(y - 2)}q${r(sway * 0.9)} ${r(end * 0.5)} ${r(sway)} ${r(end)}`;
    }
  }
  const width = kind === 'loose' ? 3 : kind === 'tassel' ? 4.4 : 6.4;
  const drawn =
    `<path d="${cords}" fill="none" stroke="#12101a" stroke-width="${width}" opacity=".25" transform="translate(4 5)"/><path d="${cords}" fill="none" stroke="${deep(colour, 0.3)}" stroke-width="${width}" stroke-linecap="round"/>` +
    `<path d="${cords}" fill="none" stroke="${lit(colour, 0.16)}" stroke-width="${r(width * 0.62)}" stroke-linecap="round" transform="translate(-.8 0)"${kind === 'twisted' ? ' stroke-dasharray="4 2.6"' : ''}/>`;
  return heads
    ? `${drawn}<path d="${heads}" stroke="${deep(colour, 0.2)}" stroke-width="9" stroke-linecap="round"/><path d="${heads}" stroke="${lit(colour, 0.3)}" stroke-width="3" stroke-linecap="round" transform="translate(-2 0)"/>`
    : drawn;
}

/** Long soft folds between two heights, over a width. */
export function longFolds(
  seed: string,
  x1: number,
  x2: number,
  y1: number,
  y2: number,
  count: number,
): { dark: string; light: string } {
  const next = seeded(seed);
  let dark = '';
  let light = '';
  for (let i = 0; i < count; i += 1) {
    const x = x1 + ((x2 - x1) * (i + 0.3 + next() * 0.4)) / count;
    const width = ((x2 - x1) / count) * 0.3;
    dark += fold(x, y1 + next() * 60, x + (next() - 0.5) * 34, y2, width, (next() - 0.5) * 30);
    light += fold(x - width * 1.5, y1 + next() * 60, x - width * 1.3, y2, width * 0.8, (next() - 0.5) * 20);
  }
  return { dark, light };
}
