/** The cut of a top: outlines of body, sleeves and neckline, and its folds. */

import { seeded } from '#drawing/studio/studio.ts';
import { Folds, type Piece } from './garment.ts';

/** A point of the cut, as the distance from the middle of the garment and the height in the picture. */
export type Place = readonly [half: number, y: number];

export interface Sleeve {
  /** Outer and inner end of the cuff. */
  outer: Place;
  inner: Place;
  /** Points on the outer and inner edges; for long sleeves the elbow. */
  outerBend: Place;
  innerBend: Place;
}

export interface Cut {
  neck: Place;
  /** Depth of the front and back neckline, and whether the front is pointed. */
  frontDrop: number;
  backDrop: number;
  pointed?: boolean;
  shoulder: Place;
  armpit: Place;
  waist: Place;
  hem: Place;
  /** Distance of the hem's middle below its ends; more for a shirt-tail hem. */
  hemDrop: number;
  /** Rise of a shirt-tail hem at the sides. */
  hemRise?: number;
  sleeve?: Sleeve;
}

export interface Lines {
  body: string;
  leftSleeve: string;
  rightSleeve: string;
  frontNeck: string;
  backNeck: string;
  hem: string;
  leftArmhole: string;
  rightArmhole: string;
  leftCuff: string;
  rightCuff: string;
  leftShoulder: string;
  rightShoulder: string;
  /** Rotation of each sleeve's cloth, in degrees. */
  leftTurn: number;
  rightTurn: number;
}

const MIDDLE = 450;

/** Outlines use whole units, which keeps the files small. */
const whole = Math.round;

/** A neckline from the left shoulder to the right one, dropping to the middle. */
export function neckline(neck: Place, drop: number, pointed = false): string {
  const [half, y] = neck;
  const left = MIDDLE - half;
  const right = MIDDLE + half;
  return pointed
    ? `M${whole(left)} ${y}Q${whole(left + half * 0.3)} ${whole(y + drop * 0.55)} ${MIDDLE} ${whole(y + drop)}Q${whole(right - half * 0.3)} ${whole(y + drop * 0.55)} ${whole(right)} ${y}`
    : `M${whole(left)} ${y}C${whole(left + half * 0.08)} ${whole(y + drop * 0.72)} ${whole(left + half * 0.45)} ${whole(y + drop)} ${MIDDLE} ${whole(y + drop)}S${whole(right - half * 0.08)} ${whole(y + drop * 0.72)} ${whole(right)} ${y}`;
}

/** The hem from left to right, lowered by `by` (negative raises it, for a parallel row of stitches). */
export function hemline(cut: Cut, by = 0): string {
  const [half, y] = cut.hem;
  const left = MIDDLE - half;
  const right = MIDDLE + half;
  const top = whole(y + by - (cut.hemRise ?? 0));
  const low = whole(y + by + cut.hemDrop);
  return cut.hemRise
    ? `M${whole(left)} ${top}C${whole(left + half * 0.14)} ${whole(y + by)} ${whole(left + half * 0.32)} ${low} ${whole(left + half * 0.62)} ${low}L${whole(right - half * 0.62)} ${low}C${whole(right - half * 0.32)} ${low} ${whole(right - half * 0.14)} ${whole(y + by)} ${whole(right)} ${top}`
    : `M${whole(left)} ${top}C${whole(left + half * 0.3)} ${whole(low + 3)} ${whole(left + half * 0.62)} ${whole(low - 4)} ${MIDDLE} ${low}S${whole(right - half * 0.4)} ${whole(low + 6)} ${whole(right)} ${top}`;
}

