/** Numerals for watch dials, drawn as strokes so that no font is needed. */

import { r } from '#drawing/studio/studio.ts';

/** Digits in a box 10 wide and 16 high. */
const DIGITS = [
  'M5 0C9 0 10 4 10 8S9 16 5 16 0 12 0 8 1 0 5 0Z',
  'M2 3.4 6 0V16',
  'M0 4C0 1.5 2 0 5 0S10 1.5 10 4.5C10 8 3 11 0 16H10',
  'M.5 2.5C1.5.8 3 0 5 0 8 0 9.6 1.8 9.6 4S8 7.6 5 7.6C8.4 7.6 10 9.4 10 11.8S8 16 5 16C2.5 16 .8 15 0 13',
  'M7.5 16V0L0 11H10',
  'M9 0H2L1 7C2 6 3.5 5.6 5 5.6 8 5.6 10 7.6 10 10.6S8 16 5 16C2.8 16 1 15 0 13.4',
  'M8.5.8C4 .8 0 5 0 11 0 14 2 16 5 16S10 14 10 10.9 8 6 5 6C2.5 6 .6 7.6.1 10',
  'M0 0H10C6.5 5 4.5 10 4 16',
  'M5 7.4C2.4 7.4 1 5.8 1 3.7S2.4 0 5 0 9 1.6 9 3.7 7.6 7.4 5 7.4C2 7.4 0 9.2 0 11.7S2 16 5 16 10 14.2 10 11.7 8 7.4 5 7.4Z',
  'M1.5 15.2C6 15.2 10 11 10 5 10 2 8 0 5 0S0 2 0 5.1 2 10 5 10C7.5 10 9.4 8.4 9.9 6',
] as const;

/** A number in Western digits, centred on (x, y), `height` units high. */
export function digits(value: number, x: number, y: number, height: number, ink: string): string {
  const figures = [...String(value)];
  const scale = height / 16;
  const width = figures.length * 14 - 4;
  const paths = figures
    .map((figure, i) => `<path d="${DIGITS[Number(figure)] ?? ''}"${i > 0 ? ` transform="translate(${i * 14})"` : ''}/>`)
    .join('');
  return `<g transform="translate(${r(x - (width / 2) * scale)} ${r(y - height / 2)}) scale(${Math.round(scale * 1000) / 1000})" fill="none" stroke="${ink}" stroke-width="2.4" stroke-linejoin="round">${paths}</g>`;
}

const ROMAN = ['', 'I', 'II', 'III', 'IIII', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'] as const;
const WIDTHS: Record<string, number> = { I: 4.6, V: 9.6, X: 9.6 };

/** A Roman hour, upright at 12 o'clock, centred on (0, y), with thick and thin strokes and serifs. */
export function roman(hour: number, y: number, height: number, ink: string): string {
  const letters = [...(ROMAN[hour] ?? '')];
  const total = letters.reduce((sum, letter) => sum + (WIDTHS[letter] ?? 0), 0);
  let x = -total / 2;
  let thick = '';
  let thin = '';
  for (const letter of letters) {
    const w = WIDTHS[letter] ?? 0;
    const [a, m, b] = [r(x + 0.9), r(x + w / 2), r(x + w - 0.9)];
    if (letter === 'I') thick += `M${m}-8V8`;
    if (letter === 'V') [thick, thin] = [`${thick}M${a}-8 ${m} 8`, `${thin}M${b}-8 ${m} 8`];
    if (letter === 'X') [thick, thin] = [`${thick}M${a}-8 ${b} 8`, `${thin}M${b}-8 ${a} 8`];
    x += w;
  }
  const edge = r(total / 2);
  return `<g transform="translate(0 ${r(y)}) scale(${Math.round((height / 16) * 1000) / 1000})" stroke="${ink}" fill="none"><path d="${thick}" stroke-width="2.1"/><path d="${thin}M${-edge}-8H${edge}M${-edge} 8H${edge}" stroke-width=".9"/></g>`;
}
