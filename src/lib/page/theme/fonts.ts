import instrumentSans from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';
import devanagari from '@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2?url';
import devanagariLatin from '@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-latin-wght-normal.woff2?url';
import nunito from '@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2?url';
import sourceSerif from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url';
import { LATIN_UNICODE_RANGE, SUBSET_UNICODE_RANGE } from './font-characters.ts';
import instrumentSansSubset from './subsets/instrument-sans.woff2?url';
import devanagariLatinSubset from './subsets/noto-sans-devanagari.woff2?url';
import nunitoSubset from './subsets/nunito.woff2?url';
import sourceSerifSubset from './subsets/source-serif-4.woff2?url';

export interface ResolvedFont {
  stack: string;
  fontFaceRules: string;
  /** The file that every page needs. */
  file?: string;
}

const systemSans = 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif';
const systemSerif = '"Iowan Old Style","Palatino Linotype",Palatino,"Noto Serif",Georgia,serif';

const sansLookalikes = ['Arial', 'Liberation Sans', 'Roboto'];
const serifLookalikes = ['Times New Roman', 'Liberation Serif', 'Noto Serif'];

/** A font bundled with the shop. */
interface BundledFont {
  family: string;
  /** The glyphs that every page needs. */
  subset: string;
  /** All Latin glyphs, fetched only by pages with characters that are not in the subset. */
  latin: string;
  /** Glyphs of another script, fetched only by pages that contain it. The rupee sign is excluded: every price has one. */
  extra?: { file: string; range: string };
  /** Similar system fonts, used as fallback font while the file loads. */
  lookalikes: string[];
  /** Width, ascent and descent in percent that give the fallback font the same metrics; measured on product names and prices. */
  metrics: [width: number, ascent: number, descent: number];
  /** Generic fallback families. */
  genericFamilies: string;
}

const bundled = {
  instrument: {
    family: 'Instrument Sans',
    subset: instrumentSansSubset,
    latin: instrumentSans,
    lookalikes: sansLookalikes,
    metrics: [101.3, 95.8, 24.7],
    genericFamilies: systemSans,
  },
  serif: {
    family: 'Source Serif 4',
    subset: sourceSerifSubset,
    latin: sourceSerif,
    lookalikes: serifLookalikes,
    metrics: [113.6, 91.2, 29.5],
    genericFamilies: systemSerif,
  },
  rounded: {
    family: 'Nunito',
    subset: nunitoSubset,
    latin: nunito,
    lookalikes: sansLookalikes,
    metrics: [101.2, 99.9, 34.9],
    genericFamilies: systemSans,
  },
  devanagari: {
    family: 'Noto Sans Devanagari',
    subset: devanagariLatinSubset,
    latin: devanagariLatin,
    extra: { file: devanagari, range: 'U+900-97F,U+1CD0-1CF9,U+200C-200D,U+25CC,U+A830-A839,U+A8E0-A8FF' },
    lookalikes: sansLookalikes,
    metrics: [103.4, 86.7, 39.5],
    genericFamilies: systemSans,
  },
} satisfies Record<string, BundledFont>;

/** Names an owner may set, and the bundled font for each: the font itself, its style, or a similar one. */
const names: Record<string, keyof typeof bundled> = {
  '': 'instrument',
  'instrument sans': 'instrument',
  'source serif 4': 'serif',
  'source serif': 'serif',
  'source serif pro': 'serif',
  serif: 'serif',
  georgia: 'serif',
  lora: 'serif',
  merriweather: 'serif',
  'playfair display': 'serif',
  'cormorant garamond': 'serif',
  'times new roman': 'serif',
  nunito: 'rounded',
  'nunito sans': 'rounded',
  quicksand: 'rounded',
  'varela round': 'rounded',
  rounded: 'rounded',
  'noto sans devanagari': 'devanagari',
  devanagari: 'devanagari',
  mukta: 'devanagari',
  hind: 'devanagari',
};

/** `optional` avoids a font swap on a page that is being read, and the fallback's metrics avoid layout shift. */
function bundledFont({
  family,
  subset,
  latin,
  extra,
  lookalikes,
  metrics: [width, ascent, descent],
  genericFamilies,
}: BundledFont): ResolvedFont {
  const face = (source: string, range: string): string =>
    `@font-face{font-family:"${family}";src:url(${source}) format("woff2");font-weight:400 700;font-display:optional;unicode-range:${range}}`;
  const fallbackFace =
    `@font-face{font-family:"Fallback";src:${lookalikes.map((name) => `local("${name}")`).join(',')};` +
    `size-adjust:${width}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`;
  return {
    stack: `"${family}","Fallback",${genericFamilies}`,
    // Browsers look for a character in the last rule first: the subset has some of the Latin file's range.
    fontFaceRules:
      face(latin, LATIN_UNICODE_RANGE) +
      (extra ? face(extra.file, extra.range) : '') +
      face(subset, SUBSET_UNICODE_RANGE) +
      fallbackFace,
    file: subset,
  };
}

/** Font names allowed in CSS: words of letters and digits, so that a setting cannot inject CSS. */
const fontName = /^[\p{L}\p{N}]+(?:[ -][\p{L}\p{N}]+)*$/u;
const MAX_NAME_LENGTH = 60;

/** Resolves a store's `fontFamily` setting: a bundled font, else a system font of that name, else the default. */
export function resolveFont(setting: string): ResolvedFont {
  const family = (setting.split(',')[0] ?? '').replaceAll(/["']/g, '').trim();
  const name = family.toLowerCase();
  const known = Object.hasOwn(names, name) ? names[name] : undefined;
  if (known) return bundledFont(bundled[known]);
  const isName = family.length <= MAX_NAME_LENGTH && fontName.test(family);
  return { stack: isName ? `"${family}",${systemSans}` : systemSans, fontFaceRules: '' };
}
