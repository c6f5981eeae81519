/**
 * Prints and weaves of India as repeating patterns: hand-block sprigs, trellis, medallions, paisley, tie-dye dots, ikat,
 * ajrakh stars, waves, stripes and checks.
 */

import { r, seeded } from './studio.ts';

/** The inks of a print: the main one and the accent. */
export interface Inks {
  ink: string;
  accent: string;
}

/** One pattern repeat: width, height and content. */
type Repeat = [width: number, height: number, content: string];

/** Petals around a point. */
const petals = (count: number, rx: number, ry: number, distance: number, colour: string, turn = 0): string =>
  Array.from(
    { length: count },
    (_, i) =>
      `<ellipse cy="${-distance}" rx="${rx}" ry="${ry}" fill="${colour}" transform="rotate(${r((360 / count) * i + turn)})"/>`,
  ).join('');

/** The same motif twice in the repeat, as a half drop. */
const halfDrop = (w: number, h: number, motif: string, id: string): Repeat => [
  w,
  h,
  `<g id="${id}" transform="translate(${w / 4} ${h / 4})">${motif}</g><use href="#${id}" x="${w / 2}" y="${h / 2}"/>`,
];

/** A sprig: flower, curved stem and two leaves. */
const buti = ({ ink, accent }: Inks): Repeat =>
  halfDrop(
    72,
    84,
    `<path d="M1 -2C4 8 2 14 -3 21M1 8C6 4 11 5 14 8C10 12 4 12 1 8M0 13C-5 8 -10 9 -13 12C-9 16 -3 17 0 13" fill="${ink}" stroke="${ink}" stroke-width="1.4"/><path d="M1 -2C4 8 2 14 -3 21" fill="none" stroke="${ink}" stroke-width="2"/>` +
      `<g transform="translate(1.2 -8.8)">${petals(6, 3, 4.6, 5.4, accent)}<circle r="2.6" fill="${ink}"/></g><path d="M-4 22l-3 3M-2 23v4M-1 22l3 3" stroke="${ink}" stroke-width="1.3"/>`,
    'buti',
  );

/** An ogee trellis of vines with leaves and a flower at each crossing. */
const jaal = ({ ink, accent }: Inks): Repeat => {
  const leaf = (x: number, y: number, a: number): string =>
    `<path d="M0 0Q7 -7 16 0Q7 7 0 0Z" fill="${ink}" transform="translate(${x} ${y})rotate(${a})"/>`;
  return [
    96,
    124,
    `<path d="M0 0C4 34 44 28 48 62C52 96 92 90 96 124M96 0C92 34 52 28 48 62C44 96 4 90 0 124" fill="none" stroke="${ink}" stroke-width="2.4"/>` +
      leaf(14, 30, -60) +
      leaf(32, 36, 60) +
      leaf(82, 30, -120) +
      leaf(64, 36, 120) +
      leaf(14, 94, 60) +
      leaf(32, 88, -60) +
      leaf(82, 94, 120) +
      leaf(64, 88, -120) +
      `<g transform="translate(49 61)">${petals(8, 4, 7.5, 9, accent)}<circle r="4" fill="${ink}"/></g>` +
      [
        [0, 0],
        [96, 0],
        [0, 124],
        [96, 124],
      ]
        .map(([x, y]) => `<g transform="translate(${x} ${y})">${petals(6, 4, 6, 7, accent)}<circle r="3.4" fill="${ink}"/></g>`)
        .join('') +
      `<path d="M48 14c6 6 6 12 0 18c-6 -6 -6 -12 0 -18M48 110c6 -6 6 -12 0 -18c-6 6 -6 12 0 18" fill="${accent}"/>`,
  ];
};

/** Round medallions of petals and dots. */
const medallion = ({ ink, accent }: Inks): Repeat =>
  halfDrop(
    116,
    116,
    `<circle r="21" fill="none" stroke="${ink}" stroke-width="3.6" stroke-dasharray=".1 5.2" stroke-linecap="round"/><circle r="16.5" fill="none" stroke="${ink}" stroke-width="1.4"/>${petals(8, 3.4, 5.6, 9, accent)}<circle r="4" fill="${ink}"/><circle r="1.6" fill="${accent}"/>`,
    'medallion',
  );

