import devanagari from '@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2?url';
import { type FontKey, findBundledFont, fontFamilies } from '#lib/rules/theme/font-names.ts';
import instrumentSans from './subsets/instrument-sans.woff2?url';
import devanagariLatin from './subsets/noto-sans-devanagari.woff2?url';
import nunito from './subsets/nunito.woff2?url';
import sourceSerif from './subsets/source-serif-4.woff2?url';

export interface ResolvedFont {
  stack: string;
  fontFaceRules: string;
}

const systemSans = 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif';
const systemSerif = '"Iowan Old Style","Palatino Linotype",Palatino,"Noto Serif",Georgia,serif';

const sansLookalikes = ['Arial', 'Liberation Sans', 'Roboto'];
const serifLookalikes = ['Times New Roman', 'Liberation Serif', 'Noto Serif'];

interface BundledFont {
  family: string;
  /** A subset with the glyphs that every page needs. */
  file: string;
  /** Glyphs of another script, fetched only by pages that contain it. The rupee sign is excluded: every price has one. */
  extra?: { file: string; range: string };
  /** Similar system fonts, used as fallback font while the file loads. */
  lookalikes: string[];
  /** Width, ascent and descent in percent that give the fallback font the same metrics; measured on product names and prices. */
  metrics: [width: number, ascent: number, descent: number];
  genericFamilies: string;
}

const bundled = {
  instrument: {
    family: fontFamilies.instrument,
    file: instrumentSans,
    lookalikes: sansLookalikes,
    metrics: [101.3, 95.8, 24.7],
    genericFamilies: systemSans,
  },
  serif: {
    family: fontFamilies.serif,
    file: sourceSerif,
    lookalikes: serifLookalikes,
    metrics: [113.6, 91.2, 29.5],
    genericFamilies: systemSerif,
  },
  rounded: {
    family: fontFamilies.rounded,
    file: nunito,
    lookalikes: sansLookalikes,
    metrics: [101.2, 99.9, 34.9],
    genericFamilies: systemSans,
  },
  devanagari: {
    family: fontFamilies.devanagari,
    file: devanagariLatin,
    extra: { file: devanagari, range: 'U+900-97F,U+1CD0-1CF9,U+200C-200D,U+25CC,U+A830-A839,U+A8E0-A8FF' },
    lookalikes: sansLookalikes,
    metrics: [103.4, 86.7, 39.5],
    genericFamilies: systemSans,
  },
} satisfies Record<FontKey, BundledFont>;

/** Screens that show the font at once: wide ones, and all without script; a phone shows it once it has it (page-font.js). */
const AT_ONCE = '(width>=48em),(scripting:none)';

/** `optional` avoids a font swap on a page that is being read, and the fallback's metrics avoid layout shift. */
function bundledFont({
  family,
  file,
  extra,
  lookalikes,
  metrics: [width, ascent, descent],
  genericFamilies,
}: BundledFont): ResolvedFont {
  const face = (source: string, range = ''): string =>
    `@font-face{font-family:"${family}";src:url(${source}) format("woff2");font-weight:400 700;font-display:optional${range && `;unicode-range:${range}`}}`;
  const fallbackFace =
    `@font-face{font-family:"Fallback";src:${lookalikes.map((name) => `local("${name}")`).join(',')};` +
    `size-adjust:${width}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`;
  return {
    stack: `"${family}","Fallback",${genericFamilies}`,
    fontFaceRules: `@media ${AT_ONCE}{${face(file)}${extra ? face(extra.file, extra.range) : ''}}${fallbackFace}`,
  };
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
  return { stack: isName ? `"${family}",${systemSans}` : systemSans, fontFaceRules: '' };
}