/** Draws all outlines of a cut; `back` takes the back neckline. */
export function outlines(cut: Cut, back = false): Lines {
  const { neck, shoulder, armpit, waist, hem } = cut;
  const drop = back ? cut.backDrop : cut.frontDrop;
  const hemTop = hem[1] - (cut.hemRise ?? 0);
  const x = (side: number, half: number): number => whole(MIDDLE + side * half);
  const armhole = (side: number): string =>
    `${x(side, shoulder[0])} ${shoulder[1]}C${x(side, shoulder[0] - 16)} ${whole(shoulder[1] + (armpit[1] - shoulder[1]) * 0.5)} ${x(side, armpit[0] - 30)} ${whole(armpit[1] - 34)} ${x(side, armpit[0])} ${armpit[1]}`;
  const armholeUp = (side: number): string =>
    `C${x(side, armpit[0] - 30)} ${whole(armpit[1] - 34)} ${x(side, shoulder[0] - 16)} ${whole(shoulder[1] + (armpit[1] - shoulder[1]) * 0.5)} ${x(side, shoulder[0])} ${shoulder[1]}`;
  const sideDown = `C${x(-1, armpit[0] - 6)} ${whole(armpit[1] + 90)} ${x(-1, waist[0] - 4)} ${whole(waist[1] - 78)} ${x(-1, waist[0] + 2)} ${waist[1]}S${x(-1, hem[0] - 3)} ${whole(hemTop - 90)} ${x(-1, hem[0])} ${whole(hemTop)}`;
  const sideUp = `C${x(1, hem[0] - 3)} ${whole(hemTop - 90)} ${x(1, waist[0] + 4)} ${whole(waist[1] + 58)} ${x(1, waist[0] - 3)} ${waist[1] - 12}S${x(1, armpit[0] - 6)} ${whole(armpit[1] + 90)} ${x(1, armpit[0])} ${armpit[1]}`;
  const shoulderLine = (side: number): string =>
    `M${x(side, neck[0])} ${neck[1]}Q${x(side, (neck[0] + shoulder[0]) / 2)} ${whole((neck[1] + shoulder[1]) / 2 - 5)} ${x(side, shoulder[0])} ${shoulder[1]}`;
  const body = `${shoulderLine(-1)}${armhole(-1).replace(/^[^C]+/, '')}${sideDown}${hemline(cut).replace(/^M[^CL]+/, '')}${sideUp}${armholeUp(1)}Q${x(1, (neck[0] + shoulder[0]) / 2)} ${whole((neck[1] + shoulder[1]) / 2 - 5)} ${x(1, neck[0])} ${neck[1]}${backwards(neck, drop, cut.pointed === true && !back)}Z`;
  const s = cut.sleeve;
  const sleeve = (side: number): string =>
    s === undefined
      ? ''
      : `M${x(side, shoulder[0] - 3)} ${shoulder[1] - 1}C${x(side, shoulder[0] + 20)} ${whole(shoulder[1] + 12)} ${x(side, s.outerBend[0] - (s.outerBend[0] - shoulder[0]) * 0.34)} ${whole(s.outerBend[1] - (s.outerBend[1] - shoulder[1]) * 0.38)} ${x(side, s.outerBend[0])} ${s.outerBend[1]}` +
        `C${x(side, s.outerBend[0] + (s.outerBend[0] - shoulder[0]) * 0.22)} ${whole(s.outerBend[1] + (s.outerBend[1] - shoulder[1]) * 0.22)} ${x(side, s.outer[0] + (s.outerBend[0] - s.outer[0]) * 0.3)} ${whole(s.outer[1] + (s.outerBend[1] - s.outer[1]) * 0.3)} ${x(side, s.outer[0])} ${s.outer[1]}` +
        `Q${x(side, (s.outer[0] + s.inner[0]) / 2 - 2)} ${whole((s.outer[1] + s.inner[1]) / 2 + 9)} ${x(side, s.inner[0])} ${s.inner[1]}` +
        `Q${x(side, s.innerBend[0])} ${s.innerBend[1]} ${x(side, armpit[0])} ${armpit[1]}${armholeUp(side)}Z`;
  const cuff = (side: number): string =>
    s === undefined
      ? ''
      : `M${x(side, s.outer[0])} ${s.outer[1]}Q${x(side, (s.outer[0] + s.inner[0]) / 2 - 2)} ${whole((s.outer[1] + s.inner[1]) / 2 + 9)} ${x(side, s.inner[0])} ${s.inner[1]}`;
  const turn = s === undefined ? 0 : (Math.atan2(s.inner[1] - s.outer[1], s.outer[0] - s.inner[0]) * 180) / Math.PI;
  return {
    body,
    leftSleeve: sleeve(-1),
    rightSleeve: sleeve(1),
    frontNeck: neckline(neck, cut.frontDrop, cut.pointed),
    backNeck: neckline(neck, cut.backDrop),
    hem: hemline(cut),
    leftArmhole: `M${armhole(-1)}`,
    rightArmhole: `M${armhole(1)}`,
    leftCuff: cuff(-1),
    rightCuff: cuff(1),
    leftShoulder: shoulderLine(-1),
    rightShoulder: shoulderLine(1),
    leftTurn: whole(turn),
    rightTurn: whole(-turn),
  };
}

