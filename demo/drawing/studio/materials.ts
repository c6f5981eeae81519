/**
 * Materials of bags and footwear: panels of leather, canvas, jute or suede with rounded, lit edges, straps, stitches and
 * soft creases.
 */
import { type DrawingParams, text } from '#drawing/studio/params.ts';
import { lit, mix, r, seeded, shaded } from './studio.ts';

/** Surfaces a panel can have. */
export type Surface = 'smooth' | 'leather' | 'suede' | 'canvas' | 'jute' | 'mesh' | 'nylon';

/** The `backdrop` parameter, or a light neutral with a tint of the product's colour. */
export const backdropFor = (params: DrawingParams, colour: string): string =>
  text(params, 'backdrop', mix('#e9e5de', colour, 0.07));

export interface PanelLook {
  surface?: Surface;
  /** Width of the rounded, shaded edge; larger for padded or bulging parts. */
  round?: number;
  /** Strength of the edge's light and shade, 1 by default. */
  depth?: number;
  /** Paint drawn over the surface (a `url(#…)` pattern). */
  print?: string;
  /** Drawings clipped to the panel: folds, highlights, bands. */
  inside?: string;
  /** Outline opacity, 0.55 by default. */
  line?: number;
}

/** Path of a rectangle with rounded corners. */
export const box = (x: number, y: number, w: number, h: number, c: number): string =>
  `M${r(x + c)} ${r(y)}h${r(w - 2 * c)}q${c} 0 ${c} ${c}v${r(h - 2 * c)}q0 ${c} ${-c} ${c}h${r(2 * c - w)}q${-c} 0 ${-c} ${-c}v${r(2 * c - h)}q0 ${-c} ${c} ${-c}z`;

/** Path of an ellipse. */
export const oval = (cx: number, cy: number, rx: number, ry: number): string =>
  `M${r(cx - rx)} ${r(cy)}a${r(rx)} ${r(ry)} 0 1 1 ${r(2 * rx)} 0a${r(rx)} ${r(ry)} 0 1 1 ${r(-2 * rx)} 0z`;

/** A row of stitches along a path: a pressed-in line under the thread. */
export function stitches(d: string, thread: string, width = 2.6, dash = '9 6'): string {
  return (
    `<path d="${d}" fill="none" stroke="#0b0d14" stroke-opacity=".22" stroke-width="${r(width + 2)}"/>` +
    `<path d="${d}" fill="none" stroke="${thread}" stroke-width="${width}" stroke-dasharray="${dash}" stroke-linecap="round"/>`
  );
}

/** A line of shade or light that fades to both sides, made of strokes instead of a filter. */
export function softLine(d: string, colour: string, width: number, opacity: number, cap = 'round'): string {
  const steps =
    width < 14 ? [1, 0.45] : width < 32 ? [1, 0.62, 0.28] : width < 46 ? [1, 0.7, 0.42, 0.18] : [1, 0.76, 0.54, 0.34, 0.16];
  return `<g fill="none" stroke="${colour}" stroke-opacity="${r((opacity * 950) / steps.length) / 1000}" stroke-linecap="${cap}">${steps
    .map((s) => `<path d="${d}" stroke-width="${r(width * s)}"/>`)
    .join('')}</g>`;
}

/** A crease: shade in the valley and light on the ridge beside it, towards the key light. */
export const crease = (d: string, width = 22, depth = 1): string =>
  softLine(d, '#0b0d14', width, 0.36 * depth) +
  `<g transform="translate(${r(width * 0.55)} ${r(width * 0.4)})">${softLine(d, '#fff8ea', width * 0.8, 0.24 * depth)}</g>`;

/** Dedupes outlines: one that occurs more than once becomes a definition and `<use>` references. */
export function compact(svg: string): string {
  const counts = new Map<string, number>();
  for (const [, d] of svg.matchAll(/<path d="([^"]+)"/g)) counts.set(d as string, (counts.get(d as string) ?? 0) + 1);
  const names = new Map<string, string>();
  let defs = '';
  for (const [d, count] of counts) {
    if (count < 2 || d.length * (count - 1) < 60) continue;
    const name = `o${names.size.toString(36)}`;
    names.set(d, name);
    defs += `<path id="${name}" d="${d}"/>`;
  }
  return svg
    .replace(/<path d="([^"]+)"/g, (whole, d: string) => (names.has(d) ? `<use href="#${names.get(d)}"` : whole))
    .replace('</defs>', () => `${defs}</defs>`);
}

