/** Woven and printed patterns for bags and footwear, as repeating paints. */
import type { Materials } from './materials.ts';
import { lit, shaded } from './studio.ts';

/** A tile: width, height and its marks on a transparent ground. */
type Tile = [number, number, string];

/** One stepped ikat diamond with a feathered edge. */
function ikatDiamond(cx: number, cy: number, w: number, h: number, colour: string): string {
  let d = '';
  for (let i = -5; i <= 5; i++) {
    const half = (w / 2) * (1 - Math.abs(i) / 6);
    const wobble = i % 2 ? 5 : 0;
    d += `M${Math.round(cx - half - wobble)} ${cy + i * (h / 11)}H${Math.round(cx + half + wobble)}`;
  }
  return `<path d="${d}" stroke="${colour}" stroke-width="${Math.ceil(h / 11) + 0.5}"/>`;
}

const TILES: Record<string, (second: string) => Tile> = {
  stripe: (c) => [
    120,
    120,
    `<path d="M20 0v120M36 0v120M98 0v120" stroke="${c}" stroke-width="9"/><path d="M58 0v120M67 0v120M76 0v120" stroke="${c}" stroke-width="2.5"/>`,
  ],
  awning: (c) => [96, 96, `<path d="M24 0v96" stroke="${c}" stroke-width="48"/>`],
  band: (c) => [
    400,
    1200,
    `<path d="M0 610h400M0 840h400" stroke="${c}" stroke-width="12"/><path d="M0 725h400" stroke="${c}" stroke-width="150"/>`,
  ],
  check: (c) => [
    90,
    90,
    `<path d="M22 0v90M0 22h90" stroke="${c}" stroke-opacity=".55" stroke-width="34"/><path d="M68 0v90M0 68h90" stroke="${lit(c, 0.4)}" stroke-width="4"/>`,
  ],
  kantha: (c) => [26, 30, `<path d="M3 7h13M16 22h13M-10 22h13" stroke="${c}" stroke-width="3.2" stroke-linecap="round"/>`],
  ikat: (c) => [
    120,
    176,
    ikatDiamond(60, 88, 96, 150, c) +
      ikatDiamond(60, 88, 52, 84, lit(c, 0.7)) +
      ikatDiamond(60, 88, 20, 34, shaded(c, 0.3)) +
      ikatDiamond(0, 0, 40, 60, c) +
      ikatDiamond(120, 0, 40, 60, c) +
      ikatDiamond(0, 176, 40, 60, c) +
      ikatDiamond(120, 176, 40, 60, c),
  ],
  block: (c) => [
    92,
    104,
    [
      [23, 26],
      [69, 78],
    ]
      .map(
        ([x, y]) =>
          `<g transform="translate(${x} ${y})" fill="${c}"><path d="M0-20q9 9 0 22q-9-13 0-22zM-4 2q-15-3-14-15q13 1 14 15zM4 2q15-3 14-15q-13 1-14 15z"/><path d="M0 3q-1 10-6 16M-1 10q6 0 9-5" fill="none" stroke="${c}" stroke-width="2.4"/><circle cx="-18" cy="10" r="2.4"/><circle cx="18" cy="10" r="2.4"/></g>`,
      )
      .join(''),
  ],
  brocade: (c) => [
    84,
    84,
    [
      [21, 21],
      [63, 63],
    ]
      .map(
        ([x, y]) =>
          `<g transform="translate(${x} ${y})"><path d="M0-17q10 8 0 17q-10-9 0-17zM0 17q10-8 0-17q-10 9 0 17zM-17 0q8-10 17 0q-9 10-17 0zM17 0q-8-10-17 0q9 10 17 0z" fill="${c}"/><circle r="4" fill="${lit(c, 0.55)}"/></g>`,
      )
      .join('') +
      `<path d="M42 0L84 42L42 84L0 42Z" fill="none" stroke="${c}" stroke-opacity=".55" stroke-width="2" stroke-dasharray="2 4"/>`,
  ],
  zari: (c) => [
    10,
    10,
    `<path d="M0 2.5h10M0 7.5h10" stroke="${c}" stroke-width="2"/><path d="M2 0v10" stroke="${lit(c, 0.5)}" stroke-opacity=".5"/>`,
  ],
};

/** A repeating print as a paint, or an empty string for plain material. `turn` rotates the repeat, `scale` sizes it. */
export function printPaint(materials: Materials, kind: string, second: string, scale = 1, turn = 0): string {
  const tile = TILES[kind];
  if (!tile) return '';
  const id = materials.once(`print${kind}${second}${scale}${turn}`, (i) => {
    const [w, h, marks] = tile(second);
    return `<pattern id="${i}" width="${w}" height="${h}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn}) scale(${scale})">${marks}</pattern>`;
  });
  return `url(#${id})`;
}

/** Diamond quilting: stitched lines with a puffed cushion between them, clipped by the panel it lies in. */
export function quilting(x: number, y: number, w: number, h: number, step: number, thread: string): string {
  let d = '';
  for (let k = -h; k <= w; k += step) d += `M${x + k} ${y}l${h} ${h}M${x + k + h} ${y}l${-h} ${h}`;
  const lines = (colour: string, width: number, opacity: number, shift: number): string =>
    `<path d="${d}" transform="translate(${shift} ${shift})" fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${width}"/>`;
  return (
    lines('#0b0d14', step * 0.36, 0.06, -step * 0.1) +
    lines('#0b0d14', step * 0.2, 0.08, -step * 0.05) +
    lines('#fff8ea', step * 0.2, 0.13, step * 0.13) +
    lines('#0b0d14', 5, 0.3, 0) +
    `<path d="${d}" fill="none" stroke="${thread}" stroke-width="2" stroke-dasharray="7 5"/>`
  );
}
