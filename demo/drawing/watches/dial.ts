/** The face of a watch, centred on the origin: dial, indices, small dials, date and hands at ten past ten. */

import { fan, type Metal, tones } from '#drawing/studio/metal.ts';
import { channels, lit, mix, r, shaded } from '#drawing/studio/studio.ts';
import { digits, roman } from './numerals.ts';

export const DIAL_FINISHES = ['sunburst', 'matte', 'pearl', 'textured'] as const;
export const INDICES = ['baton', 'dot', 'roman', 'arabic', 'diver', 'stone', 'slim'] as const;
export const HANDS = ['dauphine', 'baton', 'leaf', 'sword', 'slim'] as const;
export const SUB_DIALS = ['none', 'seconds', 'two', 'three'] as const;

export interface Dial {
  /** Radius of the visible dial. */
  radius: number;
  /** Width of the dial against its height: 1 for round ones, less for tall ones. */
  aspect: number;
  /** True when the numerals follow straight sides. */
  straight: boolean;
  colour: string;
  finish: (typeof DIAL_FINISHES)[number];
  indices: (typeof INDICES)[number];
  hands: (typeof HANDS)[number];
  subDials: (typeof SUB_DIALS)[number];
  subDialColour: string;
  metal: Metal;
  /** Colour of the seconds hand; empty for none. */
  accent: string;
  date: boolean;
}

/** True for a dark dial, which gets light printing. */
const isDark = (colour: string): boolean => {
  const [red, green, blue] = channels(colour);
  return red * 0.3 + green * 0.59 + blue * 0.11 < 140;
};

/** Distance from the centre to the edge of the numeral track at an angle, for round, oval and straight-sided dials. */
function reach({ radius, aspect, straight }: Dial, degrees: number): number {
  const a = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(a)), Math.abs(Math.cos(a))];
  if (!straight) return (radius * aspect) / Math.hypot(cos * aspect, sin);
  return Math.min((radius * aspect) / Math.max(sin, 0.001), radius / Math.max(cos, 0.001));
}

/** The background of the dial. The caller defines the clip path `dial`. */
function ground(dial: Dial): string {
  const { radius: R, colour, finish } = dial;
  const base = `<circle r="${r(R * 1.5)}" fill="url(#dialground)"/>`;
  if (finish === 'sunburst') {
    return (
      `${base}<circle r="${r(R / 2)}" fill="none" stroke="${lit(colour, 0.7)}" stroke-opacity=".07" stroke-width="${r(R)}" pathLength="720" stroke-dasharray="1 3 2 2"/>` +
      fan(0, R * 1.2, 322, 92, lit(colour, 0.75), 0.62) +
      fan(0, R * 1.2, 48, 74, shaded(colour, 0.8), 0.5)
    );
  }
  if (finish === 'pearl') {
    const cloud = (x: number, y: number, rx: number, tint: string, turn: number): string =>
      `<ellipse cx="${r(x * R)}" cy="${r(y * R)}" rx="${r(rx * R)}" ry="${r(rx * R * 0.42)}" fill="url(#${tint})" transform="rotate(${turn})"/>`;
    return (
      base +
      cloud(-0.35, -0.4, 0.9, 'milk', -30) +
      cloud(0.4, -0.1, 0.8, 'blush', -24) +
      cloud(-0.2, 0.35, 0.9, 'jade', -35) +
      cloud(0.35, 0.55, 0.7, 'milk', -28) +
      cloud(-0.6, 0.05, 0.6, 'blush', -20) +
      cloud(0.1, -0.65, 0.6, 'jade', -26) +
      fan(0, R * 1.2, 318, 70, '#ffffff', 0.6)
    );
  }
  if (finish === 'textured') {
    return (
      base +
      `<rect x="${r(-R)}" y="${r(-R)}" width="${r(2 * R)}" height="${r(2 * R)}" fill="url(#guilloche)"/>` +
      fan(0, R * 1.2, 322, 80, lit(colour, 0.8), 0.34)
    );
  }
  return base;
}