/** Paisley with an inner outline and a dotted edge. */
const paisley = ({ ink, accent }: Inks): Repeat => {
  const shape = 'M4 -22C-6 -14 -16 -4 -14 9C-12 21 6 24 12 12C17 1 9 -8 2 -9C0 -15 8 -18 4 -22Z';
  return halfDrop(
    104,
    112,
    `<path d="${shape}" fill="${ink}"/><path d="${shape}" fill="none" stroke="${ink}" stroke-width="2.6" stroke-dasharray=".1 4.6" stroke-linecap="round" transform="scale(1.34)"/><path d="${shape}" fill="${accent}" transform="translate(0 2.6)scale(.56)"/><g transform="translate(-1 8)">${petals(5, 1.8, 2.6, 3, ink)}</g>`,
    'paisley',
  );
};

/** Tie-dye dots in diamonds. */
const bandhani = ({ ink, accent }: Inks): Repeat => {
  const dot = (x: number, y: number, colour: string): string =>
    `<circle cx="${x}" cy="${y}" r="3" fill="none" stroke="${colour}" stroke-width="2.5"/>`;
  const diamond = (x: number, y: number, colour: string): string =>
    dot(x, y - 9, colour) + dot(x - 9, y, colour) + dot(x + 9, y, colour) + dot(x, y + 9, colour);
  return [72, 72, diamond(18, 18, ink) + diamond(54, 54, ink) + dot(18, 54, accent) + dot(54, 18, accent)];
};

/** Ikat diamonds with feathered edges. */
const ikat = ({ ink, accent }: Inks): Repeat => {
  const next = seeded('ikat');
  const columns = (half: number, rise: number): string => {
    let d = '';
    for (let i = -half; i <= half; i += 1) {
      const h = rise * (1 - Math.abs(i) / (half + 1)) + next() * 9;
      d += `M${48 + i * 4} ${r(60 - h + next() * 4)}V${r(60 + h)}`;
    }
    return d;
  };
  const band = (half: number, rise: number, colour: string): string =>
    `<path d="${columns(half, rise)}" stroke="${colour}" stroke-width="4.1"/>`;
  const corners = Array.from(
    { length: 8 },
    (_, i) =>
      `M${2 + i * 4} ${r(-2)}V${r(18 - i * 2.2 + next() * 6)}M${94 - i * 4} -2V${r(18 - i * 2.2 + next() * 6)}M${2 + i * 4} 122V${r(102 + i * 2.2 - next() * 6)}M${94 - i * 4} 122V${r(102 + i * 2.2 - next() * 6)}`,
  ).join('');
  return [
    96,
    120,
    `${band(10, 48, ink) + band(6, 30, accent) + band(2, 12, ink)}<path d="${corners}" stroke="${accent}" stroke-width="4.1"/>`,
  ];
};

/** Ajrakh: eight-pointed stars in a grid of double lines and dots. */
const ajrakh = ({ ink, accent }: Inks): Repeat => [
  112,
  112,
  `<path d="M0 3H112M0 109H112M3 0V112M109 0V112" stroke="${ink}" stroke-width="2.6"/><path d="M0 0H112M0 112H112M0 0V112M112 0V112" stroke="${accent}" stroke-width="3.4" stroke-dasharray="3 4"/>` +
    `<g transform="translate(56 56)"><rect x="-26" y="-26" width="52" height="52" fill="${accent}"/><rect x="-26" y="-26" width="52" height="52" fill="${accent}" transform="rotate(45)"/><circle r="25" fill="none" stroke="${ink}" stroke-width="2.6"/>${petals(8, 4.4, 8, 13, ink, 22.5)}<circle r="4.6" fill="${ink}"/></g>` +
    [
      [17, 17],
      [95, 17],
      [17, 95],
      [95, 95],
    ]
      .map(
        ([x, y]) =>
          `<g transform="translate(${x} ${y})">${petals(4, 3.4, 5.6, 6, ink, 45)}<circle r="2.2" fill="${accent}"/></g>`,
      )
      .join(''),
];

