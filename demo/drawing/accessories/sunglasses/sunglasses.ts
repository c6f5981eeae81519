/** Sunglasses: open from the front, turned to one side, or close up on a lens and its hinge. */

import { METALS, type Metal, metalGradient, tones } from '#drawing/studio/metal.ts';
import { choice, flag, text } from '#drawing/studio/params.ts';
import { type Drawing, lit, r, seeded, shaded, studio } from '#drawing/studio/studio.ts';
import {
  type Camera,
  mirrored,
  OUTLINES,
  type Point,
  type Point3,
  SHAPES,
  type Shape,
  see,
  smoothClosed,
  smoothOpen,
} from './shape.ts';

const VIEWS = ['front', 'angle', 'detail'] as const;
const FRAMES = ['acetate', 'wire', 'tortoise'] as const;

interface Sunglasses {
  shape: Shape;
  frame: (typeof FRAMES)[number];
  colour: string;
  metal: Metal;
  lens: string;
  lensEnd: string;
  mirror: boolean;
}

/** Gradients, the tortoise pattern and the shadow's blur. */
function definitions({ colour, metal, lens, lensEnd, mirror, frame }: Sunglasses): string {
  const random = seeded('tortoise');
  let spots = '';
  for (let i = 0; frame === 'tortoise' && i < 13; i++) {
    const [x, y, w, h] = [random() * 150, random() * 110, 12 + random() * 24, 7 + random() * 13];
    spots += `<path d="M${r(x - w)} ${r(y)}Q${r(x - w * 0.6)} ${r(y - h * 1.4)} ${r(x)} ${r(y - h)}T${r(x + w)} ${r(y - h * 0.2)}Q${r(x + w * 0.7)} ${r(y + h)} ${r(x + w * 0.1)} ${r(y + h * 0.7)}T${r(x - w)} ${r(y)}Z"/>`;
  }
  const tortoise =
    frame === 'tortoise'
      ? `<pattern id="tortoise" width="150" height="110" patternUnits="userSpaceOnUse" patternTransform="rotate(-14)"><rect width="150" height="110" fill="${colour}"/><g id="spots" fill="#221007" opacity=".52">${spots}</g><use href="#spots" transform="translate(70 50) scale(.55)"/></pattern>`
      : '';
  return (
    tortoise +
    metalGradient('wire', metal, [0, 0, 1, 1]) +
    `<linearGradient id="acetate" x1="0" y1="0" x2=".8" y2="1"><stop stop-color="${lit(colour, 0.36)}"/><stop offset=".3" stop-color="${lit(colour, 0.1)}"/><stop offset=".6" stop-color="${colour}"/><stop offset="1" stop-color="${shaded(colour, 0.45)}"/></linearGradient>` +
    `<linearGradient id="body" x1="0" y1="0" x2=".5" y2="1"><stop stop-color="#fff" stop-opacity=".3"/><stop offset=".4" stop-color="#fff" stop-opacity=".02"/><stop offset="1" stop-color="#000" stop-opacity=".4"/></linearGradient>` +
    `<linearGradient id="tint" x2=".12" y2="1"><stop stop-color="${lens}" stop-opacity=".97"/><stop offset=".55" stop-color="${lens}" stop-opacity=".9"/><stop offset="1" stop-color="${lensEnd}" stop-opacity=".74"/></linearGradient>` +
    `<linearGradient id="sky" x1="0" y1="0" x2=".7" y2="1"><stop stop-color="#fff" stop-opacity="${mirror ? 0.75 : 0.5}"/><stop offset=".5" stop-color="#fff" stop-opacity=".06"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>` +
    `<linearGradient id="horizon" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".1"/><stop offset=".46" stop-color="#fff" stop-opacity=".42"/><stop offset=".5" stop-color="#000" stop-opacity=".28"/><stop offset="1" stop-color="#fff" stop-opacity=".12"/></linearGradient>` +
    `<filter id="cast" x="-30%" y="-60%" width="160%" height="220%"><feGaussianBlur stdDeviation="15"/></filter>`
  );
}

/** Defines a path under an id, to be painted several times with `paint`. */
const keep = (id: string, d: string): string => `<defs><path id="${id}" d="${d}"/></defs>`;

/** Paints a defined path once with the given attributes. */
const paint = (id: string, attributes: string): string => `<use href="#${id}" ${attributes}/>`;

/** Points on the front plane as the camera sees them; `z` moves them back, for the thickness of the front. */
const onFront = (camera: Camera, points: Point[], z = 0): Point[] => points.map(([x, y]) => see(camera, [x, y, z]));

