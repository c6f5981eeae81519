/** A wrist watch: from the front, close on the dial, from behind, or laid open on its strap. */

import { GRAINS } from '#drawing/studio/leather.ts';
import { METALS, tones } from '#drawing/studio/metal.ts';
import { choice, type DrawingParams, flag, text } from '#drawing/studio/params.ts';
import { type Drawing, r, shaded, studio } from '#drawing/studio/studio.ts';
import { aspectOf, BEZELS, type Case, caseBack, caseDefs, caseFront, dialShare, outline, SHAPES } from './case.ts';
import { DIAL_FINISHES, type Dial, dialDefs, dialFace, HANDS, INDICES, SUB_DIALS } from './dial.ts';
import { bendShade, halfStrap, openHalf, STRAPS, type Strap, strapDefs } from './strap.ts';

const VIEWS = ['front', 'dial', 'back', 'open'] as const;

/** Case radius in units: men's watches fill more of the frame than women's. */
const SIZES = { large: 256, medium: 232, small: 220 } as const;

interface Watch {
  watchCase: Case;
  dial: Dial;
  strap: Strap;
}

/** Reads the parts of a watch from the parameters. */
function parts(params: DrawingParams): Watch {
  const metal = choice(params, 'metal', METALS);
  const shape = choice(params, 'shape', SHAPES);
  const radius = SIZES[choice(params, 'size', ['large', 'medium', 'small'])];
  const kind = choice(params, 'strap', STRAPS);
  const colour = text(params, 'dial', '#1f3350');
  const slim = shape === 'rectangle' || shape === 'oval';
  const width = radius * (shape === 'octagon' ? 1.06 : slim ? (shape === 'oval' ? 0.76 : 0.86) : radius < 225 ? 0.82 : 0.98);
  const subDials = choice(params, 'subDials', SUB_DIALS);
  const watchCase: Case = {
    shape,
    radius,
    metal,
    bezel: choice(params, 'bezel', BEZELS),
    bezelColour: text(params, 'bezelColour', '#16181d'),
    strapWidth: width,
    pushers: subDials === 'two' || subDials === 'three',
    horns: kind !== 'bangle',
  };
  const dial: Dial = {
    radius: radius * dialShare(watchCase),
    aspect: aspectOf(shape),
    straight: shape === 'rectangle',
    colour,
    subDials,
    metal,
    finish: choice(params, 'finish', DIAL_FINISHES),
    indices: choice(params, 'indices', INDICES),
    hands: choice(params, 'hands', HANDS),
    subDialColour: text(params, 'subDialColour', colour),
    accent: text(params, 'seconds', ''),
    date: flag(params, 'date'),
  };
  const strap: Strap = {
    kind,
    width: kind === 'bangle' ? width * 1.36 : width,
    colour: text(params, 'strapColour', '#7a4a2a'),
    accent: text(params, 'strapAccent', ''),
    metal,
    grain: choice(params, 'grain', GRAINS),
    middle: choice(params, 'middle', [metal, ...METALS]),
    rally: flag(params, 'rally'),
  };
  return { watchCase, dial, strap };
}

/** Dial, its shadowed edge and the reflection of the window in the glass. */
function face({ watchCase, dial }: Watch): string {
  const { shape } = watchCase;
  const R = dial.radius;
  return (
    `<g clip-path="url(#dial)">${dialFace(dial)}${outline(shape, R, 'fill="none" stroke="#000" stroke-opacity=".2" stroke-width="18"')}${outline(shape, R * 1.02, `fill="none" stroke="#000" stroke-opacity=".34" stroke-width="14" transform="translate(4 5)"`)}` +
    `<path d="M${r(-R * 1.1)} ${r(-R * 0.1)}L${r(R * 0.2)} ${r(-R * 1.2)}H${r(-R * 1.2)}Z" fill="url(#glass)"/><path d="M${r(-R)} ${r(R * 0.36)}L${r(R * 0.62)} ${r(-R)}H${r(R * 0.86)}L${r(-R * 0.86)} ${r(R * 0.52)}Z" fill="#fff" opacity=".06"/></g>` +
    outline(shape, R * 1.015, 'fill="none" stroke="#fff" stroke-opacity=".34" stroke-width="2"')
  );
}

/** The watch from the front; the strap bends away above and below. */
function worn(watch: Watch, side: 'front' | 'back'): string {
  const { watchCase, strap } = watch;
  const R = watchCase.radius;
  const start =
    R * (strap.kind === 'bangle' ? 0.72 : watchCase.shape === 'octagon' ? 1.12 : watchCase.shape === 'rectangle' ? 0.98 : 0.93);
  const length = (R > 240 ? 496 : R > 225 ? 482 : 470) - start;
  return (
    `<g id="half" transform="translate(0 ${r(start)})">${halfStrap(strap, length)}${bendShade(strap, length)}</g><use href="#half" transform="scale(1 -1)"/>` +
    (side === 'front' ? caseFront(watchCase) + face(watch) : caseBack(watchCase))
  );
}