/** Draws materials and collects the definitions (`<defs>`) that they need in one picture. */
export class Materials {
  defs = '';
  #count = 0;
  readonly #known = new Map<string, string>();

  /** An id that the picture has not used. */
  id(): string {
    this.#count += 1;
    return `m${this.#count.toString(36)}`;
  }

  /** Adds a definition once and returns its id; `make` receives the id. */
  once(key: string, make: (id: string) => string): string {
    const known = this.#known.get(key);
    if (known) return known;
    const id = this.id();
    this.#known.set(key, id);
    this.defs += make(id);
    return id;
  }

  /** The colour as a lit surface: bright at the upper left, deep at the lower right. */
  tone(colour: string, depth = 1): string {
    const id = this.once(
      `tone${colour}${depth}`,
      (i) =>
        `<linearGradient id="${i}" x2=".75" y2="1"><stop stop-color="${lit(colour, 0.16 * depth)}"/><stop offset=".42" stop-color="${colour}"/><stop offset="1" stop-color="${shaded(colour, 0.26 * depth)}"/></linearGradient>`,
    );
    return `url(#${id})`;
  }

  /** An ellipse of light or shade that fades to nothing. */
  glow(cx: number, cy: number, rx: number, ry: number, colour = '#fff8ea', opacity = 0.35, turn = 0): string {
    const id = this.once(
      `glow${colour}`,
      (i) =>
        `<radialGradient id="${i}"><stop stop-color="${colour}"/><stop offset=".5" stop-color="${colour}" stop-opacity=".42"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`,
    );
    const spin = turn ? ` transform="rotate(${turn} ${r(cx)} ${r(cy)})"` : '';
    return `<ellipse cx="${r(cx)}" cy="${r(cy)}" rx="${r(rx)}" ry="${r(ry)}" fill="url(#${id})" opacity="${opacity}"${spin}/>`;
  }

  /** The surface's texture as a paint; empty for smooth material. */
  texture(surface: Surface): string {
    if (surface === 'smooth') return '';
    const id = this.once(`texture${surface}`, (i) => {
      const [size, marks] = SURFACES[surface]();
      return `<pattern id="${i}" width="${size}" height="${size}" patternUnits="userSpaceOnUse" fill="none">${marks}</pattern>`;
    });
    return `url(#${id})`;
  }

  /** A piece of material with a rounded, lit edge. */
  panel(d: string, colour: string, look: PanelLook = {}): string {
    const { surface = 'smooth', round = 34, depth = 1, print = '', inside = '', line = 0.55 } = look;
    const id = this.id();
    this.defs += `<path id="${id}" d="${d}"/><clipPath id="${id}c"><use href="#${id}"/></clipPath>`;
    const use = (more: string): string => `<use href="#${id}" ${more}/>`;
    const steps = round < 17 ? [1, 0.6, 0.25] : round < 34 ? [1, 0.7, 0.42, 0.2] : [1, 0.82, 0.64, 0.46, 0.3, 0.15];
    this.defs += `<g id="${id}r">${steps.map((s) => use(`stroke-width="${r(round * 2 * s)}"`)).join('')}</g>`;
    const rim = (tint: string, opacity: number, shift: number): string =>
      `<use href="#${id}r" stroke="${tint}" stroke-opacity="${r((opacity * 600) / steps.length) / 100}" transform="translate(${r(shift)} ${r(shift)})"/>`;
    const texture = this.texture(surface);
    return (
      use(`fill="${this.tone(colour)}"`) +
      (print ? use(`fill="${print}"`) : '') +
      (texture ? use(`fill="${texture}"`) : '') +
      `<g clip-path="url(#${id}c)" fill="none">${rim(shaded(colour, 0.8), 0.058 * depth, -round * 0.34)}${rim(lit(colour, 0.85), 0.042 * depth, round * 0.3)}${inside}</g>` +
      use(`fill="none" stroke="${shaded(colour, 0.62)}" stroke-opacity="${line}" stroke-width="2"`)
    );
  }