/** A minute track; on straight dials a railway track inside the edge. */
function track(dial: Dial, ink: string): string {
  const { radius: R, aspect } = dial;
  if (dial.straight) {
    const box = (k: number): string =>
      `x="${r(-R * aspect * k)}" y="${r(-R * k)}" width="${r(2 * R * aspect * k)}" height="${r(2 * R * k)}"`;
    return `<g fill="none" stroke="${ink}" stroke-opacity=".75"><rect ${box(0.6)}/><rect ${box(0.55)}/><rect ${box(0.575)} stroke-width="${r(R * 0.045)}" pathLength="60" stroke-dasharray=".16 .84" stroke-dashoffset=".08"/></g>`;
  }
  if (aspect !== 1 || dial.indices === 'slim') return '';
  const ring = (at: number, width: number, count: number, share: number): string =>
    `<circle r="${r(R * at)}" stroke-width="${r(R * width)}" pathLength="${count}" stroke-dasharray="${share} ${1 - share}" stroke-dashoffset="${share / 2}"/>`;
  return `<g fill="none" stroke="${ink}" stroke-opacity=".8">${ring(0.955, 0.045, 60, 0.07)}${ring(0.945, 0.065, 12, 0.03)}</g>`;
}

/** The hour marks. On round dials a shape is drawn once per kind of hour and turned into the other places. */
function hourMarks(dial: Dial, covered: Set<number>, ink: string): string {
  const { radius: R, indices } = dial;
  const metal = tones(dial.metal);
  const bar = (rim: number, from: number, length: number, width: number): string => {
    const [y, h, w] = [-rim * from, R * length, R * width];
    return (
      `<path d="M${r(-w + 3)} ${r(y + 4)}h${r(2 * w)}v${r(h)}h${r(-2 * w)}z" fill="#000" opacity=".28"/><path d="M${r(-w)} ${r(y)}h${r(w)}v${r(h)}h${r(-w)}z" fill="${metal.glint}"/>` +
      `<path d="M0 ${r(y)}h${r(w)}v${r(h)}h${r(-w)}z" fill="${metal.dark}"/>`
    );
  };
  const disc = (rim: number, from: number, size: number, fill: string, edge: string): string =>
    `<circle cx="2" cy="${r(-rim * from + 3)}" r="${r(R * size)}" fill="#000" opacity=".25"/><circle cy="${r(-rim * from)}" r="${r(R * size)}" fill="${fill}" stroke="${edge}" stroke-width="${r(R * size * 0.26)}"/>`;
  const lume = `fill="#f3f5e4" stroke="${metal.light}" stroke-width="${r(R * 0.016)}"`;
  const shape = (hour: number, rim: number): string => {
    const main = hour % 3 === 0;
    switch (indices) {
      case 'baton':
        return main ? bar(rim, 0.88, 0.2, 0.034) : bar(rim, 0.88, 0.17, 0.022);
      case 'slim':
        return bar(rim, 0.93, main ? 0.16 : 0.1, 0.014);
      case 'dot':
        return hour === 12 ? bar(rim, 0.9, 0.15, 0.03) : disc(rim, 0.83, 0.03, metal.light, metal.dark);
      case 'stone':
        return `${disc(rim, 0.84, 0.036, '#ffffff', metal.mid)}<circle cy="${r(-rim * 0.84 + 1.4)}" cx="1.4" r="${r(R * 0.018)}" fill="#b9cbd8"/>`;
      case 'diver':
        if (hour === 12)
          return `<path d="M${r(-R * 0.1)} ${r(-R * 0.9)}H${r(R * 0.1)}L0 ${r(-R * 0.68)}Z" ${lume} stroke-linejoin="round"/>`;
        return main
          ? `<rect x="${r(-R * 0.05)}" y="${r(-R * 0.89)}" width="${r(R * 0.1)}" height="${r(R * 0.2)}" rx="${r(R * 0.02)}" ${lume}/>`
          : disc(rim, 0.81, 0.064, '#f3f5e4', metal.light);
      default:
        return roman(hour, -rim * (dial.straight ? 0.8 : 0.75), R * 0.2, ink);
    }
  };
  let out = '';
  const drawn = new Set<string>();
  for (let hour = 1; hour <= 12; hour++) {
    if (covered.has(hour)) continue;
    const angle = hour * 30;
    const rim = reach(dial, angle);
    if (indices === 'arabic') {
      const a = (angle * Math.PI) / 180;
      out += digits(hour, Math.sin(a) * rim * 0.76, -Math.cos(a) * rim * 0.76, R * 0.19, ink);
      continue;
    }
    const kind = hour === 12 ? 'noon' : hour % 3 === 0 ? 'quarter' : 'hour';
    const shared = dial.aspect === 1 && indices !== 'roman';
    if (shared && !drawn.has(kind)) {
      drawn.add(kind);
      out += `<g id="${kind}" transform="rotate(${angle})">${shape(hour, rim)}</g>`;
    } else if (shared) {
      const first = kind === 'hour' ? 30 : covered.has(3) ? (covered.has(6) ? 270 : 180) : 90;
      out += `<use href="#${kind}" transform="rotate(${angle - first})"/>`;
    } else {
      out += `<g transform="rotate(${angle})">${shape(hour, rim)}</g>`;
    }
  }
  return out;
}

