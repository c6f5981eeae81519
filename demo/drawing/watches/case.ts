/** The case of a watch, centred on the origin: outline, lugs, crown, bezel and case back. */

import { fan, type Metal, metalGradient, tones, turnedGradient } from '#drawing/studio/metal.ts';
import { r } from '#drawing/studio/studio.ts';

export const SHAPES = ['round', 'cushion', 'rectangle', 'oval', 'octagon'] as const;
export const BEZELS = ['plain', 'fluted', 'diver', 'scale', 'stones', 'screws'] as const;

export interface Case {
  shape: (typeof SHAPES)[number];
  /** Half the height of the case, without the lugs. */
  radius: number;
  metal: Metal;
  bezel: (typeof BEZELS)[number];
  /** Colour of the insert of a diver's or scale bezel. */
  bezelColour: string;
  /** Width of the strap between the lugs. */
  strapWidth: number;
  pushers: boolean;
  /** False when the strap is one piece with the case. */
  horns: boolean;
}

/** Width of a case shape against its height. */
export const aspectOf = (shape: Case['shape']): number => (shape === 'rectangle' ? 0.76 : shape === 'oval' ? 0.78 : 1);

/** Share of the case's radius that the visible dial takes. */
export const dialShare = ({ bezel, shape }: Case): number =>
  bezel === 'diver' || bezel === 'scale'
    ? 0.72
    : bezel === 'stones' || bezel === 'fluted'
      ? 0.76
      : shape === 'rectangle'
        ? 0.84
        : shape === 'octagon'
          ? 0.74
          : 0.85;

/** The outline of a case shape at a given half height, as an SVG element with extra attributes. */
export function outline(shape: Case['shape'], size: number, attributes: string): string {
  const w = size * aspectOf(shape);
  if (shape === 'round') return `<circle r="${r(size)}" ${attributes}/>`;
  if (shape === 'oval') return `<ellipse rx="${r(w)}" ry="${r(size)}" ${attributes}/>`;
  if (shape === 'rectangle')
    return `<rect x="${r(-w)}" y="${r(-size)}" width="${r(2 * w)}" height="${r(2 * size)}" rx="${r(size * 0.1)}" ${attributes}/>`;
  if (shape === 'cushion') {
    const [a, b] = [r(size), r(size * 0.66)];
    return `<path d="M0 ${-a}C${b} ${-a} ${a} ${-b} ${a} 0S${b} ${a} 0 ${a} ${-a} ${b} ${-a} 0 ${-b} ${-a} 0 ${-a}Z" ${attributes}/>`;
  }
  const corners = Array.from({ length: 8 }, (_, i) => {
    const angle = ((i * 45 + 22.5) * Math.PI) / 180;
    return `${r(Math.sin(angle) * size * 1.06)} ${r(-Math.cos(angle) * size * 1.06)}`;
  });
  return `<path d="M${corners.join('L')}Z" stroke-linejoin="round" ${attributes}/>`;
}

/** The gradients of the case. */
export function caseDefs({ metal, bezelColour }: Case): string {
  const t = tones(metal);
  return (
    metalGradient('polish', metal, [0.1, 0, 0.9, 1]) +
    turnedGradient('polishback', 'polish', [0.95, 1, 0.05, 0]) +
    metalGradient('grained', metal, [0, 0, 1, 0.25], 'brushed') +
    turnedGradient('crown', 'polish', [0, 0, 0, 1]) +
    `<linearGradient id="rehaut" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${t.deep}"/><stop offset=".5" stop-color="${t.dark}"/><stop offset="1" stop-color="${t.light}"/></linearGradient>` +
    `<linearGradient id="insert" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".5"/><stop offset=".32" stop-color="${bezelColour}" stop-opacity="0"/><stop offset=".72" stop-color="#000" stop-opacity=".28"/><stop offset="1" stop-color="#fff" stop-opacity=".22"/></linearGradient>`
  );
}

