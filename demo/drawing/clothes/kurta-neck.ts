/** Necklines and fronts of kurtas: band collar with placket, round neck with slit, V-notch and the crossed angrakha front. */

import { lit, r, shaded } from '#drawing/studio/studio.ts';
import type { Cloth } from './garment/cloth.ts';
import { type Cut, neckline } from './garment/cut.ts';
import { buttonAt, once, seam, sewn, stitch } from './garment/garment.ts';
import { flower, sprig } from './garment/motifs.ts';

/** A band of border cloth along a line: ground, edge lines and a row of beads or ticks. */
export function borderBand(d: string, width: number, ground: string, line: string): string {
  const { id, defs } = once(d);
  const strand = (stroke: string, share: number, beads = ''): string =>
    `<use href="#${id}" stroke="${stroke}" stroke-width="${r(width * share)}"${beads}/>`;
  const beads = ` stroke-dasharray="0 ${r(width * 0.52)}" stroke-linecap="round"`;
  return `${defs}<g fill="none">${strand(shaded(ground, 0.45), 1.07)}${strand(ground, 1)}${strand(line, 0.74)}${strand(ground, 0.64)}${strand(line, 0.34, beads)}${strand(ground, 0.12, beads)}</g>`;
}

/** Embroidery around the placket: a bib of vines and flowers, its edge a row of stitches. */
export function yoke(top: number, bottom: number, thread: string, heart: string): string {
  const bib = (at: number, low: number): string =>
    `M${450 - at} ${top + 6}C${444 - at} ${top + 120} ${454 - at} ${low - 20} 450 ${low}C${446 + at} ${low - 20} ${456 + at} ${top + 120} ${450 + at} ${top + 6}`;
  let out =
    `<defs><g id="twig">${sprig(0, 0, 0.8, thread, heart)}</g><g id="bloom">${flower(0, 0, 12, 6, thread, heart)}</g></defs><path d="${bib(58, bottom + 22)}" fill="none" stroke="${thread}" stroke-width="2.6" stroke-dasharray="7 3"/>` +
    `<path d="${bib(68, bottom + 36)}" fill="none" stroke="${thread}" stroke-width="4.4" stroke-dasharray="0 9" stroke-linecap="round"/>`;
  for (let y = top + 34, i = 0; y < bottom - 12; y += 34, i++)
    for (const side of [-1, 1])
      out +=
        i % 2
          ? `<use href="#twig" transform="translate(${450 + side * 40} ${y}) rotate(${side * 24})"/>`
          : `<use href="#bloom" x="${450 + side * 40}" y="${y}"/>`;
  return out + flower(450, bottom + 4, 13, 7, thread, heart);
}