/** Scattered leaves on short stalks. */
const leaves = ({ ink, accent }: Inks): Repeat => {
  const leaf = (x: number, y: number, a: number, colour: string): string =>
    `<g transform="translate(${x} ${y})rotate(${a})"><path d="M0 -17C9 -9 9 6 0 14C-9 6 -9 -9 0 -17Z" fill="${colour}"/><path d="M0 -12V22" stroke="${ink}" stroke-width="1.3"/></g>`;
  return [
    104,
    104,
    leaf(24, 26, 28, accent) +
      leaf(76, 30, -52, ink) +
      leaf(50, 78, 112, accent) +
      leaf(92, 84, 10, ink) +
      leaf(10, 82, -30, ink),
  ];
};

/** Waves of fine diagonal lines, as in leheriya tie-dye. */
const waves = ({ ink, accent }: Inks): Repeat => [
  96,
  60,
  [0, 15, 30, 45]
    .map(
      (y, i) =>
        `<path d="M0 ${y}L24 ${y + 15}L48 ${y}L72 ${y + 15}L96 ${y}M0 ${y - 60}L24 ${y - 45}L48 ${y - 60}L72 ${y - 45}L96 ${y - 60}" fill="none" stroke="${i % 2 ? accent : ink}" stroke-width="${i % 2 ? 2.4 : 4.6}"/>`,
    )
    .join(''),
];

const stripe = ({ ink, accent }: Inks): Repeat => [
  44,
  10,
  `<rect x="4" width="14" height="10" fill="${ink}"/><rect x="24" width="3" height="10" fill="${accent}"/><rect x="33" width="3" height="10" fill="${accent}"/>`,
];

const pinstripe = ({ ink }: Inks): Repeat => [18, 10, `<rect x="4" width="2.6" height="10" fill="${ink}"/>`];

const check = ({ ink, accent }: Inks): Repeat => [
  92,
  92,
  `<g fill="${ink}" opacity=".5"><rect width="40" height="92"/><rect width="92" height="40"/></g><g fill="${accent}" opacity=".8"><rect x="64" width="4" height="92"/><rect y="64" width="92" height="4"/></g><g fill="${ink}"><rect x="19" width="2.6" height="92"/><rect y="19" width="92" height="2.6"/></g>`,
];

const gingham = ({ ink }: Inks): Repeat => [
  36,
  36,
  `<g fill="${ink}" opacity=".55"><rect width="18" height="36"/><rect width="36" height="18"/></g>`,
];

const PRINTS: Record<string, (inks: Inks) => Repeat> = {
  buti,
  jaal,
  medallion,
  paisley,
  bandhani,
  ikat,
  ajrakh,
  leaves,
  waves,
  stripe,
  pinstripe,
  check,
  gingham,
};

/**
 * Definitions of a print under the given id, and of the same print turned a little under `<id>-l` and `<id>-r` for the
 * left and right sleeve. A print that is not known, such as plain, is an empty repeat.
 */
export function printDefs(id: string, name: string, inks: Inks, scale = 1, turn = 0): string {
  const [w, h, content] = PRINTS[name]?.(inks) ?? [40, 40, ''];
  const turned = (suffix: string, angle: number): string =>
    `<pattern id="${id}-${suffix}" href="#${id}" patternTransform="rotate(${turn + angle})scale(${scale})"/>`;
  return `<pattern id="${id}" width="${w}" height="${h}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})scale(${scale})">${content}</pattern>${turned('l', 13)}${turned('r', -13)}`;
}

/** Definition of the plain weave of the cloth: fine threads both ways. */
export const weaveDefs = (light: string, dark: string, scale = 1): string =>
  `<pattern id="weave" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="scale(${scale})"><path d="M0 1.5H3M3 4.5H6" stroke="${light}" stroke-width="1.6" opacity=".2"/><path d="M1.5 3V6M4.5 0V3" stroke="${dark}" stroke-width="1.6" opacity=".13"/></pattern>`;
