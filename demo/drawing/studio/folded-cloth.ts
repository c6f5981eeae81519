/** Folded stacks, hanging lengths and fringes of cloth. */
import { printPaint } from './bag-prints.ts';
import { type Materials, softLine } from './materials.ts';
import { lit, r, seeded, shaded } from './studio.ts';

/** One cloth of a stack. */
export interface Cloth {
  colour: string;
  second?: string;
  print?: string;
  scale?: number;
  turn?: number;
}

/** A folded cloth seen from its folded edge. */
function foldedCloth(materials: Materials, x: number, y: number, w: number, h: number, cloth: Cloth): string {
  const paint = cloth.print
    ? printPaint(materials, cloth.print, cloth.second ?? lit(cloth.colour, 0.5), cloth.scale ?? 0.5, cloth.turn ?? 0)
    : '';
  const d = `M${x + h * 0.5} ${y}Q${x + w * 0.5} ${r(y - h * 0.12)} ${x + w - 8} ${r(y + 2)}Q${x + w} ${r(y + h * 0.5)} ${x + w - 6} ${y + h}Q${x + w * 0.5} ${r(y + h * 1.06)} ${x + h * 0.5} ${y + h}Q${x - h * 0.12} ${r(y + h * 0.9)} ${x} ${r(y + h * 0.5)}Q${x - h * 0.1} ${r(y + h * 0.06)} ${x + h * 0.5} ${y}z`;
  const leaf = `M${x + h * 0.36} ${r(y + h * 0.5)}Q${x + w * 0.5} ${r(y + h * 0.42)} ${x + w - 4} ${r(y + h * 0.52)}`;
  return (
    `<path d="${d}" transform="translate(8 10)" fill="#2a2622" opacity=".14"/>` +
    materials.panel(d, cloth.colour, {
      surface: 'canvas',
      print: paint,
      round: h * 0.36,
      line: 0.3,
      inside:
        softLine(leaf, '#0b0d14', h * 0.3, 0.5) + materials.glow(x + w * 0.3, y + h * 0.25, w * 0.3, h * 0.22, '#fff8ea', 0.35),
    }) +
    `<path d="${leaf}" fill="none" stroke="${shaded(cloth.colour, 0.6)}" stroke-opacity=".5" stroke-width="2"/>`
  );
}

/** A stack of folded cloths with its base at y = `bottom`, the first cloth lowest. */
export function clothStack(materials: Materials, x: number, bottom: number, w: number, cloths: Cloth[], seed = 'stack'): string {
  const random = seeded(seed);
  let y = bottom;
  return cloths
    .map((cloth) => {
      const h = Math.round(34 + random() * 14);
      const shift = Math.round((random() - 0.5) * 26);
      y -= h - 2;
      return foldedCloth(materials, x + shift, y, w - Math.round(random() * 24), h, cloth);
    })
    .join('');
}

/** A hanging length of cloth with soft vertical folds, between two heights, `folds` wide. */
export function drape(
  materials: Materials,
  x: number,
  top: number,
  w: number,
  bottom: number,
  cloth: Cloth,
  folds = 6,
  sway = 24,
): string {
  const step = w / folds;
  let hem = '';
  for (let i = folds; i > 0; i--)
    hem += `Q${r(x + step * (i - 0.25))} ${bottom + 16} ${r(x + step * (i - 0.5))} ${bottom}T${r(x + step * (i - 1))} ${bottom}`;
  const d = `M${x} ${top}Q${r(x + w / 2)} ${top + 12} ${x + w} ${top}C${x + w + sway} ${r(top + (bottom - top) * 0.4)} ${x + w - sway * 0.4} ${r(top + (bottom - top) * 0.7)} ${x + w} ${bottom}${hem}C${x - sway * 0.4} ${r(top + (bottom - top) * 0.7)} ${x + sway} ${r(top + (bottom - top) * 0.4)} ${x} ${top}z`;
  let shade = '';
  for (let i = 0; i < folds; i++) {
    const fx = x + step * (i + 0.5);
    const curve = `M${r(fx)} ${top - 10}C${r(fx + sway)} ${r(top + (bottom - top) * 0.4)} ${r(fx - sway * 0.4)} ${r(top + (bottom - top) * 0.7)} ${r(fx)} ${bottom + 20}`;
    shade +=
      softLine(curve, '#0b0d14', step * 0.62, 0.5) +
      `<g transform="translate(${r(step * 0.46)} 0)">${softLine(curve, '#fff8ea', step * 0.5, 0.34)}</g>`;
  }
  const paint = cloth.print
    ? printPaint(materials, cloth.print, cloth.second ?? lit(cloth.colour, 0.5), cloth.scale ?? 1, cloth.turn ?? 0)
    : '';
  return (
    `<path d="${d}" transform="translate(22 14)" fill="#2a2622" opacity=".13"/>` +
    materials.panel(d, cloth.colour, { surface: 'canvas', print: paint, round: 20, depth: 0.6, line: 0.25, inside: shade })
  );
}

/** Fringe threads hanging from a line. */
export function fringe(x: number, y: number, w: number, length: number, colour: string): string {
  const random = seeded(`fringe${x}`);
  let d = '';
  for (let i = 0; i <= w / 9; i++)
    d += `M${r(x + i * 9)} ${y}q${r(random() * 8 - 4)} ${r(length * 0.5)} ${r(random() * 6 - 3)} ${r(length * (0.86 + random() * 0.2))}`;
  return `<path d="${d}" transform="translate(3 3)" fill="none" stroke="#2a2622" stroke-opacity=".25" stroke-width="3"/><path d="${d}" fill="none" stroke="${shaded(colour, 0.2)}" stroke-width="3.6"/><path d="${d}" fill="none" stroke="${lit(colour, 0.3)}" stroke-width="1.4"/>`;
}

/** The rod that the cloth hangs from. */
export const rod = (materials: Materials, x1: number, x2: number, y: number, colour = '#8a6238'): string =>
  `<path d="M${x1} ${y + 16}H${x2}" stroke="#2a2622" stroke-opacity=".16" stroke-width="14"/>${materials.strap(`M${x1} ${y}H${x2}`, 18, colour)}<circle cx="${x1}" cy="${y}" r="14" fill="${materials.tone(colour)}"/><circle cx="${x2}" cy="${y}" r="14" fill="${materials.tone(colour)}"/>`;