/** The four horns that hold the strap, or the shoulders of a case with an integrated bracelet. */
function lugs({ shape, radius: R, strapWidth, metal, horns }: Case): string {
  if (!horns) return '';
  const half = strapWidth / 2;
  if (shape === 'octagon') {
    const top = `M${r(-half * 1.36)} ${r(-R * 0.8)}L${r(-half * 1.04)} ${r(-R * 1.2)}H${r(half * 1.04)}L${r(half * 1.36)} ${r(-R * 0.8)}Z`;
    return `<path d="${top}" fill="url(#grained)"/><path d="${top}" transform="scale(1 -1)" fill="url(#grained)"/>`;
  }
  const thick = R * (shape === 'rectangle' ? 0.13 : 0.14);
  const reach = R * (shape === 'rectangle' ? 1.22 : 1.16);
  const base = R * (shape === 'oval' ? 0.5 : 0.6);
  const inner = half + 2;
  const outer = Math.min(inner + thick * 2.1, R * aspectOf(shape) * (shape === 'oval' ? 0.8 : 0.92));
  const horn = `M${r(inner * (shape === 'oval' ? 0.9 : 1))} ${r(-base)}L${r(inner)} ${r(-R * 0.9)}V${r(-reach + 8)}Q${r(inner + 2)} ${r(-reach)} ${r(inner + thick * 0.5)} ${r(-reach)}Q${r(inner + thick)} ${r(-reach)} ${r(inner + thick * 1.1)} ${r(-reach + 14)}Q${r(inner + thick * 1.3)} ${r(-R * 0.9)} ${r(outer)} ${r(-base)}Z`;
  const facet = `M${r(inner + thick * 0.6)} ${r(-reach + 3)}Q${r(inner + thick * 0.7)} ${r(-R * 0.95)} ${r(inner + thick * 1.1)} ${r(-R * 0.72)}`;
  const one = (sx: number, sy: number, fill: string): string =>
    `<g transform="scale(${sx} ${sy})"><path d="${horn}" fill="url(#${fill})" stroke="${tones(metal).deep}" stroke-opacity=".6" stroke-width="1.4"/><path d="${facet}L${r(outer)} ${r(-base)}L${r(inner + thick * 1.1)} ${r(-reach + 14)}Z" fill="#000" fill-opacity=".16"/><path d="${facet}" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="2"/></g>`;
  return one(-1, -1, 'grained') + one(1, -1, 'polish') + one(-1, 1, 'polish') + one(1, 1, 'polishback');
}

/** The crown at three o'clock (nine from behind), with the pushers of a chronograph. */
function crown({ shape, radius: R, metal, pushers }: Case): string {
  const t = tones(metal);
  const x = R * aspectOf(shape);
  const h = R * (shape === 'rectangle' || shape === 'oval' ? 0.18 : 0.25);
  const w = R * 0.13;
  const knob =
    `<rect x="${r(x - 8)}" y="${r(-h * 0.3)}" width="20" height="${r(h * 0.6)}" fill="${t.dark}"/><rect x="${r(x + 5)}" y="${r(-h / 2)}" width="${r(w)}" height="${r(h)}" rx="${r(w * 0.3)}" fill="url(#crown)" stroke="${t.deep}" stroke-opacity=".5"/>` +
    `<path d="M${r(x + 5 + w / 2)} ${r(-h / 2 + 2)}V${r(h / 2 - 2)}" stroke="${t.deep}" stroke-opacity=".5" stroke-width="${r(w - 3)}" stroke-dasharray="1.6 ${r(R * 0.02)}"/>`;
  if (!pushers) return knob;
  const pusher = `<g><rect x="${r(R - 12)}" y="-8" width="30" height="16" fill="url(#crown)"/><rect x="${r(R + 14)}" y="-15" width="${r(R * 0.1)}" height="30" rx="5" fill="url(#crown)" stroke="${t.deep}" stroke-opacity=".5"/></g>`;
  return `${knob}<g transform="rotate(-28)">${pusher}</g><g transform="rotate(28)">${pusher}</g>`;
}

/** The ring around the glass. */
function bezel(watchCase: Case): string {
  const { shape, radius: R, metal, bezel: kind, bezelColour } = watchCase;
  const t = tones(metal);
  const share = dialShare(watchCase);
  const middle = R * (0.95 + share) * 0.5;
  const width = R * (0.95 - share);
  const dashes = (at: number, stroke: number, count: number, part: number, colour: string): string =>
    `<circle r="${r(at)}" fill="none" stroke="${colour}" stroke-width="${r(stroke)}" pathLength="${count}" stroke-dasharray="${part} ${r((1 - part) * 100) / 100}" stroke-dashoffset="${part / 2}"/>`;
  const ring = outline(shape, R * 0.955, 'fill="url(#polishback)"');
  if (kind === 'fluted')
    return `${ring}${dashes(middle, width, 84, 0.5, t.dark)}${fan(middle - width / 2, middle + width / 2, 318, 120, t.glint, 0.75)}${fan(middle - width / 2, middle + width / 2, 48, 60, t.deep, 0.5)}`;
  if (kind === 'stones') {
    const count = Math.round((2 * Math.PI * middle) / (width * 0.98));
    const stone = `<g id="stone"><circle cy="${r(-middle)}" r="${r(width * 0.42)}" fill="#f4f8fb" stroke="${t.mid}" stroke-width="2"/><path d="M${r(-width * 0.28)} ${r(-middle)}L0 ${r(-middle - width * 0.3)} ${r(width * 0.28)} ${r(-middle)} 0 ${r(-middle + width * 0.3)}Z" fill="#fff" stroke="#9fb2c2" stroke-width="1.2"/><path d="M0 ${r(-middle)}h${r(width * 0.28)}L0 ${r(-middle + width * 0.3)}Z" fill="#8ba3b5" opacity=".7"/></g>`;
    let stones = stone;
    for (let i = 1; i < count; i++) stones += `<use href="#stone" transform="rotate(${r((360 / count) * i)})"/>`;
    return ring + stones;
  }
  if (kind === 'diver' || kind === 'scale') {
    const insert =
      outline(shape, R * 0.92, `fill="${bezelColour}"`) +
      fan(R * share, R * 0.92, 318, 100, '#ffffff', 0.34) +
      outline(shape, R * 0.92, 'fill="url(#insert)"');
    const marks =
      kind === 'diver'
        ? dashes(R * 0.83, R * 0.09, 12, 0.09, '#f1efe6') +
          dashes(R * 0.87, R * 0.03, 60, 0.12, '#f1efe6') +
          `<path d="M${r(-R * 0.07)} ${r(-R * 0.9)}H${r(R * 0.07)}L0 ${r(-R * 0.77)}Z" fill="#f1efe6"/>`
        : dashes(R * 0.775, R * 0.05, 120, 0.12, '#f1efe6') +
          dashes(R * 0.85, R * 0.055, 24, 0.05, '#f1efe6') +
          dashes(R * 0.85, R * 0.055, 12, 0.12, '#f1efe6');
    const grip = kind === 'diver' ? dashes(R * 0.985, R * 0.06, 60, 0.5, t.deep) : '';
    return outline(shape, R * 0.955, 'fill="url(#polishback)"') + grip + insert + marks;
  }
  if (kind === 'screws') {
    let screws = '';
    for (let i = 0; i < 8; i++)
      screws += `<g transform="rotate(${i * 45}) translate(0 ${r(-R * 0.845)})"><circle r="${r(R * 0.046)}" fill="url(#polish)" stroke="${t.deep}"/><path d="M${r(-R * 0.036)} 0H${r(R * 0.036)}" stroke="${t.deep}" stroke-width="2.6" transform="rotate(${i * 31})"/></g>`;
    return outline(shape, R * 0.95, 'fill="url(#grained)" stroke="#fff" stroke-opacity=".35" stroke-width="3"') + screws;
  }
  return ring;
}

