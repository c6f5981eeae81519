/** Parts that several home page pictures share. */

import type { PackMake } from '#drawing/bags/backpack/make.ts';
import type { BagMake } from '#drawing/bags/handbag/make.ts';
import { metal, metalColour } from '#drawing/studio/hardware.ts';
import { type Materials, oval, stitches } from '#drawing/studio/materials.ts';
import { lit, r, shaded } from '#drawing/studio/studio.ts';

/** Materials and colours that a banner's bags have in common. */
export const ROOM_MAKE: Omit<BagMake & PackMake, 'materials'> = {
  colour: '#9a5b36',
  trim: '#7a4526',
  second: '#e8d9b8',
  thread: '#e6cfa2',
  metal: 'brass',
  print: 'plain',
  surface: 'leather',
  detail: '',
  params: {},
};

/** A wrist watch lying on its closed strap, dial to the viewer, about 170 across. */
export function watch(materials: Materials, dial: string, leather: string, metalName = 'gold'): string {
  const marks = Array.from(
    { length: 12 },
    (_, i) =>
      `<path d="M0 -62v${i % 3 ? 9 : 15}" transform="rotate(${i * 30})" stroke="${lit(metalColour(metalName), 0.35)}" stroke-width="${i % 3 ? 3 : 5}"/>`,
  ).join('');
  const strap = (s: number): string => {
    const d = `M-36 ${s * 70}L-33 ${s * 200}Q0 ${s * 224} 33 ${s * 200}L36 ${s * 70}z`;
    return `<path d="${d}" fill="#2a2622" opacity=".3" transform="translate(12 12)"/>${materials.panel(d, leather, { round: 16 })}${stitches(`M-27 ${s * 86}L-25 ${s * 194}M27 ${s * 86}L25 ${s * 194}`, lit(leather, 0.5), 2, '7 5')}`;
  };
  return (
    strap(-1) +
    strap(1) +
    `<path d="${oval(10, 14, 92, 92)}" fill="#2a2622" opacity=".34"/><rect x="86" y="-10" width="18" height="20" rx="4" fill="${metal(materials, metalName)}"/>` +
    `<circle r="92" fill="${metal(materials, metalName)}" stroke="${shaded(metalColour(metalName), 0.5)}"/><circle r="78" fill="${shaded(metalColour(metalName), 0.45)}"/>` +
    `<circle r="75" fill="${materials.tone(dial)}"/>${materials.glow(-24, -26, 60, 50, '#fff8ea', 0.4)}${marks}` +
    `<path d="M0 12L-30 -34" stroke="#0b0d14" stroke-opacity=".3" stroke-width="6" transform="translate(3 4)"/><path d="M0 10L-29 -32M0 14L38 -38" stroke="${lit(metalColour(metalName), 0.55)}" stroke-width="5" stroke-linecap="round"/><circle r="6" fill="${lit(metalColour(metalName), 0.3)}"/>` +
    `<path d="M-58 -46A74 74 0 0 1 20 -71L-20 66A74 74 0 0 1 -58 46z" fill="#ffffff" opacity=".1"/>`
  );
}

/** A marigold head of ruffled petals. */
export function marigold(materials: Materials, x: number, y: number, size: number, colour = '#e39a24'): string {
  let out = `<circle cx="${x + size * 0.12}" cy="${y + size * 0.2}" r="${size}" fill="#2a2622" opacity=".22"/>`;
  [1, 0.78, 0.56, 0.34].forEach((k, ring) => {
    const n = 15 - ring * 3;
    let d = '';
    for (let i = 0; i < n; i++) {
      const a = (i / n) * Math.PI * 2 + ring * 0.4;
      const b = a + (Math.PI * 2) / n;
      const m = (a + b) / 2;
      const at = (angle: number, radius: number): string =>
        `${r(x + Math.cos(angle) * size * radius)} ${r(y + Math.sin(angle) * size * radius)}`;
      d += `${i ? 'L' : 'M'}${at(a, k * 0.86)}Q${at(a + 0.05, k * 1.08)} ${at(m, k * 1.02)}T${at(b, k * 0.86)}`;
    }
    const tint = ring % 2 ? lit(colour, 0.22 + ring * 0.05) : shaded(colour, 0.12 - ring * 0.03);
    out += `<path d="${d}z" fill="${tint}" stroke="${shaded(colour, 0.42)}" stroke-opacity=".55" stroke-width="1.5"/>`;
  });
  return out + materials.glow(x - size * 0.3, y - size * 0.3, size * 0.7, size * 0.6, '#fff8ea', 0.4);
}
