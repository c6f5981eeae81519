/** Buckles, rings, rivets, zips and locks. */
import type { Materials } from './materials.ts';
import { box, oval } from './materials.ts';
import { lit, r, shaded } from './studio.ts';

/** The metals by name. */
const METALS: Record<string, string> = {
  brass: '#c39a4e',
  silver: '#b9bcc0',
  gunmetal: '#5b5d63',
  copper: '#b5714a',
  gold: '#d4ae62',
};

/** The base colour of a metal named in the pictures file. */
export const metalColour = (name: string): string => METALS[name] ?? '#c39a4e';

/** The paint of polished metal: light above, a dark band, reflected light below. */
export function metal(materials: Materials, name: string): string {
  const base = metalColour(name);
  const id = materials.once(
    `metal${name}`,
    (i) =>
      `<linearGradient id="${i}" x2=".6" y2="1"><stop stop-color="${lit(base, 0.75)}"/><stop offset=".35" stop-color="${base}"/><stop offset=".6" stop-color="${shaded(base, 0.42)}"/><stop offset="1" stop-color="${lit(base, 0.3)}"/></linearGradient>`,
  );
  return `url(#${id})`;
}

/** A closed outline of metal wire with its shadow. */
function wire(materials: Materials, name: string, d: string, width: number): string {
  return (
    `<path d="${d}" fill="none" stroke="#0b0d14" stroke-opacity=".3" stroke-width="${width + 2}" transform="translate(3 5)"/>` +
    `<path d="${d}" fill="none" stroke="${shaded(metalColour(name), 0.55)}" stroke-width="${r(width + 1.4)}"/>` +
    `<path d="${d}" fill="none" stroke="${metal(materials, name)}" stroke-width="${width}"/>` +
    `<path d="${d}" fill="none" stroke="#fffaf0" stroke-opacity=".55" stroke-width="${r(width * 0.22)}" transform="translate(-1.5 -1.5)"/>`
  );
}

/** A round ring. */
export const ring = (materials: Materials, name: string, x: number, y: number, radius: number, width = 8): string =>
  wire(materials, name, oval(x, y, radius, radius), width);

/** A rectangular loop. */
export const loop = (materials: Materials, name: string, x: number, y: number, w: number, h: number, width = 7): string =>
  wire(materials, name, box(x - w / 2, y - h / 2, w, h, Math.min(8, h / 3)), width);

/** A D-ring with its straight side down. */
export const dRing = (materials: Materials, name: string, x: number, y: number, w: number, h: number, width = 7): string =>
  wire(
    materials,
    name,
    `M${r(x - w / 2)} ${r(y + h / 2)}v${r(-h * 0.45)}a${r(w / 2)} ${r(h * 0.55)} 0 0 1 ${r(w)} 0v${r(h * 0.45)}z`,
    width,
  );

/** A buckle with its prong pointing down the strap. */
export function buckle(materials: Materials, name: string, x: number, y: number, w: number, h: number): string {
  return (
    loop(materials, name, x, y, w, h, 9) +
    `<path d="M${r(x)} ${r(y - h / 2 - 4)}v${r(h + 10)}" stroke="${shaded(metalColour(name), 0.5)}" stroke-width="9" stroke-linecap="round"/>` +
    `<path d="M${r(x)} ${r(y - h / 2 - 4)}v${r(h + 10)}" stroke="${lit(metalColour(name), 0.25)}" stroke-width="6" stroke-linecap="round"/>`
  );
}

/** A domed rivet or stud. */
export const rivet = (materials: Materials, name: string, x: number, y: number, radius = 8): string =>
  `<circle cx="${r(x + 1.5)}" cy="${r(y + 2.5)}" r="${radius + 1.5}" fill="#0b0d14" opacity=".32"/><circle cx="${r(x)}" cy="${r(y)}" r="${radius}" fill="${metal(materials, name)}" stroke="${shaded(metalColour(name), 0.55)}"/><circle cx="${r(x - radius * 0.3)}" cy="${r(y - radius * 0.35)}" r="${r(radius * 0.28)}" fill="#fffaf0" opacity=".8"/>`;

