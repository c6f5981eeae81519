/** The cloth of a garment: colour, woven or printed pattern and fine weave. */

import { type DrawingParams, number, text } from '#drawing/studio/params.ts';
import { lit, mix, r, seeded, shaded } from '#drawing/studio/studio.ts';
import { brightness } from './garment.ts';
import { motif } from './motifs.ts';

export interface Cloth {
  colour: string;
  /** The second colour, used for contrast parts as well. */
  second: string;
  defs: string;
  /** Paints for the body and for sleeves turned with the arm. */
  body: string;
  left: string;
  right: string;
}

interface Tile {
  width: number;
  height: number;
  draw: string;
}

const bar = (x: number, y: number, width: number, height: number, fill: string, opacity = 1): string =>
  `<rect x="${r(x)}" y="${r(y)}" width="${r(width)}" height="${r(height)}" fill="${fill}"${opacity === 1 ? '' : ` opacity="${opacity}"`}/>`;

/** Irregular threads, as in slub, khadi and linen. */
function threads(seed: string, colour: string, both: boolean): Tile {
  const next = seeded(seed);
  let light = '';
  let dark = '';
  for (let i = 0; i < 40; i++) {
    const along = next() * 230;
    const at = Math.round(next() * 118);
    const length = both ? 8 + next() * 30 : 16 + next() * 62;
    const line =
      both && i % 3 === 0
        ? `M${Math.round(along)} ${at}v${Math.round(length * 0.8)}`
        : `M${Math.round(along)} ${at}h${Math.round(length)}`;
    if (i % 2) light += line;
    else dark += line;
  }
  return {
    width: 240,
    height: 120,
    draw: `<g fill="none" stroke-width="1.3"><path d="${light}" stroke="${lit(colour, 0.55)}" opacity="${r(12 + brightness(colour) * 20) / 100}"/><path d="${dark}" stroke="${shaded(colour, 0.5)}" opacity=".18"/></g>`,
  };
}

/** Flecks of several yarns spun together, as in grey melange. */
function melange(seed: string, colour: string): Tile {
  const next = seeded(seed);
  let light = '';
  let dark = '';
  for (let i = 0; i < 150; i++) {
    const fleck = `M${Math.round(next() * 96)} ${Math.round(next() * 96)}l${r(next() * 3 - 1.5)} ${r(1 + next() * 3)}`;
    if (i % 2) light += fleck;
    else dark += fleck;
  }
  return {
    width: 96,
    height: 100,
    draw: `<g fill="none" stroke-width="1.5"><path d="${light}" stroke="${lit(colour, 0.8)}" opacity=".5"/><path d="${dark}" stroke="${shaded(colour, 0.6)}" opacity=".38"/></g>`,
  };
}

/** Translucent bands in both directions, as in a woven check. */
function check(size: number, bands: readonly (readonly [at: number, width: number, colour: string, opacity: number])[]): Tile {
  return {
    width: size,
    height: size,
    draw: bands
      .map(
        ([at, width, colour, opacity]) =>
          bar(at * size, 0, width * size, size, colour, opacity) + bar(0, at * size, size, width * size, colour, opacity),
      )
      .join(''),
  };
}

/** Feathered diamonds, as in ikat. */
function ikat(second: string, third: string): Tile {
  const feather = (half: number, height: number, fill: string): string => {
    let d = '';
    for (let i = -8; i <= 8; i++) {
      const reach = height * (1 - Math.abs(i) / 9) + (i % 2 ? 7 : 0);
      d += `M${r(40 + (i * half) / 8)} ${r(60 - reach)}V${r(60 + reach)}`;
    }
    return `<path d="${d}" stroke="${fill}" stroke-width="${r(half / 7.4)}" fill="none"/>`;
  };
  return {
    width: 80,
    height: 120,
    draw:
      feather(34, 46, second) +
      feather(20, 25, third) +
      feather(9, 9, second) +
      `<path d="M2 0V16M78 0V16M2 104V120M78 104V120" stroke="${third}" stroke-width="4"/>`,
  };
}