/** A small dial with its ring, ticks and hand. */
function subDial(x: number, y: number, size: number, colour: string, ink: string, handAngle: number): string {
  return (
    `<g transform="translate(${r(x)} ${r(y)})"><circle r="${r(size)}" fill="${colour}" stroke="${shaded(colour, 0.5)}" stroke-width="2"/><circle r="${r(size * 0.52)}" fill="none" stroke="${lit(colour, 0.7)}" stroke-opacity=".14" stroke-width="${r(size)}" stroke-dasharray="1 1.6"/>` +
    `<path d="M${r(-size)} 0A${r(size)} ${r(size)} 0 0 0 ${r(size)} 0" fill="none" stroke="${lit(colour, 0.8)}" stroke-opacity=".6" stroke-width="2" transform="rotate(-45)"/>` +
    `<circle r="${r(size * 0.84)}" fill="none" stroke="${ink}" stroke-width="${r(size * 0.14)}" pathLength="12" stroke-dasharray=".09 .91" stroke-dashoffset=".045"/>` +
    `<path d="M-2.4 ${r(size * 0.22)}L-1.2 ${r(-size * 0.74)}H1.2L2.4 ${r(size * 0.22)}Z" fill="${ink}" transform="rotate(${handAngle})"/><circle r="4.4" fill="${ink}"/></g>`
  );
}

/** Positions of the small dials, and the hour marks that they cover. */
function subDialPlaces(kind: Dial['subDials'], R: number): { x: number; y: number; size: number; angle: number; hour: number }[] {
  const left = { x: -R * 0.43, y: 0, size: R * 0.25, angle: 130, hour: 9 };
  const right = { x: R * 0.43, y: 0, size: R * 0.25, angle: 0, hour: 3 };
  const low = { x: 0, y: R * 0.45, size: R * 0.26, angle: 215, hour: 6 };
  return { none: [], seconds: [low], two: [left, right], three: [left, right, low] }[kind];
}

/** Outline of the right half of a hand of a given length and half width, pointing up. */
function halfHand(kind: Dial['hands'], length: number, w: number): string {
  const tail = length * 0.16;
  const half: Record<Dial['hands'], string> = {
    dauphine: `L${r(w)} ${r(-length * 0.2)}L${r(w * 0.5)} ${r(tail)}H0`,
    baton: `L${r(w * 0.62)} ${r(-length + w)}V${r(tail)}H0`,
    slim: `H${r(w * 0.34)}V${r(tail)}H0`,
    leaf: `C${r(w * 0.3)} ${r(-length * 0.75)} ${r(w * 1.3)} ${r(-length * 0.5)} ${r(w * 0.9)} ${r(-length * 0.28)}Q${r(w * 0.4)} ${r(-length * 0.1)} ${r(w * 0.4)} ${r(tail * 0.6)}H0`,
    sword: `L${r(w * 1.05)} ${r(-length * 0.78)}L${r(w * 0.42)} ${r(-length * 0.14)}V${r(tail)}H0`,
  };
  return `M0 ${r(-length)}${half[kind]}Z`;
}

