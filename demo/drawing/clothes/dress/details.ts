/**
 * Parts of a dress: collar and placket, wrap edge and tie, neck tassels, belt and pockets.
 */

import { button, deep, seam, stitches } from '#drawing/studio/sewing.ts';
import { lit } from '#drawing/studio/studio.ts';
import { at, MID } from './bodice.ts';

/** A part in the dress's own cloth: shadow, dye, print, weave and edge. */
export const part = (d: string, colour: string, drop = 5, pattern = 'print'): string =>
  `<path d="${d}" fill="#12101a" opacity=".3" transform="translate(${drop * 0.5} ${drop})"/><path d="${d}" fill="url(#dye)"/><path d="${d}" fill="url(#${pattern})"/><path d="${d}" fill="url(#weave)"/>${seam(d, colour, 1.3)}`;

/** A tassel that hangs from a point. */
export const tassel = (x: number, y: number, length: number, colour: string): string =>
  `<path d="M${x - 7} ${y + 8}L${x - 11} ${y + length}Q${x} ${y + length + 5} ${x + 11} ${y + length}L${x + 7} ${y + 8}Z" fill="${colour}"/>` +
  `<path d="M${x - 5} ${y + 12}L${x - 8} ${y + length}M${x} ${y + 12}V${y + length + 2}M${x + 5} ${y + 12}L${x + 8} ${y + length}" stroke="${deep(colour, 0.45)}" stroke-width="1.3"/><path d="M${x - 3} ${y + 12}L${x - 5} ${y + length}" stroke="${lit(colour, 0.5)}" stroke-width="1.2"/>` +
  `<circle cx="${x}" cy="${y + 3}" r="8" fill="${colour}"/><circle cx="${x - 2}" cy="${y + 1}" r="3.4" fill="${lit(colour, 0.45)}"/><path d="M${x - 8} ${y + 11}h16" stroke="${deep(colour, 0.5)}" stroke-width="3"/>`;

/** A shirt collar; at the back it is one turned-down piece. */
export function collar(colour: string, thread: string, back: boolean): string {
  if (back) {
    const d = `M${at(-1, 82)} 146Q${MID} 108 ${at(1, 82)} 146L${at(1, 100)} 182Q${MID} 204 ${at(-1, 100)} 182Z`;
    return part(d, colour, 7) + stitches(`M${at(-1, 94)} 176Q${MID} 197 ${at(1, 94)} 176`, thread, 1.4, '5 3');
  }
  const stand = `M${at(-1, 74)} 146Q${MID} 96 ${at(1, 74)} 146L${at(1, 20)} 218H${at(-1, 20)}Z`;
  return (
    `<path d="${stand}" fill="${deep(colour, 0.34)}"/><path d="${stand}" fill="url(#weave)"/><rect x="${MID - 26}" y="142" width="52" height="24" fill="#f3eee4"/><path d="M${MID - 10} 149h20M${MID - 10} 154h20M${MID - 10} 159h20M${MID - 6} 146v16M${MID} 146v16M${MID + 6} 146v16" stroke="#8b4a2f" stroke-width="1.4"/>` +
    [-1, 1]
      .map(
        (s) =>
          part(
            `M${at(s, 58)} 131C${at(s, 78)} 134 ${at(s, 88)} 146 ${at(s, 96)} 166L${at(s, 66)} 244L${at(s, 8)} 208C${at(s, 40)} 190 ${at(s, 56)} 162 ${at(s, 58)} 131Z`,
            colour,
            8,
          ) + stitches(`M${at(s, 88)} 170L${at(s, 63)} 234L${at(s, 17)} 205`, thread, 1.4, '5 3'),
      )
      .join('')
  );
}

/** A button placket from the collar to `bottom`. */
export function placket(colour: string, thread: string, top: number, bottom: number): string {
  const d = `M${MID - 21} ${top}H${MID + 21}V${bottom}H${MID - 21}Z`;
  const count = Math.round((bottom - top) / 92);
  const row = Array.from({ length: count }, (_, i) => button(MID, top + 34 + i * 92, 8.5)).join('');
  return `<path d="M${MID + 24} ${top}V${bottom}" stroke="#12101a" stroke-width="8" opacity=".2"/><path d="${d}" fill="url(#dye)"/><path d="${d}" fill="url(#print)"/><path d="${d}" fill="url(#weave)"/>${seam(`M${MID + 21} ${top}V${bottom}`, colour, 1.6)}${stitches(`M${MID - 16} ${top}V${bottom}M${MID + 16} ${top}V${bottom}`, thread, 1.3, '5 3')}${row}`;
}