/** A temple from the hinge to behind the ear, as a filled side with the thickness of its upper edge. */
function temple(glasses: Sunglasses, camera: Camera, side: 1 | -1): string {
  const [hx, hy] = OUTLINES[glasses.shape].hinge;
  const wire = glasses.frame === 'wire';
  const t = tones(glasses.metal);
  const along: [z: number, drop: number, height: number, inward: number][] = wire
    ? [
        [0, 0, 2, 0],
        [30, 0, 2, -1],
        [70, 0, 2.2, -1],
        [98, -2, 4.6, 1],
        [116, -13, 5.6, 3],
        [130, -27, 5.4, 5],
        [136, -34, 4, 6],
      ]
    : [
        [0, 0, glasses.shape === 'oversized' ? 13 : 9, 0],
        [22, -0.4, 8, -1.5],
        [60, -0.6, 6.4, -2],
        [95, -2, 6.4, 0],
        [114, -12, 7.6, 2],
        [130, -26, 8, 5],
        [136, -33, 5, 6],
      ];
  const thick = wire ? 1.6 : 3.6;
  const edge = (height: number, offset: number): Point3[] =>
    along.map(([z, drop, h, inward]) => [side * (hx - inward - offset), hy + drop + (h / 2) * height, z + 1]);
  const seen = (points: Point3[]): Point[] => points.map((p) => see(camera, p));
  const [top, bottom, topInner, bottomInner] = [seen(edge(1, 0)), seen(edge(-1, 0)), seen(edge(1, thick)), seen(edge(-1, thick))];
  const strip = (a: Point[], b: Point[]): string => `${smoothOpen(a)}L${smoothOpen([...b].reverse()).slice(1)}Z`;
  const fill = wire ? 'url(#wire)' : glasses.frame === 'tortoise' ? 'url(#tortoise)' : 'url(#acetate)';
  const dark = wire ? t.deep : shaded(glasses.colour, 0.7);
  // The far surface first, then the edges that join both, then the near one.
  const [near, nearBottom, far, farBottom] =
    side * Math.sign(camera.turn || 1) > 0 ? [topInner, bottomInner, top, bottom] : [top, bottom, topInner, bottomInner];
  const width = r(camera.scale * (wire ? 0.35 : 0.22));
  const id = side === 1 ? 'templeright' : 'templeleft';
  const end = [far, near, nearBottom, farBottom].map((points) => (points.at(-1) ?? [0, 0]).map(r).join(' ')).join('L');
  const tipColour = wire ? t.dark : shaded(glasses.colour, 0.38);
  const tip = `<path d="M${end}Z" fill="${tipColour}" stroke="${tipColour}" stroke-width="${r(camera.scale * 0.9)}" stroke-linejoin="round"/>`;
  return (
    keep(id, strip(near, nearBottom)) +
    keep(`${id}top`, strip(far, near)) +
    `${tip}<path d="${strip(far, farBottom)}" fill="${dark}" stroke="${dark}" stroke-width="${width}" stroke-linejoin="round"/>${paint(id, `fill="${fill}" stroke="${dark}" stroke-opacity=".7" stroke-width="${r(width * 0.6)}" stroke-linejoin="round"`)}${paint(id, 'fill="url(#body)"')}` +
    `${paint(`${id}top`, `fill="${fill}"`)}${paint(`${id}top`, `fill="${wire ? t.light : '#fff'}" fill-opacity="${wire ? 0.8 : 0.2}"`)}<path d="${smoothOpen(near)}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="1.6"/>`
  );
}

/** One lens with its tint, the window's reflection and, when mirrored, a horizon. */
function lens(glasses: Sunglasses, camera: Camera, side: 1 | -1): string {
  const shape = OUTLINES[glasses.shape].lens;
  const seen = onFront(camera, side === 1 ? shape : mirrored(shape), 1);
  const d = smoothClosed(seen);
  const xs = seen.map((p) => p[0]);
  const ys = seen.map((p) => p[1]);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [w, h] = [x1 - x0, y1 - y0];
  const id = side === 1 ? 'lensright' : 'lensleft';
  const at = (x: number, y: number): string => `${r(x0 + w * x)} ${r(y0 + h * y)}`;
  return (
    keep(`${id}edge`, d) +
    `<clipPath id="${id}"><use href="#${id}edge"/></clipPath>${paint(`${id}edge`, 'fill="url(#tint)"')}<g clip-path="url(#${id})">${glasses.mirror ? paint(`${id}edge`, 'fill="url(#horizon)"') : ''}` +
    `<path d="M${at(-0.1, -0.1)}H${r(x0 + w * 0.62)}C${at(0.5, 0.3)} ${at(0.28, 0.62)} ${at(-0.1, 0.8)}Z" fill="url(#sky)"/><path d="M${at(0.76, -0.1)}L${at(0.24, 1.1)}H${r(x0 + w * 0.31)}L${at(0.86, -0.1)}Z" fill="#fff" opacity=".13"/><path d="M${at(0.92, -0.1)}L${at(0.4, 1.1)}H${r(x0 + w * 0.425)}L${at(0.95, -0.1)}Z" fill="#fff" opacity=".1"/>` +
    paint(`${id}edge`, `fill="none" stroke="#000" stroke-opacity=".3" stroke-width="${r(camera.scale * 2)}" x="3" y="5"`) +
    paint(`${id}edge`, `fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="${r(camera.scale * 0.9)}" x="-1" y="-2"`) +
    '</g>'
  );
}

