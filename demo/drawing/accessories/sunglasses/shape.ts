/** The shapes of sunglasses in millimetres and their projection: x across the face, y up, z backwards from the lenses. */

import { r } from '#drawing/studio/studio.ts';

export type Point = [x: number, y: number];
export type Point3 = [x: number, y: number, z: number];

export const SHAPES = ['wayfarer', 'round', 'aviator', 'cateye', 'rectangle', 'oversized', 'clubmaster'] as const;
export type Shape = (typeof SHAPES)[number];

export interface Outline {
  /** The right lens, clockwise from the inner top. */
  lens: Point[];
  /** The right half of the frame's outer edge, from the bridge's top middle to its bottom middle; empty for wire frames. */
  frame: Point[];
  /** Position of the temple's hinge. */
  hinge: Point;
}

/** One outline for each shape. */
export const OUTLINES: Record<Shape, Outline> = {
  wayfarer: {
    lens: [
      [11, 15],
      [34, 18],
      [57, 17],
      [61, 10],
      [57, -8],
      [49, -18],
      [34, -21],
      [20, -18],
      [12, -7],
      [9, 6],
    ],
    frame: [
      [0, 15],
      [10, 19.5],
      [34, 22.5],
      [60, 24],
      [70, 22],
      [68, 14],
      [65, 8],
      [61, -10],
      [52, -22],
      [34, -25],
      [18, -22.5],
      [9, -11],
      [6, 3],
      [0, 7],
    ],
    hinge: [66, 18],
  },
  round: {
    lens: [
      [22, 19],
      [33, 22.5],
      [45, 19.5],
      [53.5, 11],
      [56, 0],
      [53, -11],
      [45, -19.5],
      [33, -22.5],
      [22, -20],
      [13.5, -11],
      [10.5, 0],
      [13, 11],
    ],
    frame: [],
    hinge: [58, 6],
  },
  aviator: {
    lens: [
      [12, 16],
      [26, 18.5],
      [44, 18],
      [59, 14],
      [64, 6],
      [62, -10],
      [54, -24],
      [41, -31],
      [27, -28.5],
      [15.5, -16],
      [9, 0],
      [8.6, 10],
    ],
    frame: [],
    hinge: [63, 13],
  },
  cateye: {
    lens: [
      [10, 11],
      [28, 15],
      [48, 19],
      [60, 18.5],
      [63, 12],
      [60, -4],
      [51, -15.5],
      [35, -19],
      [20, -16.5],
      [11, -5],
    ],
    frame: [
      [0, 12],
      [10, 15.5],
      [30, 19.5],
      [52, 24.5],
      [67, 29],
      [73, 28.5],
      [70, 18],
      [67, 3],
      [57, -18],
      [36, -23.5],
      [18, -20.5],
      [8.5, -8],
      [6, 2],
      [0, 5],
    ],
    hinge: [67, 20],
  },
  rectangle: {
    lens: [
      [11, 12.5],
      [34, 14],
      [58, 13.5],
      [61.5, 9],
      [60, -8],
      [55, -14.5],
      [35, -16],
      [16, -15],
      [11, -9],
      [9, 6],
    ],
    frame: [
      [0, 12],
      [10, 17],
      [34, 18.5],
      [60, 18.5],
      [69, 17.5],
      [69, 10],
      [66, 6],
      [64.5, -9],
      [57, -19],
      [35, -20.5],
      [14, -19.5],
      [8, -12],
      [5.5, 1],
      [0, 5],
    ],
    hinge: [66, 13],
  },
  oversized: {
    lens: [
      [12, 19],
      [32, 23],
      [52, 21.5],
      [63, 14],
      [65, 0],
      [60, -16],
      [48, -25],
      [33, -27],
      [19, -23],
      [10, -10],
      [8, 6],
    ],
    frame: [
      [0, 15],
      [10, 23],
      [32, 27.5],
      [56, 26.5],
      [70, 20],
      [72, 14],
      [70, 0],
      [64, -19],
      [50, -29.5],
      [32, -31.5],
      [16, -27],
      [6.5, -13],
      [4.5, 2],
      [0, 7],
    ],
    hinge: [68, 17],
  },
  clubmaster: {
    lens: [
      [12, 12],
      [32, 15],
      [54, 14],
      [58, 8],
      [56, -8],
      [48, -17],
      [34, -20],
      [20, -17],
      [12, -7],
      [10, 4],
    ],
    frame: [
      [0, 11],
      [10, 14.5],
      [32, 19.5],
      [58, 22],
      [70, 20],
      [68, 12],
      [61, 10],
      [56, 9],
      [34, 9.5],
      [14, 7.5],
      [8, 7.5],
      [0, 6.5],
    ],
    hinge: [66, 16],
  },
};

/** A camera: rotation around the vertical axis and downward tilt in degrees; `scale` in units per millimetre. */
export interface Camera {
  turn: number;
  down: number;
  scale: number;
  /** Perspective: shrinking per millimetre of depth. */
  vanish: number;
}

/** Projects a point to the picture. The front is slightly curved: its sides are further back. */
export function see({ turn, down, scale, vanish }: Camera, [x, y, depth]: Point3): Point {
  const [a, b] = [(turn * Math.PI) / 180, (down * Math.PI) / 180];
  const z = depth + (x * x) / 900;
  const across = x * Math.cos(a) + z * Math.sin(a);
  const back = z * Math.cos(a) - x * Math.sin(a);
  const k = scale / (1 + back * vanish);
  return [across * k, -(y * Math.cos(b) + back * Math.sin(b)) * k];
}

/** A smooth closed path through points. */
export function smoothClosed(points: Point[]): string {
  const at = (i: number): Point => points[(i + points.length) % points.length] ?? [0, 0];
  let d = `M${r(at(0)[0])} ${r(at(0)[1])}`;
  for (let i = 0; i < points.length; i++) d += bend(at(i - 1), at(i), at(i + 1), at(i + 2));
  return `${d}Z`;
}

/** A smooth open path through points. */
export function smoothOpen(points: Point[]): string {
  const at = (i: number): Point => points[Math.max(0, Math.min(points.length - 1, i))] ?? [0, 0];
  let d = `M${r(at(0)[0])} ${r(at(0)[1])}`;
  for (let i = 0; i < points.length - 1; i++) d += bend(at(i - 1), at(i), at(i + 1), at(i + 2));
  return d;
}

/** One Bézier piece of a Catmull–Rom curve from b to c. */
function bend(a: Point, b: Point, c: Point, e: Point): string {
  const t = 0.17;
  const n = [b[0] + (c[0] - a[0]) * t, b[1] + (c[1] - a[1]) * t, c[0] - (e[0] - b[0]) * t, c[1] - (e[1] - b[1]) * t, c[0], c[1]];
  return `C${n.map(r).join(' ')}`;
}

/** The other side of the face. */
export const mirrored = (points: Point[]): Point[] => points.map(([x, y]): Point => [-x, y]).reverse();