/** The neckline again, from right to left, to close the body with. */
function backwards(neck: Place, drop: number, pointed: boolean): string {
  const [half, y] = neck;
  const left = MIDDLE - half;
  const right = MIDDLE + half;
  return pointed
    ? `Q${whole(right - half * 0.3)} ${whole(y + drop * 0.55)} ${MIDDLE} ${whole(y + drop)}Q${whole(left + half * 0.3)} ${whole(y + drop * 0.55)} ${whole(left)} ${y}`
    : `C${whole(right - half * 0.08)} ${whole(y + drop * 0.72)} ${whole(right - half * 0.45)} ${whole(y + drop)} ${MIDDLE} ${whole(y + drop)}S${whole(left + half * 0.08)} ${whole(y + drop * 0.72)} ${whole(left)} ${y}`;
}

/** A straight line across a sleeve, `up` from its end and drawn in by `inset` on either side: the middle of a ribbed cuff. */
export function cuffLine(cut: Cut, side: number, up: number, inset: number): string {
  const s = cut.sleeve;
  if (s === undefined) return '';
  const length = Math.hypot(s.inner[0] - s.outer[0], s.inner[1] - s.outer[1]) || 1;
  const along: Place = [(s.inner[0] - s.outer[0]) / length, (s.inner[1] - s.outer[1]) / length];
  const point = (from: Place, by: number): string =>
    `${whole(MIDDLE + side * (from[0] + along[0] * by - along[1] * up))} ${whole(from[1] + along[1] * by + along[0] * up)}`;
  return `M${point(s.outer, inset)}L${point(s.inner, -inset)}`;
}

/** A band across the end of a sleeve, as tall as given: the cuff of a shirt, a turned-up sleeve, a border. */
export function cuffBand(cut: Cut, side: number, height: number, wider = 0): string {
  const s = cut.sleeve;
  if (s === undefined) return '';
  const up = (from: Place, to: Place): Place => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    return [from[0] + ((to[0] - from[0]) / length) * height, from[1] + ((to[1] - from[1]) / length) * height];
  };
  const [a, b] = [up(s.outer, s.outerBend), up(s.inner, s.innerBend)];
  const point = ([half, y]: Place, by: number): string => `${whole(MIDDLE + side * (half + by))} ${whole(y)}`;
  const bow = (p: Place, q: Place): string => `${whole(MIDDLE + side * ((p[0] + q[0]) / 2 - 2))} ${whole((p[1] + q[1]) / 2 + 9)}`;
  return `M${point(s.outer, wider)}Q${bow(s.outer, s.inner)} ${point(s.inner, -wider)}L${point(b, -wider)}Q${bow(b, a)} ${point(a, wider)}Z`;
}

/** The pieces of a cut, from back to front: sleeves, then the body. */
export function pieces(cut: Cut, lines: Lines, fills: { body: string; left: string; right: string }): Piece[] {
  const { armpit, shoulder, sleeve } = cut;
  const body: Piece = { d: lines.body, fill: fills.body, across: [MIDDLE - armpit[0], 600, MIDDLE + armpit[0], 640] };
  if (sleeve === undefined) return [body];
  const mid: Place = [(sleeve.outerBend[0] + sleeve.outer[0]) / 2, (sleeve.outerBend[1] + sleeve.outer[1]) / 2];
  const near: Place = [
    (sleeve.innerBend[0] + armpit[0] + sleeve.inner[0]) / 3,
    (sleeve.innerBend[1] + armpit[1] + sleeve.inner[1]) / 3,
  ];
  const lift = (shoulder[1] - mid[1]) * 0.1;
  return [
    { d: lines.leftSleeve, fill: fills.left, across: [MIDDLE - mid[0], mid[1] + lift, MIDDLE - near[0], near[1]] },
    { d: lines.rightSleeve, fill: fills.right, across: [MIDDLE + near[0] - 30, near[1], MIDDLE + mid[0], mid[1] + lift] },
    body,
  ];
}