/** An eyelet: a metal ring around a dark hole. */
export const eyelet = (materials: Materials, name: string, x: number, y: number, radius = 9): string =>
  `<circle cx="${r(x)}" cy="${r(y)}" r="${radius}" fill="#15130f"/><circle cx="${r(x)}" cy="${r(y)}" r="${radius}" fill="none" stroke="${metal(materials, name)}" stroke-width="${r(radius * 0.5)}"/>`;

/** A zip along a path: tape, teeth and the shadow of the seam. */
export function zip(materials: Materials, name: string, d: string, tape: string, width = 24): string {
  return (
    `<path d="${d}" fill="none" stroke="#0b0d14" stroke-opacity=".35" stroke-width="${width + 5}"/>` +
    `<path d="${d}" fill="none" stroke="${shaded(tape, 0.3)}" stroke-width="${width}"/>` +
    `<path d="${d}" fill="none" stroke="#0b0d14" stroke-opacity=".5" stroke-width="${r(width * 0.5)}"/>` +
    `<path d="${d}" fill="none" stroke="${metal(materials, name)}" stroke-width="${r(width * 0.42)}" stroke-dasharray="3.4 2.6"/>` +
    `<path d="${d}" fill="none" stroke="#0b0d14" stroke-opacity=".35" stroke-width="1.6"/>`
  );
}

/** A zip slider with a leather puller hanging from it. */
export function zipPull(materials: Materials, name: string, x: number, y: number, colour: string, turn = 0, length = 66): string {
  const leather = `M-9 14h18l3 ${length - 10}q-12 12-24 0z`;
  return (
    `<g transform="translate(${r(x)} ${r(y)}) rotate(${turn})"><path d="${leather}" fill="#0b0d14" opacity=".28" transform="translate(5 7)"/>` +
    `<path d="${leather}" fill="${materials.tone(colour)}" stroke="${shaded(colour, 0.55)}"/><path d="M-5 24l-2 ${length - 26}M5 24l2 ${length - 26}" stroke="${lit(colour, 0.5)}" stroke-dasharray="5 4" stroke-width="1.5"/>` +
    `<rect x="-8" y="-10" width="16" height="22" rx="5" fill="${metal(materials, name)}" stroke="${shaded(metalColour(name), 0.6)}"/><circle cy="15" r="7" fill="none" stroke="${metal(materials, name)}" stroke-width="3.5"/></g>`
  );
}

/** A turn lock: an oval plate with an upright toggle. */
export const turnLock = (materials: Materials, name: string, x: number, y: number, scale = 1): string =>
  `<g transform="translate(${r(x)} ${r(y)}) scale(${scale})"><path d="${oval(4, 7, 44, 30)}" fill="#0b0d14" opacity=".35"/><path d="${oval(0, 0, 42, 28)}" fill="${metal(materials, name)}" stroke="${shaded(metalColour(name), 0.6)}" stroke-width="1.5"/><path d="${oval(0, 0, 35, 21)}" fill="none" stroke="#fffaf0" stroke-opacity=".5" stroke-width="1.5"/><rect x="-5" y="-20" width="16" height="46" rx="8" fill="#0b0d14" opacity=".4"/><rect x="-8" y="-23" width="16" height="46" rx="8" fill="${metal(materials, name)}" stroke="${shaded(metalColour(name), 0.6)}" stroke-width="1.5"/></g>`;

/** The brand mark, three warp and three weft threads, pressed or woven into a label. */
export function brandMark(x: number, y: number, size: number, colour: string, opacity = 1): string {
  const step = size / 4;
  let d = '';
  for (let i = 1; i <= 3; i++) d += `M${r(i * step)} 0v${r(size)}M0 ${r(i * step)}h${r(size)}`;
  return `<path transform="translate(${r(x - size / 2)} ${r(y - size / 2)})" d="${d}" fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${r(size * 0.09)}" stroke-linecap="round"/>`;
}