/** Bridge, nose pads and rims of a wire frame. */
function wireFront(glasses: Sunglasses, camera: Camera): string {
  const { shape, metal } = glasses;
  const t = tones(metal);
  const { lens: outline, hinge } = OUTLINES[shape];
  let lines = 0;
  const line = (points: Point[], mm: number, closed = false): string => {
    const id = `wire${lines++}`;
    const w = mm * camera.scale;
    return (
      keep(id, (closed ? smoothClosed : smoothOpen)(onFront(camera, points))) +
      paint(id, `stroke="${t.deep}" stroke-width="${r(w + 2)}"`) +
      paint(id, `stroke="url(#wire)" stroke-width="${r(w)}"`) +
      paint(id, `stroke="${t.glint}" stroke-opacity=".85" stroke-width="${r(w * 0.26)}" x="${r(-w * 0.18)}" y="${r(-w * 0.24)}"`)
    );
  };
  const inner = outline.reduce((x, p) => Math.min(x, p[0]), 99);
  const bridge: Point[] =
    shape === 'aviator'
      ? [
          [-10, 6],
          [-4, 9],
          [4, 9],
          [10, 6],
        ]
      : [
          [-inner - 0.4, 3],
          [-5, 8],
          [0, 9],
          [5, 8],
          [inner + 0.4, 3],
        ];
  const bar =
    shape === 'aviator'
      ? line(
          [
            [-30, 18.6],
            [-12, 17.6],
            [0, 17.2],
            [12, 17.6],
            [30, 18.6],
          ],
          1.7,
        )
      : '';
  const pad = (side: number): string => {
    const [x, y] = see(camera, [side * 7.6, -5, 5]);
    return `<ellipse cx="${r(x)}" cy="${r(y)}" rx="${r(camera.scale * 1.7)}" ry="${r(camera.scale * 4)}" transform="rotate(${side * -16} ${r(x)} ${r(y)})" fill="#f4efe6" fill-opacity=".75" stroke="#8b8478" stroke-opacity=".6"/>`;
  };
  const lug = (side: number): string =>
    line(
      [
        [side * (hinge[0] - 5), hinge[1] - 1],
        [side * (hinge[0] + 1), hinge[1] + 0.6],
        [side * (hinge[0] + 1.6), hinge[1]],
      ],
      2.4,
    );
  return `${pad(-1)}${pad(1)}<g fill="none" stroke-linejoin="round" stroke-linecap="round">${line(outline, 1.5, true)}${line(mirrored(outline), 1.5, true)}${line(bridge, 1.9)}${bar}${lug(-1)}${lug(1)}</g>`;
}