/** The blurred shadow of the watch on the ground, to its lower right. */
function shadow({ watchCase, strap }: Watch, reach: number, opacity: number): string {
  const w = strap.width * 0.46;
  return `<g filter="url(#soft3)" transform="translate(26 36)" opacity="${opacity}">${outline(watchCase.shape, watchCase.radius, '')}<rect x="${r(-w)}" y="${-reach}" width="${r(2 * w)}" height="${2 * reach}" rx="20"/></g>`;
}

/** Definitions shared by all views. */
function definitions({ watchCase, dial, strap }: Watch): string {
  const far = strap.kind === 'leather' || strap.kind === 'fabric' ? shaded(strap.colour, 0.78) : tones(strap.metal).deep;
  return (
    caseDefs(watchCase) +
    dialDefs(dial) +
    strapDefs(strap) +
    `<filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="3.2"/></filter><filter id="soft3" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="22"/></filter>` +
    `<clipPath id="dial">${outline(watchCase.shape, dial.radius, '')}</clipPath>` +
    `<linearGradient id="bend" x2="0" y2="1"><stop stop-color="#000" stop-opacity=".42"/><stop offset=".1" stop-color="#000" stop-opacity="0"/><stop offset=".26" stop-color="#fff" stop-opacity=".2"/><stop offset=".48" stop-color="#fff" stop-opacity="0"/><stop offset=".7" stop-color="${far}" stop-opacity=".2"/><stop offset="1" stop-color="${far}" stop-opacity=".86"/></linearGradient>` +
    `<linearGradient id="glass" x1="0" y1="0" x2=".6" y2=".7"><stop stop-color="#fff" stop-opacity=".3"/><stop offset="1" stop-color="#fff" stop-opacity=".02"/></linearGradient>`
  );
}

/** The watch flat with its strap open, diagonally across the frame. */
function laidOpen(watch: Watch): string {
  const { watchCase, strap } = watch;
  const k = watchCase.radius / 256;
  const start = watchCase.radius * (watchCase.shape === 'rectangle' ? 1 : 0.95);
  const [upper, lower] = [830 * k, 1180 * k];
  const flatShadow = `<g filter="url(#soft3)" transform="translate(14 34)" opacity=".5">${outline(watchCase.shape, watchCase.radius, '')}<rect x="${r(-strap.width * 0.44)}" y="${r(-upper - start)}" width="${r(strap.width * 0.88)}" height="${r(upper + lower + 2 * start)}"/></g>`;
  return (
    `<g transform="translate(${r(450 - 52)} ${r(600 - 44)}) rotate(24) scale(${r((0.43 / k) * 1000) / 1000})">${flatShadow}<g transform="translate(0 ${r(start)})">${openHalf(strap, lower, 'tip')}</g>` +
    `<g transform="translate(0 ${r(-start)}) scale(1 -1)">${openHalf(strap, upper, 'buckle')}</g>${caseFront(watchCase)}${face(watch)}</g>`
  );
}

/**
 * Draws a watch. Parameters: `view` (front, dial, back, open), `size` (large, medium, small), `shape`, `metal`, `bezel`, `bezelColour`,
 * `dial` (colour), `finish`, `indices`, `hands`, `seconds` (colour), `subDials`, `subDialColour`, `date`, `strap`, `strapColour`,
 * `strapAccent`, `grain`, `middle` (metal of the middle links), `rally`, `backdrop`. `open` suits leather and fabric straps.
 */
export const watch: Drawing = (params) => {
  const made = parts(params);
  const view = choice(params, 'view', VIEWS);
  const backdrop = text(params, 'backdrop', '#e6e3dc');
  const place = (transform: string, content: string): string => `<g transform="${transform}">${content}</g>`;
  const subject = {
    front: (): string => place('translate(450 600)', shadow(made, made.watchCase.radius * 0.7 + 275, 0.5) + worn(made, 'front')),
    dial: (): string =>
      place(
        `translate(430 620) rotate(-16) scale(${r((430 / made.watchCase.radius) * 100) / 100})`,
        shadow(made, 600, 0.4) + worn(made, 'front'),
      ),
    back: (): string => place('translate(450 600)', shadow(made, made.watchCase.radius * 0.7 + 275, 0.5) + worn(made, 'back')),
    open: (): string => laidOpen(made),
  }[view]();
  return studio({ backdrop, defs: definitions(made), subject: `<g stroke-width="1">${subject}</g>` });
};
