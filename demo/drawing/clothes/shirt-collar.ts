/** Collars of woven shirts: spread, button-down, camp and band, seen from the front, and the fold of the collar from behind. */

import { lit, r } from '#drawing/studio/studio.ts';
import type { Cloth } from './garment/cloth.ts';
import { buttonAt, sewn, stitch } from './garment/garment.ts';

const x = (side: number, half: number): number => r(450 + side * half);

/** One sewn leaf of cloth with its light, edge and row of stitches. */
const leaf = (d: string, stitches: string, paint: string, side: number, colour: string, thread: string): string =>
  sewn(side < 0 ? 'leafL' : 'leafR', d, paint, colour, side) + stitch(stitches, thread);

/** The shape of a collar's leaf by kind, and where its stitches run. */
function leafShape(kind: string, side: number): { d: string; stitches: string } {
  const p = (half: number, y: number): string => `${x(side, half)} ${y}`;
  if (kind === 'camp')
    return {
      d: `M${p(70, 204)}C${p(100, 210)} ${p(118, 228)} ${p(126, 254)}L${p(128, 326)} ${p(74, 330)}L${p(2, 376)}C${p(30, 330)} ${p(58, 270)} ${p(70, 204)}Z`,
      stitches: `M${p(118, 252)}L${p(120, 318)} ${p(74, 321)}`,
    };
  const tip = kind === 'button-down' ? [74, 352] : [98, 338];
  const [tx, ty] = tip as [number, number];
  return {
    d: `M${p(68, 200)}C${p(94, 206)} ${p(116, 224)} ${p(124, 256)}L${p(tx, ty)}C${p(tx - 26, ty - 24)} ${p(28, 292)} ${p(3, 276)}C${p(30, 258)} ${p(58, 228)} ${p(68, 200)}Z`,
    stitches: `M${p(117, 256)}L${p(tx - 1, ty - 13)}C${p(tx - 26, ty - 33)} ${p(32, 284)} ${p(12, 273)}`,
  };
}

/** The front collar of a shirt, and the shadow it casts. */
export function frontCollar(kind: string, c: Cloth, colour: string | undefined, thread: string): { draw: string; cast: string } {
  const base = colour ?? c.colour;
  if (kind === 'band') {
    const band = (side: number): string => {
      const p = (half: number, y: number): string => `${x(side, half)} ${y}`;
      const d = `M${p(92, 236)}C${p(88, 218)} ${p(84, 207)} ${p(77, 201)}C${p(66, 226)} ${p(36, 258)} ${p(6, 266)}C${p(0, 274)} ${p(0, 288)} ${p(4, 300)}C${p(44, 292)} ${p(78, 270)} ${p(92, 236)}Z`;
      return leaf(
        d,
        `M${p(78, 210)}C${p(66, 236)} ${p(38, 262)} ${p(10, 271)}M${p(86, 236)}C${p(72, 266)} ${p(42, 286)} ${p(10, 293)}`,
        colour ?? (side < 0 ? c.left : c.right),
        side,
        base,
        thread,
      );
    };
    return {
      draw: band(-1) + band(1) + buttonAt(452, 283, 0.9),
      cast: '<path d="M352 236L450 320 548 236 530 300 450 330 370 300Z"/>',
    };
  }
  let draw = '';
  for (const side of [-1, 1]) {
    const { d, stitches } = leafShape(kind, side);
    draw += leaf(d, stitches, colour ?? (side < 0 ? c.left : c.right), side, base, thread);
    draw += `<path d="M${x(side, 68)} 208C${x(side, 60)} 232 ${x(side, 34)} ${kind === 'camp' ? 330 : 258} ${x(side, 5)} ${kind === 'camp' ? 368 : 277}" fill="none" stroke="${lit(base, 0.7)}" stroke-width="3" opacity=".4"/>`;
    if (kind === 'button-down') draw += buttonAt(x(side, 73), 336, 0.72);
  }
  if (kind === 'camp') return { draw, cast: '<path d="M318 250L316 346 384 346 450 396 516 346 592 348 588 250Z"/>' };
  return { draw: draw + buttonAt(450, 288, 0.9), cast: '<path d="M322 250L356 366 450 300 552 366 592 260Z"/>' };
}

/** The collar from behind: the fall of the collar over the back of the neck. */
export function backCollar(kind: string, c: Cloth, colour: string | undefined, thread: string): string {
  const base = colour ?? c.colour;
  const band = kind === 'band';
  const low = band ? 252 : 276;
  const d = `M${band ? 358 : 334} ${band ? 238 : 258}C${band ? 364 : 352} 220 376 204 394 200Q450 188 506 200C524 204 ${band ? 536 : 548} 220 ${band ? 542 : 566} ${band ? 238 : 258}Q450 ${low + 16} ${band ? 358 : 334} ${band ? 238 : 258}Z`;
  return leaf(
    d,
    `M${band ? 364 : 344} ${band ? 233 : 253}Q450 ${low + 6} ${band ? 536 : 556} ${band ? 233 : 253}`,
    colour ?? c.body,
    1,
    base,
    thread,
  );
}