/** An acetate front: one sheet with two openings, bevelled edges and small metal rivets. */
function sheetFront(glasses: Sunglasses, camera: Camera): string {
  const { shape, colour, frame } = glasses;
  const { lens: outline, frame: half, hinge } = OUTLINES[shape];
  const whole = [...half, ...mirrored(half).slice(1, -1)];
  const browOnly = shape === 'clubmaster';
  const openings = browOnly ? '' : smoothClosed(onFront(camera, outline)) + smoothClosed(onFront(camera, mirrored(outline)));
  const edge = smoothClosed(onFront(camera, whole));
  const d = edge + openings;
  const back =
    smoothClosed(onFront(camera, whole, 4)) +
    (browOnly ? '' : smoothClosed(onFront(camera, outline, 4)) + smoothClosed(onFront(camera, mirrored(outline), 4)));
  const rivet = (side: number, dx: number): string => {
    const [x, y] = see(camera, [side * (hinge[0] - 0.5 - dx), hinge[1] - 0.2, 0]);
    return `<ellipse cx="${r(x)}" cy="${r(y)}" rx="${r(camera.scale * 1.5)}" ry="${r(camera.scale * 0.7)}" fill="url(#wire)" stroke="#000" stroke-opacity=".4"/>`;
  };
  const rims = openings === '' ? '' : keep('openings', openings);
  return (
    keep('edge', edge) +
    rims +
    keep('sheet', d) +
    `<path d="${back}" fill-rule="evenodd" fill="${shaded(colour, 0.62)}"/>${browOnly ? wireFront({ ...glasses, frame: 'wire' }, camera) : ''}${paint('sheet', `fill-rule="evenodd" fill="url(#${frame === 'tortoise' ? 'tortoise' : 'acetate'})"`)}${paint('sheet', 'fill-rule="evenodd" fill="url(#body)"')}` +
    paint('sheet', `fill="none" stroke="${shaded(colour, 0.7)}" stroke-opacity=".8" stroke-width="2"`) +
    paint(
      'edge',
      `fill="none" stroke="#fff" stroke-opacity=".42" stroke-width="${r(camera.scale * 0.5)}" transform="translate(${r(camera.scale * 0.35)} ${r(camera.scale * 0.75)}) scale(.976)"`,
    ) +
    (openings === '' ? '' : paint('openings', 'fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="2" x="1.6" y="2.4"')) +
    rivet(-1, 0) +
    rivet(1, 0)
  );
}

/** The whole pair, as seen by a camera. */
function pair(glasses: Sunglasses, camera: Camera): string {
  const { lens: outline, frame: half } = OUTLINES[glasses.shape];
  const lowest = Math.min(...[...outline, ...half].map((p) => p[1]));
  const ground = (x: number, z: number): string => see(camera, [x, lowest, z]).map(r).join(' ');
  const [fx, fy] = see(camera, [0, lowest, 3]);
  const floor =
    `<g filter="url(#cast)"><path d="M${ground(-62, 2)}L${ground(62, 2)} ${ground(70, 125)} ${ground(58, 135)} ${ground(56, 22)} ${ground(-48, 22)} ${ground(-50, 135)} ${ground(-64, 125)}Z" fill="#0c0a08" opacity=".3" transform="translate(22 10)"/>` +
    `<path d="M${ground(-58, 0)}L${ground(-14, 0)} ${ground(-14, 30)} ${ground(-50, 30)}ZM${ground(14, 0)}L${ground(58, 0)} ${ground(62, 30)} ${ground(20, 30)}Z" fill="${glasses.lens}" opacity=".4" transform="translate(20 12)"/><ellipse cx="${r(fx)}" cy="${r(fy + 6)}" rx="${r(camera.scale * 52)}" ry="10" fill="#0c0a08" opacity=".4"/></g>`;
  const [first, second] = camera.turn >= 0 ? ([-1, 1] as const) : ([1, -1] as const);
  const lenses = lens(glasses, camera, 1) + lens(glasses, camera, -1);
  const sheet = OUTLINES[glasses.shape].frame.length > 0;
  return (
    floor +
    temple(glasses, camera, first) +
    temple(glasses, camera, second) +
    lenses +
    (sheet ? sheetFront(glasses, camera) : wireFront(glasses, camera))
  );
}

/**
 * Draws sunglasses. Parameters: `view` (front, angle, detail), `shape`, `frame` (acetate, wire, tortoise), `colour`, `metal`,
 * `lens` and `lensEnd` (the tint above and below), `mirror` (yes for a mirrored lens), `backdrop`.
 */
export const sunglasses: Drawing = (params) => {
  const lensColour = text(params, 'lens', '#2b2f33');
  const glasses: Sunglasses = {
    shape: choice(params, 'shape', SHAPES),
    frame: choice(params, 'frame', FRAMES),
    colour: text(params, 'colour', '#1b1c1f'),
    metal: choice(params, 'metal', METALS),
    lens: lensColour,
    lensEnd: text(params, 'lensEnd', lensColour),
    mirror: flag(params, 'mirror'),
  };
  const placed = {
    front: (): string =>
      `<g transform="translate(450 690)">${pair(glasses, { turn: 0, down: 27, scale: 5.35, vanish: 0.0016 })}</g>`,
    angle: (): string =>
      `<g transform="translate(322 680)">${pair(glasses, { turn: 36, down: 24, scale: 4.15, vanish: 0.0012 })}</g>`,
    detail: (): string =>
      `<g transform="translate(860 700) rotate(-6)">${pair(glasses, { turn: 24, down: 20, scale: 11.5, vanish: 0.0012 })}</g>`,
  }[choice(params, 'view', VIEWS)]();
  return studio({ backdrop: text(params, 'backdrop', '#e6e4de'), defs: definitions(glasses), subject: placed });
};
