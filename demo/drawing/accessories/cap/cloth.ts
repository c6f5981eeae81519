/**
 * Cloth and markings of caps: twill, corduroy, mesh and tweed, embroidered emblems, eyelets.
 */

import { deep } from '#drawing/studio/sewing.ts';
import { lit, r } from '#drawing/studio/studio.ts';

/** Definitions of the cap's cloth under the id `cloth`: twill, corduroy, tweed or canvas; and of the mesh and the thread. */
export function capClothDefs(fabric: string, colour: string): string {
  const light = lit(colour, 0.75);
  const dark = deep(colour, 0.75);
  const cloths: Record<string, string> = {
    twill: `<pattern id="cloth" width="5" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(32)"><rect width="1.7" height="7" fill="${light}" opacity=".16"/><rect x="2.6" width="1.5" height="7" fill="${dark}" opacity=".2"/></pattern>`,
    corduroy: `<pattern id="cloth" width="13" height="6" patternUnits="userSpaceOnUse"><rect width="4" height="6" fill="${dark}" opacity=".5"/><rect x="4" width="2" height="6" fill="${dark}" opacity=".18"/><rect x="6" width="4" height="6" fill="${light}" opacity=".26"/><path d="M6 1H12M5 4H11" stroke="${light}" stroke-width=".9" opacity=".25"/></pattern>`,
    tweed: `<pattern id="cloth" width="24" height="12" patternUnits="userSpaceOnUse"><path d="M0 12L12 0L24 12M-6 6L0 0M0 6L6 0M6 12L12 6L18 12M18 0L24 6" fill="none" stroke="${light}" stroke-width="2.6" opacity=".4"/><path d="M3 12L12 3L21 12M9 12L12 9L15 12" fill="none" stroke="${dark}" stroke-width="1.6" opacity=".4"/></pattern>`,
    canvas: `<pattern id="cloth" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 1.5H3M3 4.5H6" stroke="${light}" stroke-width="1.7" opacity=".24"/><path d="M1.5 3V6M4.5 0V3" stroke="${dark}" stroke-width="1.7" opacity=".18"/></pattern>`,
  };
  return (
    (cloths[fabric] ?? cloths['twill'] ?? '') +
    `<pattern id="mesh" width="15" height="13" patternUnits="userSpaceOnUse"><path d="M3.7 1h5l2.5 4.5l-2.5 4.5h-5l-2.5 -4.5z" fill="#0b0d14" opacity=".5"/><path d="M3.7 1h5l2.5 4.5" fill="none" stroke="#fff" stroke-width="1" opacity=".2"/></pattern>` +
    `<pattern id="satin" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(20)"><rect width="1.5" height="4" fill="#fff" opacity=".3"/><rect x="2.2" width="1.3" height="4" fill="#0b0d14" opacity=".22"/></pattern>`
  );
}

/** Embroidered emblems, drawn about the origin and some 150 units wide. */
const EMBLEMS: Record<string, string> = {
  weft: 'M-62 -46H62V-32H-62ZM-62 -7H62V7H-62ZM-62 32H62V46H-62ZM-46 -60H-32V60H-46ZM-7 -60H7V60H-7ZM32 -60H46V60H32Z',
  peak: 'M-78 46L-26 -40L4 8L24 -20L78 46ZM-26 -14L-42 14L-26 6L-12 18Z',
  sun: 'M-74 30A74 74 0 0 1 74 30H54A54 54 0 0 0 -54 30ZM-40 30A40 40 0 0 1 40 30ZM-84 40H84V50H-84ZM-60 58H60V68H-60Z',
  wave: 'M-80 -6Q-60 -46 -34 -14Q-14 10 6 -14Q30 -46 80 -20V-2Q32 -24 16 0Q-12 34 -40 4Q-58 -16 -80 14ZM-80 36Q-60 -4 -34 28Q-14 52 6 28Q30 -4 80 22V40Q32 18 16 42Q-12 76 -40 46Q-58 26 -80 56Z',
  leaf: 'M0 66C-4 40 -4 20 0 -4C4 20 4 40 6 66ZM0 -62C26 -40 26 -14 0 2C-26 -14 -26 -40 0 -62ZM-8 34C-40 38 -58 20 -62 -8C-34 -8 -14 8 -8 34ZM10 34C42 38 60 20 64 -8C36 -8 16 8 10 34Z',
};

/** An embroidered emblem, or one on a patch of leather or felt. */
export function emblem(name: string, x: number, y: number, size: number, thread: string, patch: string, skew = 0): string {
  const d = EMBLEMS[name];
  if (!d) return '';
  const ground = patch
    ? `<rect x="-104" y="-88" width="208" height="176" rx="12" fill="#0b0d14" opacity=".34" transform="translate(4 6)"/><rect x="-104" y="-88" width="208" height="176" rx="12" fill="${patch}"/><rect x="-96" y="-80" width="192" height="160" rx="8" fill="none" stroke="${lit(patch, 0.5)}" stroke-width="3" stroke-dasharray="9 5"/>`
    : '';
  return `<g transform="translate(${x} ${y})skewY(${skew})scale(${size} ${r(size * 1.02)})">${ground}<path d="${d}" fill="#0b0d14" fill-rule="evenodd" opacity=".4" transform="translate(3 4)"/><path d="${d}" fill="${thread}" fill-rule="evenodd"/><path d="${d}" fill="url(#satin)" fill-rule="evenodd"/></g>`;
}

/** A stitched or metal eyelet. */
export const eyelet = (x: number, y: number, colour: string): string =>
  `<ellipse cx="${x}" cy="${y}" rx="9" ry="10" fill="none" stroke="${colour}" stroke-width="5.5" stroke-dasharray="2.4 .8"/><ellipse cx="${x}" cy="${y}" rx="5.4" ry="6.4" fill="#0b0d14" opacity=".85"/>`;