/** The tile of a pattern by its name; undefined for a plain cloth. */
function tile(pattern: string, colour: string, second: string, third: string, seed: string): Tile | undefined {
  switch (pattern) {
    case 'slub':
      return threads(seed, colour, false);
    case 'linen':
      return threads(seed, colour, true);
    case 'melange':
      return melange(seed, colour);
    case 'breton':
      return { width: 60, height: 34, draw: bar(0, 0, 60, 12, second) };
    case 'wide stripe':
      return { width: 60, height: 132, draw: bar(0, 0, 60, 66, second) };
    case 'trio stripe':
      return { width: 60, height: 120, draw: bar(0, 10, 60, 9, second) + bar(0, 24, 60, 9, third) + bar(0, 38, 60, 9, second) };
    case 'pencil stripe':
      return { width: 15, height: 60, draw: bar(0, 0, 2.2, 60, second, 0.85) };
    case 'bengal stripe':
      return { width: 17, height: 60, draw: bar(0, 0, 8, 60, second, 0.9) };
    case 'awning stripe':
      return {
        width: 84,
        height: 60,
        draw: bar(4, 0, 34, 60, second, 0.92) + bar(48, 0, 2.5, 60, third) + bar(75, 0, 2.5, 60, third),
      };
    case 'gingham':
      return check(22, [[0, 0.5, second, 0.5]]);
    case 'windowpane':
      return check(74, [
        [0.1, 0.03, second, 0.85],
        [0.17, 0.014, third, 0.8],
      ]);
    case 'madras':
      return check(150, [
        [0, 0.3, second, 0.48],
        [0.1, 0.03, third, 0.75],
        [0.36, 0.05, third, 0.6],
        [0.5, 0.24, mix(second, third, 0.5), 0.42],
        [0.6, 0.02, '#fff6e4', 0.7],
        [0.84, 0.08, third, 0.5],
        [0.94, 0.016, '#fff6e4', 0.75],
      ]);
    case 'tartan':
      return check(120, [
        [0, 0.34, second, 0.55],
        [0.14, 0.05, third, 0.7],
        [0.42, 0.05, second, 0.6],
        [0.68, 0.22, second, 0.34],
        [0.77, 0.025, '#f4e6cf', 0.7],
      ]);
    case 'ikat':
      return ikat(second, third);
    case 'corduroy':
      return {
        width: 9,
        height: 60,
        draw: bar(0, 0, 3, 60, shaded(colour, 0.5), 0.55) + bar(4.4, 0, 2.6, 60, lit(colour, 0.4), 0.45),
      };
    case 'quilt':
      return {
        width: 64,
        height: 64,
        draw: `<path d="M32-2L66 32 32 66-2 32Z" fill="none" stroke="${shaded(colour, 0.5)}" stroke-width="3" opacity=".45"/><path d="M32 3L61 32 32 61 3 32Z" fill="none" stroke="${lit(colour, 0.5)}" stroke-width="2.4" opacity=".4"/><path d="M32-2L66 32 32 66-2 32Z" fill="none" stroke="${second}" stroke-width="1.4" stroke-dasharray="4 3" opacity=".7"/>`,
      };
    case 'waffle':
      return {
        width: 13,
        height: 13,
        draw:
          bar(0, 0, 13, 3, lit(colour, 0.5), 0.4) +
          bar(0, 0, 3, 13, lit(colour, 0.5), 0.32) +
          bar(4, 4, 8, 8, shaded(colour, 0.55), 0.24),
      };
    case 'plain':
      return undefined;
    default:
      return motif(pattern, colour, second, third);
  }
}

/** The fine weave over any pattern. */
function weave(kind: string, colour: string): string {
  const bright = brightness(colour);
  const dark = `stroke="${shaded(colour, 0.7)}" opacity="${r(22 - bright * 10) / 100}"`;
  const light = `stroke="${lit(colour, 0.7)}" opacity="${r(10 + bright * 18) / 100}"`;
  const cell = (width: number, height: number, down: string, up: string, stroke: number): string =>
    `<pattern id="weave" width="${width}" height="${height}" patternUnits="userSpaceOnUse"><g fill="none" stroke-width="${stroke}"><path d="${down}" ${dark}/><path d="${up}" ${light}/></g></pattern>`;
  switch (kind) {
    case 'twill':
      return cell(5, 5, 'M-1 1L1-1M0 5L5 0M4 6L6 4', 'M-1 3.5L3.5-1M1.5 6L6 1.5', 1.1);
    case 'woven':
      return cell(5, 5, 'M0 .6H2.5M2.5 3.1H5', 'M.6 2.5V5M3.1 0V2.5', 1);
    case 'fleece':
      return cell(5, 7, 'M0 0L2.5 2 5 0M0 3.5L2.5 5.5 5 3.5', 'M2.5 0V7', 1);
    default:
      return cell(4, 5, 'M0 0L2 2.5 4 0', 'M2 0V5', 0.9);
  }
}

/** Reads the cloth from a picture's parameters; the pattern on the sleeves is rotated by the given angles. */
export function cloth(params: DrawingParams, weaveKind: string, leftTurn: number, rightTurn: number): Cloth {
  const colour = text(params, 'colour', '#46566b');
  const second = text(params, 'second', lit(colour, 0.6));
  const third = text(params, 'third', shaded(second, 0.3));
  const pattern = text(params, 'pattern', 'plain');
  const defs = weave(text(params, 'weave', weaveKind), colour);
  const t = tile(pattern, colour, second, third, `${pattern}${colour}`);
  if (t === undefined) return { colour, second, defs, body: colour, left: colour, right: colour };
  const scale = number(params, 'patternScale', 1);
  const centre = r(450 - (t.width * scale) / 2);
  const turned = (id: string, move: string): string =>
    `<pattern id="${id}" href="#cloth" patternTransform="${move} scale(${scale})"/>`;
  return {
    colour,
    second,
    defs:
      defs +
      `<pattern id="cloth" width="${t.width}" height="${t.height}" patternUnits="userSpaceOnUse" patternTransform="translate(${centre} 0) scale(${scale})">${bar(0, 0, t.width, t.height, colour)}${t.draw}</pattern>` +
      turned('clothL', `translate(150 480) rotate(${r(leftTurn)})`) +
      turned('clothR', `translate(750 480) rotate(${r(rightTurn)})`),
    body: 'url(#cloth)',
    left: 'url(#clothL)',
    right: 'url(#clothR)',
  };
}
