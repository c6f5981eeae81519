/**
 * The cuts of jeans and shorts: their measures, their outline and the lines that are sewn along it.
 */

import { r } from '#drawing/studio/studio.ts';

/** Half widths from the middle line, in drawing units. */
export interface Cut {
  waist: number;
  hip: number;
  crotch: number;
  knee: [outer: number, inner: number];
  hem: [outer: number, inner: number];
  length: number;
}

/** The shapes of jeans and shorts. */
export const CUTS: Record<string, Cut> = {
  slim: { waist: 172, hip: 222, crotch: 396, knee: [232, 46], hem: [230, 76], length: 1084 },
  straight: { waist: 178, hip: 232, crotch: 400, knee: [254, 34], hem: [268, 62], length: 1084 },
  wide: { waist: 166, hip: 232, crotch: 408, knee: [290, 16], hem: [334, 34], length: 1088 },
  tapered: { waist: 176, hip: 240, crotch: 412, knee: [246, 44], hem: [216, 76], length: 1056 },
  boot: { waist: 168, hip: 222, crotch: 398, knee: [226, 46], hem: [276, 44], length: 1092 },
  shorts: { waist: 218, hip: 284, crotch: 566, knee: [306, 20], hem: [330, 24], length: 836 },
};

/** The middle line of the picture. */
export const MID = 450;
const TOP = 148;

/** The whole outline, mirrored about the middle line, and the lines sewn along it. */
export function lines(cut: Cut, short: boolean) {
  const top = short ? 300 : TOP;
  const hipY = top + 190;
  const kneeY = short ? (cut.crotch + cut.length) / 2 + 40 : 710;
  const shin = cut.length - kneeY;
  const x = (side: number, u: number): number => r(MID + side * u);
  const outer = (side: number, inset = 0): string =>
    `M${x(side, cut.waist - inset)} ${top}C${x(side, cut.waist + 12 - inset)} ${top + 70} ${x(side, cut.hip - 6 - inset)} ${hipY - 60} ${x(side, cut.hip - inset)} ${hipY}` +
    `C${x(side, cut.hip + 12 - inset)} ${r(hipY + (kneeY - hipY) * 0.26)} ${x(side, cut.knee[0] - 2 - inset)} ${r(kneeY - (kneeY - hipY) * 0.34)} ${x(side, cut.knee[0] - inset)} ${kneeY}` +
    `C${x(side, cut.knee[0] + 2 - inset)} ${r(kneeY + shin * 0.25)} ${x(side, cut.hem[0] - 4 - inset)} ${r(cut.length - shin * 0.34)} ${x(side, cut.hem[0] - inset)} ${cut.length}`;
  const hem = (side: number, lift = 0): string => {
    const widen = lift * 0.06;
    return `M${x(side, cut.hem[0] - widen)} ${cut.length - lift}Q${x(side, (cut.hem[0] + cut.hem[1]) / 2)} ${cut.length + 14 - lift} ${x(side, cut.hem[1] - widen)} ${cut.length + 3 - lift}`;
  };
  const inner = (side: number): string =>
    `${x(side, cut.hem[1])} ${cut.length + 3}C${x(side, cut.hem[1] - 8)} ${r(cut.length - shin * 0.36)} ${x(side, cut.knee[1] + 4)} ${r(kneeY + shin * 0.25)} ${x(side, cut.knee[1])} ${kneeY}` +
    `C${x(side, cut.knee[1] - 6)} ${r(kneeY - (kneeY - cut.crotch) * 0.36)} ${x(side, 16)} ${r(cut.crotch + (kneeY - cut.crotch) * 0.2)} ${MID} ${cut.crotch}`;
  const innerDown = (side: number): string =>
    `C${x(side, 16)} ${r(cut.crotch + (kneeY - cut.crotch) * 0.2)} ${x(side, cut.knee[1] - 6)} ${r(kneeY - (kneeY - cut.crotch) * 0.36)} ${x(side, cut.knee[1])} ${kneeY}` +
    `C${x(side, cut.knee[1] + 4)} ${r(kneeY + shin * 0.25)} ${x(side, cut.hem[1] - 8)} ${r(cut.length - shin * 0.36)} ${x(side, cut.hem[1])} ${cut.length + 3}`;
  const outerUp =
    `C${x(1, cut.hem[0] - 4)} ${r(cut.length - shin * 0.34)} ${x(1, cut.knee[0] + 2)} ${r(kneeY + shin * 0.25)} ${x(1, cut.knee[0])} ${kneeY}` +
    `C${x(1, cut.knee[0] - 2)} ${r(kneeY - (kneeY - hipY) * 0.34)} ${x(1, cut.hip + 12)} ${r(hipY + (kneeY - hipY) * 0.26)} ${x(1, cut.hip)} ${hipY}` +
    `C${x(1, cut.hip - 6)} ${hipY - 60} ${x(1, cut.waist + 12)} ${top + 70} ${x(1, cut.waist)} ${top}`;
  const rim = (dip: number): string => `Q${MID} ${top + dip} ${x(-1, cut.waist)} ${top}`;
  const outline = (dip: number): string =>
    `${outer(-1)}Q${x(-1, (cut.hem[0] + cut.hem[1]) / 2)} ${cut.length + 14} ${inner(-1)}${innerDown(1)}` +
    `Q${x(1, (cut.hem[0] + cut.hem[1]) / 2)} ${cut.length + 14} ${x(1, cut.hem[0])} ${cut.length}${outerUp}${rim(dip)}Z`;
  return { top, hipY, kneeY, x, outer, hem, inner: (side: number): string => `M${inner(side)}`, outline };
}

/** The lines of one pair of jeans. */
export type Lines = ReturnType<typeof lines>;