  /** A band of leather or webbing along a path, with both edges stitched when a thread is given. */
  strap(d: string, width: number, colour: string, thread = '', surface: Surface = 'smooth'): string {
    const stroke = (paint: string, w: number, more = ''): string =>
      `<path d="${d}" fill="none" stroke="${paint}" stroke-width="${r(w)}"${more}/>`;
    const seams = thread ? stroke(thread, width * 0.68, ' stroke-dasharray="8 6"') + stroke(colour, width * 0.68 - 5) : '';
    const texture = this.texture(surface);
    return (
      stroke(shaded(colour, 0.55), width + 2) +
      stroke(colour, width) +
      (texture ? stroke(texture, width) : '') +
      seams +
      `<g transform="translate(${r(-width * 0.16)} ${r(-width * 0.16)})">${softLine(d, '#fff8ea', width * 0.5, 0.34, 'butt')}</g>` +
      `<g transform="translate(${r(width * 0.26)} ${r(width * 0.22)})">${softLine(d, '#0b0d14', width * 0.34, 0.34, 'butt')}</g>`
    );
  }

  /** A soft floor shadow with a darker one at the point of contact. Only these shapes are blurred. */
  floorShadow(d: string, opacity = 0.36): string {
    const blur = (spread: number): string =>
      this.once(
        `blur${spread}`,
        (i) =>
          `<filter id="${i}" x="-30%" y="-80%" width="160%" height="260%"><feGaussianBlur stdDeviation="${spread}"/></filter>`,
      );
    return `<g fill="#2a2622"><path d="${d}" opacity="${opacity}" filter="url(#${blur(18)})"/><path d="${d}" transform="translate(0 -15)" opacity="${r(opacity * 1.5)}" filter="url(#${blur(6)})"/></g>`;
  }
}

/** The textures: tile size and marks. */
const SURFACES: Record<Exclude<Surface, 'smooth'>, () => [number, string]> = {
  leather: () => {
    const random = seeded('grain');
    let dark = '';
    for (let i = 0; i < 81; i++) {
      const x = (i % 9) * 10 + random() * 8;
      const y = Math.floor(i / 9) * 10 + random() * 8;
      dark += `M${Math.round(x)} ${Math.round(y)}q${r(random() * 5 - 1)} ${r(random() * 4 - 3)} ${r(random() * 7)} ${r(random() * 6 - 2)}`;
    }
    return [
      90,
      `<path d="${dark}" stroke="#0b0d14" stroke-opacity=".13" stroke-width="1.3"/><path d="${dark}" transform="translate(1.2 1.4)" stroke="#fff8ea" stroke-opacity=".1" stroke-width="1.2"/>`,
    ];
  },
  suede: () => {
    const random = seeded('nap');
    let dark = '';
    let light = '';
    for (let i = 0; i < 44; i++) {
      const mark = `M${r(random() * 44)} ${r(random() * 44)}l${r(random() * 4 - 1)} ${r(2 + random() * 4)}`;
      if (i % 2) dark += mark;
      else light += mark;
    }
    return [
      46,
      `<path d="${dark}" stroke="#0b0d14" stroke-opacity=".1" stroke-width="2"/><path d="${light}" stroke="#fff8ea" stroke-opacity=".14" stroke-width="2"/>`,
    ];
  },
  canvas: () => [
    8,
    '<path d="M0 2h4M4 6h4" stroke="#fff8ea" stroke-opacity=".16" stroke-width="2.6"/><path d="M6 0v4M2 4v4" stroke="#0b0d14" stroke-opacity=".13" stroke-width="2.4"/>',
  ],
  jute: () => [
    20,
    '<path d="M0 5h10M10 15h10" stroke="#fff3d6" stroke-opacity=".3" stroke-width="7.4"/><path d="M0 8.6h10M10 18.6h10" stroke="#3a2a10" stroke-opacity=".3" stroke-width="1.8"/><path d="M15 0v10M5 10v10" stroke="#4a3517" stroke-opacity=".2" stroke-width="7"/><path d="M11.2 0v10M1.2 10v10M19 2v6M9 12v6" stroke="#3a2a10" stroke-opacity=".3" stroke-width="1.6"/><path d="M2 4h6M12 14h5M14 3v5" stroke="#fff8ea" stroke-opacity=".35"/>',
  ],
  mesh: () => [
    14,
    '<path d="M3.5 1.5v4M10.5 8.5v4" stroke="#0b0d14" stroke-opacity=".34" stroke-width="3.6" stroke-linecap="round"/><path d="M10.5 1.5v4M3.5 8.5v4" stroke="#fff8ea" stroke-opacity=".16" stroke-width="3" stroke-linecap="round"/>',
  ],
  nylon: () => [
    5,
    '<path d="M0 5l5-5" stroke="#fff8ea" stroke-opacity=".12" stroke-width="1.4"/><path d="M0 2.5l2.5-2.5M2.5 5l2.5-2.5" stroke="#0b0d14" stroke-opacity=".08"/>',
  ],
};