/** The front of a kurta's neck: what lies on the cloth, and the shadow it casts. */
export function kurtaFront(
  kind: string,
  cut: Cut,
  c: Cloth,
  trim: string,
  thread: string,
  length: number,
): { draw: string; cast: string } {
  const [half, y] = cut.neck;
  const deep = y + cut.frontDrop;
  const end = deep + length;
  const edge = neckline(cut.neck, cut.frontDrop, cut.pointed === true);
  const shade = `<path d="${edge}" fill="none" stroke="#0d1220" stroke-width="20" transform="translate(2 7)" opacity=".7"/>`;
  if (kind === 'angrakha') {
    const overlap = `M${450 - half} ${y}C${450 - half + 6} ${y + 70} ${450 + 20} ${y + 160} ${450 + 128} ${y + 214}`;
    const knot = `<g transform="translate(578 ${y + 214})" fill="none" stroke="${trim}" stroke-width="5" stroke-linecap="round"><path d="M0 0C-26-20-30 6-2 2M2 0C28-18 30 8 2 3M-2 4C-14 26-10 44-18 66M3 4C12 28 8 48 16 72"/><path d="M-18 68V80M16 74V86" stroke-width="9"/></g>`;
    return {
      draw:
        borderBand(overlap, 15, trim, lit(trim, 0.65)) +
        borderBand(
          `M${450 + half} ${y}C${450 + half - 8} ${y + 50} ${450 + 46} ${y + 104} ${450 + 14} ${y + 140}`,
          13,
          trim,
          lit(trim, 0.65),
        ) +
        seam(`M578 ${y + 214}C590 ${y + 400} 570 ${y + 600} 560 ${cut.hem[1] + 4}`, c.colour) +
        knot,
      cast: `<path d="${overlap}" fill="none" stroke="#0d1220" stroke-width="26" transform="translate(5 9)" opacity=".55"/>`,
    };
  }
  if (kind === 'band') {
    const strip = `M436 ${deep - 4}H464V${end}L450 ${end + 14} 436 ${end}Z`;
    let draw =
      sewn('strip', strip, trim === c.colour ? c.body : trim, trim, 1, 3) +
      stitch(`M440 ${deep}V${end - 2}L450 ${end + 8} 460 ${end - 2}V${deep}M440 ${end - 18}H460`, thread);
    const count = Math.max(3, Math.round(length / 52));
    for (let i = 0; i < count; i++) draw += buttonAt(450, deep + 20 + (i * (length - 46)) / (count - 1), 0.72);
    for (const side of [-1, 1]) {
      const p = (at: number, h: number): string => `${r(450 + side * at)} ${r(h)}`;
      draw +=
        sewn(
          side < 0 ? 'bandL' : 'bandR',
          `M${p(half + 3, y + 4)}C${p(half, y - 12)} ${p(half - 5, y - 20)} ${p(half - 11, y - 24)}C${p(half - 20, y - 4)} ${p(28, deep - 34)} ${p(4, deep - 28)}C${p(0, deep - 22)} ${p(0, deep - 8)} ${p(3, deep)}C${p(34, deep - 6)} ${p(half - 10, y + 30)} ${p(half + 3, y + 4)}Z`,
          trim === c.colour ? (side < 0 ? c.left : c.right) : trim,
          trim,
          side,
        ) + stitch(`M${p(half - 9, y - 17)}C${p(half - 16, y + 2)} ${p(28, deep - 30)} ${p(7, deep - 23)}`, thread);
    }
    return {
      draw,
      cast: `<path d="M${450 - half} ${y}L450 ${deep + 12} ${450 + half} ${y} ${450 + half - 4} ${y + 26} 450 ${deep + 24} ${450 - half + 4} ${y + 26}Z"/>`,
    };
  }
  const facing = `<path d="${edge}" fill="none" stroke="${shaded(trim, 0.5)}" stroke-width="13"/><path d="${edge}" fill="none" stroke="${trim}" stroke-width="11"/><path d="${edge}" fill="none" stroke="${thread}" stroke-width="1.5" stroke-dasharray="5 2.6"/>`;
  if (kind === 'v') return { draw: facing, cast: shade };
  const slit = `M447 ${deep}L450 ${end} 453 ${deep}Z`;
  let draw = `<path d="${slit}" fill="${shaded(c.colour, 0.75)}"/><path d="M442 ${deep}L448 ${end + 3}H452L458 ${deep}" fill="none" stroke="${trim}" stroke-width="6"/>${facing}`;
  for (let at = deep + 14; at < end - 10; at += 26)
    draw += `<g transform="translate(456 ${at})"><circle cx="1" cy="2" r="6" fill="#0d1220" opacity=".3"/><circle r="5.4" fill="url(#bt)"/></g>`;
  return { draw, cast: shade };
}

/** The facing inside the back, for necklines without a band collar. */
export const facingInside = (cut: Cut, colour: string): string =>
  `<path d="${neckline([cut.neck[0] + 1, cut.neck[1]], cut.backDrop)}L${450 + cut.neck[0]} ${cut.neck[1] + cut.frontDrop + 20}H${450 - cut.neck[0]}Z" fill="${shaded(colour, 0.42)}"/><path d="${neckline([cut.neck[0] + 1, cut.neck[1] + 7], cut.backDrop + 2)}" fill="none" stroke="${shaded(colour, 0.15)}" stroke-width="15"/>`;

/** The band collar seen from behind. */
export function backBand(cut: Cut, paint: string, colour: string, thread: string): string {
  const [half, y] = cut.neck;
  const d = `M${450 - half - 3} ${y + 4}C${450 - half} ${y - 24} ${450 - half + 8} ${y - 30} ${450 - half + 16} ${y - 33}Q450 ${y - 44} ${450 + half - 16} ${y - 33}C${450 + half - 8} ${y - 30} ${450 + half} ${y - 24} ${450 + half + 3} ${y + 4}Q450 ${y + 30} ${450 - half - 3} ${y + 4}Z`;
  return `<path d="${d}" fill="${paint}" stroke="${shaded(colour, 0.6)}" stroke-opacity=".55"/><path d="${d}" fill="url(#weave)"/><path d="${d}" fill="url(#down)"/>${stitch(`M${450 - half + 2} ${y}Q450 ${y + 22} ${450 + half - 2} ${y}`, thread)}`;
}