/** Both main hands, the seconds hand and the cap; the shadow uses the blur `soft` of the caller. */
function hands(dial: Dial): string {
  const { radius: R, aspect, metal, accent } = dial;
  const t = tones(metal);
  const short = R * Math.min(1, aspect * 1.1);
  const lume = dial.indices === 'diver' || dial.hands === 'sword';
  const one = (angle: number, length: number, w: number): [body: string, shadow: string] => {
    const right = halfHand(dial.hands, length, w);
    const glow = lume
      ? `<path d="M0 ${r(-length * 0.88)}L${r(w * 0.5)} ${r(-length * 0.74)} ${r(w * 0.2)} ${r(-length * 0.28)}H${r(-w * 0.2)}L${r(-w * 0.5)} ${r(-length * 0.74)}Z" fill="#f3f5e4"/>`
      : '';
    const body = `<g transform="rotate(${angle})"><path d="${right}" fill="${angle > 180 ? t.light : t.dark}"/><path d="${right}" transform="scale(-1 1)" fill="${angle > 180 ? t.dark : t.glint}"/>${glow}</g>`;
    return [body, `<g transform="rotate(${angle})"><path d="${right}"/><path d="${right}" transform="scale(-1 1)"/></g>`];
  };
  const [hour, hourShadow] = one(305, short * 0.52, R * 0.058);
  const [minute, minuteShadow] = one(60, short * 0.8, R * 0.048);
  const needle = `M-1.6 ${r(short * 0.26)}L-.9 ${r(-short * 0.86)}H.9L1.6 ${r(short * 0.26)}Z`;
  const centreSeconds = accent !== '' && dial.subDials !== 'seconds';
  const sweep = centreSeconds
    ? `<g transform="rotate(${dial.subDials === 'none' ? 212 : 0})"><path d="${needle}" fill="${accent}" stroke="${accent}"/><circle cy="${r(short * 0.2)}" r="${r(R * 0.026)}" fill="${accent}"/></g>`
    : '';
  return (
    `<g fill="#000" opacity=".42" filter="url(#soft)" transform="translate(5 8)">${hourShadow}${minuteShadow}</g>${hour}${minute}${sweep}` +
    `<circle r="${r(R * 0.05)}" fill="${t.mid}" stroke="${t.deep}" stroke-opacity=".4"/><circle cx="-1.5" cy="-1.5" r="${r(R * 0.024)}" fill="${t.glint}"/>`
  );
}

/** Gradients and textures of the dial. */
export function dialDefs({ colour, radius, finish }: Dial): string {
  const dark = isDark(colour);
  const cloud = (id: string, tint: string): string =>
    `<radialGradient id="${id}"><stop stop-color="${tint}" stop-opacity=".5"/><stop offset="1" stop-color="${tint}" stop-opacity="0"/></radialGradient>`;
  const clouds = finish === 'pearl' ? cloud('milk', '#ffffff') + cloud('blush', '#efb9d2') + cloud('jade', '#a9dcd3') : '';
  return (
    clouds +
    `<radialGradient id="dialground" gradientUnits="userSpaceOnUse" cx="${r(-radius * 0.25)}" cy="${r(-radius * 0.3)}" r="${r(radius * 1.5)}"><stop stop-color="${lit(colour, dark ? 0.16 : 0.5)}"/><stop offset=".5" stop-color="${colour}"/><stop offset="1" stop-color="${shaded(colour, dark ? 0.6 : 0.24)}"/></radialGradient>` +
    (finish !== 'textured'
      ? ''
      : `<pattern id="guilloche" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 6Q3 0 6 6T12 6M6 0Q12 3 6 6T6 12" fill="none" stroke="${shaded(colour, 0.6)}" stroke-opacity=".35"/><path d="M0 7.4Q3 1.4 6 7.4T12 7.4" fill="none" stroke="${lit(colour, 0.7)}" stroke-opacity=".3"/></pattern>`)
  );
}

/** The complete face with its hands, without the glass. */
export function dialFace(dial: Dial): string {
  const { radius: R, colour, metal } = dial;
  const t = tones(metal);
  const ink = isDark(colour) ? '#f1efe8' : mix(colour, '#15171c', 0.86);
  const places = subDialPlaces(dial.subDials, R);
  const covered = new Set(dial.indices === 'slim' ? [] : places.map((place) => place.hour));
  if (dial.date) covered.add(3);
  const subInk = isDark(dial.subDialColour) ? '#f1efe8' : '#1b1d22';
  const date = dial.date
    ? `<rect x="${r(R * 0.6)}" y="${r(-R * 0.085)}" width="${r(R * 0.24)}" height="${r(R * 0.17)}" rx="2" fill="#fbfaf6" stroke="${t.light}" stroke-width="3"/><path d="M${r(R * 0.6)} ${r(-R * 0.085)}h${r(R * 0.24)}v5h${r(-R * 0.24)}z" fill="#000" opacity=".25"/>${digits(28, R * 0.72, 0, R * 0.1, '#1b1d22')}`
    : '';
  const logo =
    dial.straight || (dial.indices === 'arabic' && dial.aspect !== 1)
      ? ''
      : `<path d="M-5-12V12M5-12V12M-12-5H12M-12 5H12" transform="translate(0 ${r(-R * 0.42)}) scale(${r(R / 130)}) rotate(45)" fill="none" stroke="${dial.indices === 'arabic' ? ink : t.light}" stroke-width="2"/>`;
  const small = places.map((p) => subDial(p.x, p.y, p.size, dial.subDialColour, subInk, p.angle)).join('');
  return ground(dial) + track(dial, ink) + hourMarks(dial, covered, ink) + logo + small + date + hands(dial);
}
