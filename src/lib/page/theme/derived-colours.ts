import { normaliseHexColour, pickTextColour } from '#lib/rules/colour.ts';

type Rgb = [number, number, number];

const channels = (hex: string): Rgb => {
  const n = Number.parseInt(hex.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
};

const toHex = (rgb: Rgb): string => `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance from 0 to 1 (WCAG 2.2). */
function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of two `#rrggbb` colours, from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes `share` (0 to 1) of one colour with the rest of another. */
function mix(one: string, other: string, share: number): string {
  const under = channels(other);
  return toHex(channels(one).map((channel, i) => channel * share + (under[i] ?? 0) * (1 - share)) as Rgb);
}

/** Returns the first candidate with enough contrast on the background, else the background's text colour. */
export const pickReadableColour = (background: string, candidates: string[], floor = 4.5): string =>
  candidates.find((candidate) => contrastRatio(candidate, background) >= floor) ?? pickTextColour(background);

/** Softens the text colour as far as its contrast allows. */
export function softenTextColour(background: string, floor = 5): string {
  const text = pickTextColour(background);
  for (let share = 0.6; share < 1; share += 0.05) {
    const softer = mix(text, background, share);
    if (contrastRatio(softer, background) >= floor) return softer;
  }
  return text;
}

/**
 * Derives the colours that a theme does not set, with enough contrast on its page colour (WCAG 2.2 AA): softened text, sale prices and
 * errors, success, the accent of links and marks, softened text of header and footers.
 */
export function deriveColourVariables(theme: Record<string, string>): Record<string, string> {
  const colour = (name: string): string => normaliseHexColour(theme[name]) ?? '#ffffff';
  const page = colour('--page');
  return {
    '--muted': softenTextColour(page),
    '--sale': pickReadableColour(page, ['#b3261e', '#8f1d17', '#ff9c93', '#ffd5d0']),
    '--good': pickReadableColour(page, ['#146c43', '#0d5132', '#7fe0b0', '#c9f7df']),
    '--accent': pickReadableColour(page, [colour('--button')]),
    '--muted-footer': softenTextColour(colour('--footer')),
    '--muted-bottom': softenTextColour(colour('--bottom-footer')),
  };
}
