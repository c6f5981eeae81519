import { LIGHT_TEXT, normaliseHexColour, pickTextColour } from './theme-variables.ts';

/** Minimum contrast ratio of text (WCAG 2.2 AA). */
export const MIN_CONTRAST = 4.5;

/** Red, green and blue, or three other numbers of a colour. */
export type Rgb = [number, number, number];

export const channels = (hex: string): Rgb => {
  const n = Number.parseInt(hex.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
};

export const toHex = (rgb: Rgb): string => `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance from 0 to 1 (WCAG 2.2). */
function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map(toLinear) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of two `#rrggbb` colours, from 1 to 21. */
export function contrastRatio(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes two colours; `weight` (0 to 1) is that of the first. */
export function mix(first: string, second: string, weight: number): string {
  const others = channels(second);
  return toHex(channels(first).map((channel, i) => channel * weight + (others[i] ?? 0) * (1 - weight)) as Rgb);
}

export const toLinear = (channel: number): number => {
  const srgb = channel / 255;
  return srgb <= 0.04045 ? srgb / 12.92 : ((srgb + 0.055) / 1.055) ** 2.4;
};

/** Steps between a colour and black or white. */
const STEPS = 256;

/**
 * The nearest colour to a background on which its text, black or white by its brightness, has enough contrast; undefined when it has, or for what
 * is no colour.
 */
export function findReadableBackground(background: string): string | undefined {
  const colour = normaliseHexColour(background);
  if (!colour) return undefined;
  const text = pickTextColour(colour);
  const away = text === LIGHT_TEXT ? '#000000' : '#ffffff';
  for (let step = 0; step <= STEPS; step++) {
    const candidate = mix(away, colour, step / STEPS);
    if (contrastRatio(candidate, text) >= MIN_CONTRAST) return step === 0 ? undefined : candidate;
  }
  return undefined;
}
