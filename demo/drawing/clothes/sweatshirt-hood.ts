/** The hood and cords of a hooded sweatshirt, and its kangaroo pocket. */

import { lit, shaded } from '#drawing/studio/studio.ts';
import { seam, sewn, stitch } from './garment/garment.ts';
import { label } from './garment/neck.ts';

/** A hood lying open behind the neck: outer cloth, lining in shade, rolled edge. `low` is where its edges cross. */
export function frontHood(colour: string, lining: string, thread: string, low: number): { draw: string; cast: string } {
  const outer = `M326 284C300 246 316 196 344 156C370 120 410 99 450 97C490 99 530 120 556 156C584 196 600 246 574 284C546 310 500 ${low - 16} 450 ${low + 8}C400 ${low - 16} 354 310 326 284Z`;
  const opening = `M450 ${low - 8}C412 ${low - 28} 372 308 370 268C370 210 402 152 450 138C498 152 530 210 530 268C528 308 488 ${low - 28} 450 ${low - 8}Z`;
  const edge = `M450 ${low}C404 ${low - 24} 362 308 361 268C361 204 396 142 450 127C504 142 539 204 539 268C538 308 496 ${low - 24} 450 ${low}`;
  const creases = `M334 272C336 232 332 200 362 152C348 196 350 236 352 284ZM320 252C326 212 328 190 348 160C338 196 336 220 330 264ZM566 276C556 236 572 206 548 164C578 204 574 236 580 262Z`;
  return {
    draw:
      sewn('hood', outer, colour, colour, 1) +
      `<linearGradient id="hoodLight" x2="1" y2=".5"><stop stop-color="${shaded(colour, 0.8)}" stop-opacity=".25"/><stop offset=".22" stop-color="${lit(colour, 0.8)}" stop-opacity=".34"/><stop offset=".5" stop-color="${lit(colour, 0.8)}" stop-opacity="0"/><stop offset="1" stop-color="${shaded(colour, 0.85)}" stop-opacity=".5"/></linearGradient><use href="#hood" fill="url(#hoodLight)"/><path d="${creases}" fill="${shaded(colour, 0.75)}" opacity=".2"/>` +
      `<linearGradient id="lining" x2=".4" y2="1"><stop stop-color="${shaded(lining, 0.68)}"/><stop offset=".62" stop-color="${shaded(lining, 0.28)}"/><stop offset="1" stop-color="${shaded(lining, 0.6)}"/></linearGradient><path d="${opening}" fill="url(#lining)"/><path d="${opening}" fill="url(#weave)"/>` +
      `<path d="M450 140V284" stroke="${shaded(lining, 0.7)}" stroke-width="3" opacity=".6"/><path d="M371 280C404 300 496 300 529 280" fill="none" stroke="${shaded(lining, 0.72)}" stroke-width="4" opacity=".55"/>${label(302, 0.85)}` +
      seam(edge, colour) +
      stitch(`M450 ${low - 24}M349 272C348 196 388 130 450 115C512 130 552 196 551 272`, thread),
    cast: `<path d="M326 262C370 320 420 ${low + 10} 450 ${low + 30}C480 ${low + 10} 530 320 578 262V300C540 330 490 ${low + 30} 452 ${low + 50}C410 ${low + 30} 360 330 326 300Z"/>`,
  };
}

/** The hood from behind, hanging over the back. */
export function backHood(colour: string, thread: string): string {
  const d =
    'M338 262C336 210 366 160 412 152Q450 146 488 152C534 160 564 210 562 262C562 330 520 404 450 424C380 404 338 330 338 262Z';
  return (
    `<path d="${d}" fill="#0d1220" opacity=".16" transform="translate(7 14)"/>${sewn('hood', d, colour, colour, 1)}` +
    `<linearGradient id="hoodLight" x2="1" y2=".6"><stop stop-color="${shaded(colour, 0.8)}" stop-opacity=".2"/><stop offset=".3" stop-color="${lit(colour, 0.8)}" stop-opacity=".3"/><stop offset=".55" stop-color="${lit(colour, 0.8)}" stop-opacity="0"/><stop offset="1" stop-color="${shaded(colour, 0.85)}" stop-opacity=".5"/></linearGradient><use href="#hood" fill="url(#hoodLight)"/>` +
    seam('M450 148C452 240 450 340 450 422', colour) +
    stitch('M444 150C446 240 444 340 444 420M456 150C458 240 456 340 456 420', thread)
  );
}

/** Two flat cords with metal tips, hanging from eyelets at the crossing of the hood. */
export function cords(colour: string, y: number, ends: readonly [number, number]): string {
  let out = '';
  for (const [i, side] of [-1, 1].entries()) {
    const x = 450 + side * 34;
    const end = ends[i as 0 | 1];
    const d = `M${x} ${y}C${x - 4} ${y + 50} ${x + side * 12} ${y + 80} ${x + side * 3} ${end}`;
    out +=
      `<circle cx="${x}" cy="${y}" r="7" fill="#b9b4a8"/><circle cx="${x}" cy="${y}" r="4" fill="#33343a"/><path d="${d}" fill="none" stroke="#0d1220" stroke-width="9" opacity=".2" transform="translate(4 5)"/>` +
      `<path d="${d}" fill="none" stroke="${shaded(colour, 0.3)}" stroke-width="8" stroke-linecap="round"/><path d="${d}" fill="none" stroke="${colour}" stroke-width="6" stroke-linecap="round"/><path d="${d}" fill="none" stroke="${shaded(colour, 0.4)}" stroke-width="6" stroke-dasharray="1.6 3" opacity=".5"/>` +
      `<path d="M${x + side * 3} ${end - 4}v26" stroke="#8f8a7e" stroke-width="8.5"/><path d="M${x + side * 3 - 2} ${end - 3}v24" stroke="#e6e1d5" stroke-width="2"/>`;
  }
  return out;
}

/** The kangaroo pocket; `split` leaves room for a zip. */
export function kangaroo(top: number, low: number, paint: string, colour: string, thread: string, split: boolean): string {
  const half = (side: number): string => {
    const x = (at: number): number => 450 + side * at;
    return (
      sewn(
        side < 0 ? 'pouchL' : 'pouchR',
        `M${x(split ? 14 : 0)} ${top}H${x(92)}C${x(120)} ${top + 26} ${x(148)} ${top + 74} ${x(154)} ${top + 112}V${low}H${x(split ? 14 : 0)}Z`,
        paint,
        colour,
        side,
        4,
      ) +
      stitch(
        `M${x(86)} ${top + 6}C${x(113)} ${top + 30} ${x(141)} ${top + 76} ${x(147)} ${top + 114}M${x(80)} ${top + 10}C${x(107)} ${top + 34} ${x(134)} ${top + 78} ${x(140)} ${top + 116}`,
        thread,
      )
    );
  };
  const whole = `M358 ${top}H542C570 ${top + 26} 598 ${top + 74} 604 ${top + 112}V${low}H296V${top + 112}C302 ${top + 74} 330 ${top + 26} 358 ${top}Z`;
  const row = (by: number): string =>
    `M${358 + by} ${top + by}C${332 + by} ${top + 28} ${304 + by} ${top + 76} ${297 + by} ${top + 114}M${542 - by} ${top + by}C${568 - by} ${top + 28} ${596 - by} ${top + 76} ${603 - by} ${top + 114}`;
  return split
    ? half(-1) + half(1)
    : sewn('pouch', whole, paint, colour, 1, 4) + stitch(`${row(7)}${row(13)}M358 ${top + 8}H542`, thread);
}