/** A belt of the dress's cloth with a covered buckle, or tied in a knot. */
export function belt(colour: string, y: number, half: number, trim: string): string {
  const d = `M${at(-1, half)} ${y}Q${MID} ${y + 12} ${at(1, half)} ${y}L${at(1, half + 2)} ${y + 40}Q${MID} ${y + 54} ${at(-1, half + 2)} ${y + 40}Z`;
  const end = `M${MID - 12} ${y + 12}L${MID - 40} ${y + 190}L${MID - 4} ${y + 200}L${MID + 12} ${y + 16}Z`;
  const other = `M${MID + 2} ${y + 12}L${MID + 22} ${y + 176}L${MID + 56} ${y + 162}L${MID + 18} ${y + 10}Z`;
  const knot = `M${MID - 24} ${y + 2}Q${MID} ${y - 6} ${MID + 24} ${y + 2}L${MID + 20} ${y + 52}Q${MID} ${y + 62} ${MID - 20} ${y + 52}Z`;
  return (
    part(d, trim, 7, 'none') +
    part(other, colour, 6) +
    part(end, colour, 7) +
    part(knot, colour, 7) +
    `<path d="M${MID - 16} ${y + 14}Q${MID} ${y + 24} ${MID + 16} ${y + 14}M${MID - 14} ${y + 34}Q${MID} ${y + 40} ${MID + 14} ${y + 32}" fill="none" stroke="${deep(colour, 0.5)}" stroke-width="2.6" opacity=".6"/>`
  );
}

/** The tie of a wrap dress: two loops, two tails and a knot at the viewer's left of the waist; at the back only its band shows. */
export function wrapTie(colour: string, y: number, half: number, back: boolean): string {
  const x = MID - half + 34;
  const band = `M${at(-1, half + 1)} ${y - 6}Q${MID} ${y + 8} ${at(1, half + 1)} ${y - 6}L${at(1, half + 2)} ${y + 28}Q${MID} ${y + 42} ${at(-1, half + 2)} ${y + 28}Z`;
  const pieces = [
    `M${x} ${y + 16}C${x - 20} ${y + 90} ${x - 44} ${y + 150} ${x - 40} ${y + 250}L${x - 8} ${y + 264}C${x - 14} ${y + 160} ${x + 4} ${y + 100} ${x + 14} ${y + 20}Z`,
    `M${x + 4} ${y + 16}C${x + 20} ${y + 80} ${x + 44} ${y + 140} ${x + 36} ${y + 222}L${x + 70} ${y + 214}C${x + 76} ${y + 130} ${x + 42} ${y + 70} ${x + 18} ${y + 14}Z`,
    `M${x} ${y + 10}C${x - 34} ${y - 26} ${x - 86} ${y - 12} ${x - 82} ${y + 18}C${x - 80} ${y + 46} ${x - 30} ${y + 40} ${x} ${y + 22}Z`,
    `M${x + 12} ${y + 10}C${x + 44} ${y - 28} ${x + 96} ${y - 18} ${x + 94} ${y + 14}C${x + 92} ${y + 42} ${x + 44} ${y + 40} ${x + 12} ${y + 22}Z`,
    `M${x - 9} ${y}Q${x + 6} ${y - 6} ${x + 20} ${y}L${x + 19} ${y + 32}Q${x + 6} ${y + 38} ${x - 8} ${y + 32}Z`,
  ];
  const lines = `<path d="M${x - 6} ${y + 14}Q${x - 40} ${y + 4} ${x - 66} ${y + 14}M${x + 18} ${y + 14}Q${x + 50} ${y + 2} ${x + 78} ${y + 10}" fill="none" stroke="${deep(colour, 0.5)}" stroke-width="3" opacity=".55"/>`;
  if (back) return part(band, colour, 6);
  return part(band, colour, 6) + pieces.map((d) => part(d, colour, 6)).join('') + lines;
}

/** Patch pockets on the skirt, or welts of side pockets. */
export function pockets(kind: string, colour: string, thread: string, y: number, half: number): string {
  return [-1, 1]
    .map((s) => {
      if (kind === 'patch') {
        const d = `M${at(s, half * 0.34)} ${y}L${at(s, half * 0.94)} ${y - 6}L${at(s, half)} ${y + 124}Q${at(s, half * 0.7)} ${y + 146} ${at(s, half * 0.38)} ${y + 132}Z`;
        return (
          part(d, colour, 5, s < 0 ? 'print-l' : 'print-r') +
          stitches(`M${at(s, half * 0.35)} ${y + 22}L${at(s, half * 0.95)} ${y + 16}`, thread, 1.4, '5 3')
        );
      }
      const d = `M${at(s, half - 30)} ${y - 30}L${at(s, half - 10)} ${y + 86}`;
      return `<path d="${d}" stroke="#12101a" stroke-width="7" opacity=".24"/>${seam(d, colour, 2)}`;
    })
    .join('');
}
