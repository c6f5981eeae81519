import { channels, contrastRatio, MIN_CONTRAST, mix, type Rgb, toHex, toLinear } from '#lib/rules/theme/contrast.ts';
import { normaliseHexColour, pickTextColour } from '#lib/rules/theme/theme-variables.ts';

const multiply = (matrix: readonly Rgb[], [x, y, z]: Rgb): Rgb => matrix.map(([a, b, c]) => a * x + b * y + c * z) as Rgb;

/** Linear sRGB to the responses of the eye's cones, and back: https://bottosson.github.io/posts/oklab/ */
const toCones: readonly Rgb[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const fromCones: readonly Rgb[] = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];

const fromLinear = (light: number): number => {
  const shown = Math.min(1, Math.max(0, light));
  return 255 * (shown <= 0.0031308 ? shown * 12.92 : 1.055 * shown ** (1 / 2.4) - 0.055);
};

/**
 * Mixes two colours as `color-mix(in oklab, first, second)` does; `weight` (0 to 1) is that of the first. Oklab is a linear function of the
 * cube roots of the cones' responses, so that these are mixed.
 */
export function mixOklab(first: string, second: string, weight: number): string {
  const roots = (hex: string): Rgb => multiply(toCones, channels(hex).map(toLinear) as Rgb).map(Math.cbrt) as Rgb;
  const others = roots(second);
  const mixed = roots(first).map((root, i) => (root * weight + (others[i] ?? 0) * (1 - weight)) ** 3) as Rgb;
  return toHex(multiply(fromCones, mixed).map(fromLinear) as Rgb);
}

/** Minimum contrast ratio of muted text, slightly above that of text. */
const MIN_MUTED_CONTRAST = 5;

/** Weights of the text colour in muted text: the first one tried, and the step to the next. */
const FIRST_TEXT_WEIGHT = 0.6;
const TEXT_WEIGHT_STEP = 0.05;

/** Returns the first candidate with enough contrast on the background, else the background's text colour. */
export const pickReadableColour = (background: string, candidates: string[], minContrast = MIN_CONTRAST): string =>
  candidates.find((candidate) => contrastRatio(candidate, background) >= minContrast) ?? pickTextColour(background);

/** Mutes the background's text colour as far as the contrast allows. */
export function muteTextColour(background: string, minContrast = MIN_MUTED_CONTRAST): string {
  const text = pickTextColour(background);
  for (let weight = FIRST_TEXT_WEIGHT; weight < 1; weight += TEXT_WEIGHT_STEP) {
    const muted = mix(text, background, weight);
    if (contrastRatio(muted, background) >= minContrast) return muted;
  }
  return text;
}

/**
 * Derives the colours that a theme does not set, with enough contrast on its page colour (WCAG 2.2 AA): muted text, sale prices and
 * errors, success, the accent of links and icons, muted text of the two footers. Also its lines, edges of fields and tinted surfaces, which
 * old browsers cannot mix.
 */
export function deriveColourVariables(theme: Record<string, string>): Record<string, string> {
  const colour = (name: string): string => normaliseHexColour(theme[name]) ?? '#ffffff';
  const page = colour('--page');
  const onPage = pickTextColour(page);
  const header = colour('--header');
  return {
    '--line': mixOklab(onPage, page, 0.14),
    '--edge': mixOklab(onPage, page, 0.48),
    '--tint': mixOklab(onPage, page, 0.05),
    '--button-line': mixOklab(onPage, colour('--button'), 0.2),
    '--header-line': mixOklab(pickTextColour(header), header, 0.12),
    '--muted': muteTextColour(page),
    '--sale': pickReadableColour(page, ['#b3261e', '#8f1d17', '#ff9c93', '#ffd5d0']),
    '--good': pickReadableColour(page, ['#146c43', '#0d5132', '#7fe0b0', '#c9f7df']),
    '--accent': pickReadableColour(page, [colour('--button')]),
    '--muted-footer': muteTextColour(colour('--footer')),
    '--muted-bottom': muteTextColour(colour('--bottom-footer')),
  };
}