/** The case from the front, ready to take the dial. */
export function caseFront(watchCase: Case): string {
  const { shape, radius: R, metal } = watchCase;
  const share = dialShare(watchCase);
  const t = tones(metal);
  const glow = shape === 'round' ? fan(R * 0.955, R, 316, 70, '#ffffff', 0.7) : '';
  return (
    lugs(watchCase) +
    crown(watchCase) +
    outline(shape, R, `fill="url(#polish)" stroke="${t.deep}" stroke-opacity=".55" stroke-width="1.4"`) +
    glow +
    outline(shape, R * 0.96, `fill="none" stroke="${t.deep}" stroke-opacity=".5" stroke-width="2"`) +
    bezel(watchCase) +
    outline(shape, R * (share + 0.035), `fill="url(#rehaut)"`) +
    outline(shape, R * share, `fill="${t.deep}"`)
  );
}

/** The case from behind: a turned steel lid with notches for the key and the brand mark engraved. */
export function caseBack(watchCase: Case): string {
  const { shape, radius: R, metal } = watchCase;
  const t = tones(metal);
  const lid = R * (aspectOf(shape) < 1 ? 0.66 : 0.82);
  const notches = [0, 60, 120, 180, 240, 300]
    .map(
      (a) =>
        `<rect x="${r(-R * 0.05)}" y="${r(-lid * 1.01)}" width="${r(R * 0.1)}" height="${r(R * 0.08)}" rx="4" fill="${t.deep}" opacity=".8" transform="rotate(${a})"/>`,
    )
    .join('');
  const engraved = (d: string, width: number): string =>
    `<path d="${d}" transform="translate(1.4 1.6)" stroke="${t.glint}" stroke-width="${width}"/><path d="${d}" stroke="${t.dark}" stroke-width="${width}"/>`;
  return (
    lugs(watchCase) +
    `<g transform="scale(-1 1)">${crown(watchCase)}</g>` +
    outline(shape, R, `fill="url(#grained)" stroke="${t.deep}" stroke-opacity=".55" stroke-width="1.4"`) +
    `<circle r="${r(lid + 5)}" fill="${t.deep}" opacity=".7"/><circle r="${r(lid)}" fill="url(#polishback)"/><circle r="${r(lid * 0.9)}" fill="${t.mid}"/>` +
    fan(0, lid * 0.9, 318, 110, t.glint, 0.85) +
    fan(0, lid * 0.9, 48, 80, t.deep, 0.4) +
    `<g fill="none" stroke="${t.dark}" stroke-opacity=".3"><circle r="${r(lid * 0.86)}"/><circle r="${r(lid * 0.6)}" stroke-width="${r(lid * 0.5)}" stroke-dasharray="1 5"/><circle r="${r(lid * 0.64)}" stroke-width="2"/></g>${notches}` +
    `<g fill="none" stroke-linecap="round" transform="scale(${r(R / 110)})"><g transform="rotate(45)">${engraved('M-8-22V22M8-22V22M-22-8H22M-22 8H22', 4)}</g></g>` +
    `<g fill="none"><circle r="${r(lid * 0.755)}" stroke="${t.glint}" stroke-width="${r(lid * 0.1)}" pathLength="48" stroke-dasharray=".5 .5" stroke-dashoffset=".26"/><circle r="${r(lid * 0.75)}" stroke="${t.dark}" stroke-width="${r(lid * 0.1)}" pathLength="48" stroke-dasharray=".5 .5" stroke-dashoffset=".25"/></g>`
  );
}