/** The folds of a hanging top: from the armpits, down the chest, at the waist, up from the hem and along the sleeves. */
export function hangingFolds(cut: Cut, seed: string, body = 1): Folds {
  const folds = new Folds();
  const next = seeded(seed);
  const near = (value: number, spread: number): number => value + (next() - 0.5) * 2 * spread;
  const { armpit, waist, hem, shoulder, sleeve } = cut;
  for (const side of [-1, 1]) {
    const x = (half: number): number => MIDDLE + side * half;
    folds.add(x(armpit[0] + 8), armpit[1] - 8, x(near(70, 22)), near(armpit[1] + 62, 22), near(11, 2) * body, side * 0.08);
    folds.add(x(armpit[0] + 4), armpit[1] + 14, x(near(104, 26)), near(armpit[1] + 166, 24), near(12, 3) * body, side * 0.1);
    folds.add(x(armpit[0]), armpit[1] + 40, x(near(150, 20)), near(armpit[1] + 290, 40), near(9, 3) * body, side * 0.06);
    folds.add(
      x(near(shoulder[0] - 52, 12)),
      shoulder[1] + 4,
      x(near(armpit[0] - 84, 14)),
      near(armpit[1] + 20, 20),
      near(6, 2) * body,
      side * -0.06,
    );
    folds.add(
      x(waist[0] + 4),
      near(waist[1] - 30, 20),
      x(near(110, 30)),
      near(waist[1] + 46, 24),
      near(9, 3) * body,
      side * 0.06,
    );
    if (sleeve) {
      const long = sleeve.outer[1] - shoulder[1] > 380;
      folds.add(
        x(armpit[0] - 2),
        armpit[1] - 16,
        x((shoulder[0] + sleeve.outerBend[0]) / 2 + 12),
        near((armpit[1] + shoulder[1]) / 2 + 10, 12),
        near(9, 2),
        side * -0.1,
      );
      folds.add(
        x(armpit[0] - 2),
        armpit[1],
        x(sleeve.outerBend[0] - 18),
        near((armpit[1] + sleeve.outerBend[1]) / 2, 14),
        near(9, 2),
        side * -0.08,
      );
      folds.add(
        x(sleeve.inner[0] + 18),
        sleeve.inner[1] - 6,
        x(near(shoulder[0] + 34, 8)),
        near(shoulder[1] + 90, 20),
        near(7, 2),
        side * 0.05,
      );
      if (long) {
        const elbow = sleeve.innerBend;
        folds.add(x(elbow[0] - 4), elbow[1] - 30, x(sleeve.outerBend[0] - 14), near(elbow[1] - 64, 14), near(9, 2), side * 0.1);
        folds.add(x(elbow[0] - 4), elbow[1] + 8, x(sleeve.outerBend[0] - 8), near(elbow[1] + 6, 14), near(10, 2), side * 0.1);
        folds.add(
          x(sleeve.inner[0]),
          sleeve.inner[1] - 70,
          x(sleeve.outer[0] - 20),
          near(sleeve.outer[1] - 120, 14),
          near(8, 2),
          side * 0.08,
        );
        folds.add(
          x(sleeve.inner[0] - 2),
          sleeve.inner[1] - 26,
          x(sleeve.outer[0] - 10),
          near(sleeve.outer[1] - 58, 10),
          near(8, 2),
          side * 0.08,
        );
      }
    }
  }
  const reach = hem[1] - waist[1];
  for (const [at, height, width] of [
    [-0.82, 0.75, 9],
    [-0.44, 0.45, 12],
    [0.06, 0.6, 7],
    [0.5, 0.38, 13],
    [0.8, 0.85, 8],
  ] as const) {
    const half = at * hem[0];
    folds.add(
      near(MIDDLE + half, 22),
      hem[1] + cut.hemDrop + 24,
      near(MIDDLE + half * 0.76, 24),
      near(hem[1] - reach * height, reach * 0.14),
      near(width, 3) * body,
      near(0, 0.07),
    );
  }
  folds.add(
    near(MIDDLE - 60, 20),
    near(waist[1] - 40, 20),
    near(MIDDLE + 80, 20),
    near(waist[1] + 30, 20),
    near(7, 2) * body,
    0.1,
  );
  return folds;
}
