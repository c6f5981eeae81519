/** The inside of the back with its label, seen through the neckline. */

import { lit, shaded } from '#drawing/studio/studio.ts';
import { type Cut, neckline } from './cut.ts';
import { rib, stitch } from './garment.ts';
import { chestPrint } from './motifs.ts';

/** The woven label of the brand at a place in the middle of the back; a scale of 0 leaves it out. */
export const label = (y: number, scale = 1): string =>
  scale === 0
    ? ''
    : `<g transform="translate(450 ${y}) scale(${scale})"><path d="M-23-12H23V14H-23Z" fill="#efe7d8"/><path d="M-23-12H23V-8H-23Z" fill="#0d1220" opacity=".25"/><g transform="scale(.42)">${chestPrint('mark', '#3a4150', '#b0653f')}</g></g>`;

/** Inside of the back seen through the front neckline, with tape and woven label. */
export function insideBack(cut: Cut, colour: string, ribColour: string): string {
  const back = neckline(cut.neck, cut.backDrop);
  const inner = shaded(colour, 0.34);
  const y = cut.neck[1] + cut.backDrop;
  return (
    `<path d="${back}L${450 + cut.neck[0]} ${cut.neck[1] + 4}C${450 + cut.neck[0]} ${y + cut.frontDrop} ${450 - cut.neck[0]} ${y + cut.frontDrop} ${450 - cut.neck[0]} ${cut.neck[1]}Z" fill="${inner}"/>` +
    rib(neckline([cut.neck[0] + 6, cut.neck[1] - 2], cut.backDrop - 2), 20, shaded(ribColour, 0.2)) +
    `<path d="${neckline([cut.neck[0] - 6, cut.neck[1] + 9], cut.backDrop + 4)}" fill="none" stroke="${shaded(colour, 0.6)}" stroke-width="6" opacity=".5"/>` +
    label(y + 26)
  );
}

/** The inside of a woven top behind an open collar: the stand, the yoke seam and the label. `rise` is how far the stand climbs above the neck points. */
export function insideYoke(cut: Cut, cloth: string, colour: string, rise: number, labelScale = 1, labelDrop = 20): string {
  const [half, y] = cut.neck;
  const top = y - rise;
  const d = `M${450 - half - 10} ${y + 8}C${450 - half} ${top} ${450 - half * 0.5} ${top - 8} 450 ${top - 8}S${450 + half} ${top} ${450 + half + 10} ${y + 8}L${450 + half * 0.7} ${y + cut.frontDrop + 30}H${450 - half * 0.7}Z`;
  const seamLine = (by: number): string =>
    `M${450 - half * 0.82} ${y + by - 6}Q450 ${y + by + 10} ${450 + half * 0.82} ${y + by - 6}`;
  return (
    `<linearGradient id="nape" x1="0" y1="0" x2=".3" y2="1"><stop stop-color="${shaded(colour, 0.7)}" stop-opacity=".2"/><stop offset="1" stop-color="${shaded(colour, 0.8)}" stop-opacity=".62"/></linearGradient>` +
    `<path d="${d}" fill="${cloth}"/><path d="${d}" fill="url(#weave)"/><path d="${d}" fill="url(#nape)" stroke="${shaded(colour, 0.6)}" stroke-opacity=".5"/>` +
    `<path d="${seamLine(4)}" fill="none" stroke="${shaded(colour, 0.7)}" stroke-width="2" opacity=".6"/>${stitch(seamLine(-3), lit(colour, 0.25))}${label(y + labelDrop * labelScale, labelScale)}`
  );
}
