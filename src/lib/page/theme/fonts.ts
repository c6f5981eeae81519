import devanagari from '@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2?url';
import type { BuiltFont, FontKind, FontMetrics, FontRole } from '#lib/rules/shop-parts.ts';
import { type FontKey, findBundledFont, fontFamilies } from '#lib/rules/theme/font-names.ts';
import instrumentSans from './subsets/instrument-sans.woff2?url';
import devanagariLatin from './subsets/noto-sans-devanagari.woff2?url';
import nunito from './subsets/nunito.woff2?url';
import sourceSerif from './subsets/source-serif-4.woff2?url';

export interface ResolvedFont {
  stack: string;
  /** `@font-face` rules of the files, and of the font with the same metrics that is shown without them; '' for a font of the device. */
  faces: string;
  fallbackFace: string;
}

const systemSans = 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif';
const systemSerif = '"Iowan Old Style","Palatino Linotype",Palatino,"Noto Serif",Georgia,serif';

/** Similar fonts of devices, used as fallback font while the file loads, and what follows them. */
const systemFonts: Record<FontKind, { first: string; lookalikes: string[]; genericFamilies: string }> = {
  // Apple's own font cannot be named as the source of a face.
  'sans-serif': { first: '-apple-system,', lookalikes: ['Roboto', 'Arial', 'Liberation Sans'], genericFamilies: systemSans },
  serif: { first: '', lookalikes: ['Times New Roman', 'Liberation Serif', 'Noto Serif'], genericFamilies: systemSerif },
};

interface BundledFont {
  family: string;
  kind: FontKind;
  /** A subset with the glyphs that every page needs. */
  file: string;
  /** Glyphs of another script, fetched only by pages that contain it. The rupee sign is excluded: every price has one. */
  extra?: { file: string; range: string };
  /** Measured on product names and prices. */
  metrics: FontMetrics;
}

const bundled = {
  instrument: {
    family: fontFamilies.instrument,
    file: instrumentSans,
    kind: 'sans-serif',
    metrics: [101.3, 95.8, 24.7],
  },
  serif: {
    family: fontFamilies.serif,
    file: sourceSerif,
    kind: 'serif',
    metrics: [113.6, 91.2, 29.5],
  },
  rounded: {
    family: fontFamilies.rounded,
    file: nunito,
    kind: 'sans-serif',
    metrics: [101.2, 99.9, 34.9],
  },
  devanagari: {
    family: fontFamilies.devanagari,
    file: devanagariLatin,
    extra: { file: devanagari, range: 'U+900-97F,U+1CD0-1CF9,U+200C-200D,U+25CC,U+A830-A839,U+A8E0-A8FF' },
    kind: 'sans-serif',
    metrics: [103.4, 86.7, 39.5],
  },
} satisfies Record<FontKey, BundledFont>;

/** Screens that show the font at once: wide ones, and all without script; a phone shows it once it has it (page-font.js). */
const AT_ONCE = '(width>=48em),(scripting:none)';

const face = (family: string, source: string, weight: string, range = ''): string =>
  `@font-face{font-family:"${family}";src:url(${source}) format("woff2");font-weight:${weight};font-display:optional${range && `;unicode-range:${range}`}}`;

/** `optional` avoids a font swap on a page that is being read, and the fallback's metrics avoid layout shift. */
function withFallback(
  family: string,
  faces: string,
  fallback: string,
  kind: FontKind,
  [width, ascent, descent]: FontMetrics,
): ResolvedFont {
  const { first, lookalikes, genericFamilies } = systemFonts[kind];
  return {
    stack: `"${family}",${first}"${fallback}",${genericFamilies}`,
    faces,
    fallbackFace:
      `@font-face{font-family:"${fallback}";src:${lookalikes.map((name) => `local("${name}")`).join(',')};` +
      `size-adjust:${width}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`,
  };
}

function bundledFont({ family, file, extra, kind, metrics }: BundledFont): ResolvedFont {
  const faces = face(family, file, '400 700') + (extra ? face(family, extra.file, '400 700', extra.range) : '');
  return withFallback(family, faces, 'Fallback', kind, metrics);
}

/** Resolves a font of `shop.config.ts`. */
export function resolveShopFont(role: FontRole, { files, kind, metrics }: BuiltFont): ResolvedFont {
  const family = `Shop ${role}`;
  const faces = files.map(({ url, weight, range }) => face(family, url, weight, range)).join('');
  return withFallback(family, faces, role === 'text' ? 'Fallback' : `Fallback ${role}`, kind, metrics);
}

/** The rules of fonts: first in the style, where page-font.js finds the files. */
export function listFontFaceRules(fonts: readonly ResolvedFont[]): string {
  const faces = fonts.map((font) => font.faces).join('');
  // Only the real font has its letters set closer.
  return faces && `@media ${AT_ONCE}{${faces}:root{--tracking:-.02em}}${fonts.map((font) => font.fallbackFace).join('')}`;
}

/** Font names allowed in CSS: words of letters and digits, so that a setting cannot inject CSS. */
const fontName = /^[\p{L}\p{N}]+(?:[ -][\p{L}\p{N}]+)*$/u;
const MAX_NAME_LENGTH = 60;

/** Resolves a store's `fontFamily` setting: a bundled font, else a system font of that name, else the default. */
export function resolveFont(setting: string): ResolvedFont {
  const family = (setting.split(',')[0] ?? '').replaceAll(/["']/g, '').trim();
  const known = findBundledFont(family);
  if (known) return bundledFont(bundled[known]);
  const isName = family.length <= MAX_NAME_LENGTH && fontName.test(family);
  return { stack: isName ? `"${family}",${systemSans}` : systemSans, faces: '', fallbackFace: '' };
}
