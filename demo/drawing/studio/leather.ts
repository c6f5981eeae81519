/** Leather, canvas and their stitching, for straps, wallets and belts. */

import { lit, r, seeded, shaded } from './studio.ts';

export const GRAINS = ['smooth', 'pebble', 'saffiano', 'croc', 'canvas', 'suede', 'woven'] as const;
export type Grain = (typeof GRAINS)[number];

/** Short strokes scattered in a tile: the fine creases of a natural hide. */
function creases(seed: string, size: number, count: number): string {
  const random = seeded(seed);
  let d = '';
  for (let i = 0; i < count; i++) {
    const [x, y, dx, dy] = [random() * size, random() * size, (random() - 0.5) * 7, (random() - 0.5) * 7];
    d += `M${r(x)} ${r(y)}q${r(dy / 2)} ${r(dx / 2)} ${r(dx)} ${r(dy)}`;
  }
  return d;
}

/** A tile of irregular cells, brick-like with every corner moved a little: pebbled hide when small, crocodile when large. */
function cells(seed: string, columns: number, rows: number, w: number, h: number, stray: number): string {
  const random = seeded(seed);
  const corners = Array.from(
    { length: columns * rows },
    () => [(random() - 0.5) * stray * w, (random() - 0.5) * stray * h] as const,
  );
  const corner = (i: number, j: number): [number, number] => {
    const [dx, dy] = corners[(j % rows) * columns + (i % columns)] ?? [0, 0];
    return [r(i * w + dx), r(j * h + dy)];
  };
  let d = '';
  for (let j = 0; j < rows; j++) {
    d += `M${corner(0, j)}`;
    for (let i = 1; i <= columns; i++) d += `L${corner(i, j)}`;
    for (let i = j % 2; i < columns; i += 2) d += `M${corner(i, j)}L${corner(i, j + 1)}`;
  }
  return d;
}

/**
 * A grain as a `<pattern>` under `id`, drawn over the leather's colour: dark creases with a light edge.
 * `scale` 1 suits an object that fills the picture.
 */
export function grainPattern(id: string, grain: Grain, colour: string, scale = 1): string {
  const dark = shaded(colour, 0.6);
  const light = lit(colour, 0.55);
  const tile = (w: number, h: number, content: string, transform = ''): string =>
    `<pattern id="${id}" width="${w}" height="${h}" patternUnits="userSpaceOnUse" patternTransform="scale(${scale})${transform}">${content}</pattern>`;
  const embossed = (d: string, width: number, strength: number): string =>
    `<defs><path id="${id}line" d="${d}"/></defs><g fill="none" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"><use href="#${id}line" x=".9" y="1" stroke="${light}" stroke-opacity="${strength * 0.6}"/><use href="#${id}line" stroke="${dark}" stroke-opacity="${strength}"/></g>`;
  switch (grain) {
    case 'pebble':
      return tile(72, 66, embossed(cells('pebble', 12, 6, 6, 11, 0.85), 1.5, 0.4));
    case 'saffiano':
      return tile(9, 9, embossed('M0 9 9 0', 1.5, 0.4), ' rotate(8)');
    case 'croc':
      return tile(
        132,
        96,
        `<use href="#${id}line" fill="none" stroke="${dark}" stroke-opacity=".16" stroke-width="8"/>${embossed(cells('croc', 8, 4, 16.5, 24, 0.42), 2.2, 0.46)}`,
      );
    case 'canvas':
      return tile(
        8,
        8,
        `<path d="M0 2H4M4 6H8" stroke="${light}" stroke-opacity=".34" stroke-width="2.6"/><path d="M2 4V8M6 0V4" stroke="${dark}" stroke-opacity=".36" stroke-width="2.6"/>`,
      );
    case 'suede':
      return tile(
        60,
        60,
        `<g fill="none" stroke-width="2.4" stroke-linecap="round"><path d="${creases('nap', 60, 34)}" stroke="${light}" stroke-opacity=".16"/><path d="${creases('pile', 60, 34)}" stroke="${dark}" stroke-opacity=".14"/></g>`,
      );
    case 'woven':
      return tile(
        40,
        40,
        `<path d="M0 0H20V20H0ZM20 20H40V40H20Z" fill="${dark}" fill-opacity=".2"/><path d="M1 6H18M21 26H38M26 1V18M6 21V38" stroke="${light}" stroke-opacity=".3" stroke-width="5" stroke-linecap="round"/>${embossed('M0 0H40M0 20H40M0 0V40M20 0V40', 3, 0.7)}`,
        ' rotate(45)',
      );
    default:
      return tile(70, 70, embossed(creases('hide', 70, 36), 0.9, 0.2));
  }
}

/** A row of stitches along a path: the thread with its shadow below and the holes between. */
export function stitches(d: string, thread: string, size = 1): string {
  const dash = `${r(11 * size)} ${r(6 * size)}`;
  return (
    `<g fill="none" stroke-linecap="round" stroke-dasharray="${dash}"><path d="${d}" transform="translate(${r(1.2 * size)} ${r(1.6 * size)})" stroke="#0a0806" stroke-opacity=".42" stroke-width="${r(3.4 * size)}"/>` +
    `<path d="${d}" stroke="${thread}" stroke-width="${r(2.8 * size)}"/></g>`
  );
}

/** The brand mark, a lattice of warp and weft, pressed into leather at (x, y). */
export function embossedMark(x: number, y: number, size: number, colour: string): string {
  const d = 'M-5-12V12M5-12V12M-12-5H12M-12 5H12';
  return (
    `<g transform="translate(${x} ${y}) scale(${size}) rotate(45)" fill="none" stroke-width="2.4" stroke-linecap="round">` +
    `<path d="${d}" transform="translate(1 -.1)" stroke="${lit(colour, 0.5)}" stroke-opacity=".7"/><path d="${d}" stroke="${shaded(colour, 0.62)}" stroke-opacity=".85"/></g>`
  );
}
