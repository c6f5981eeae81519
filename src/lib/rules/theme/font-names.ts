/** The fonts that come with the shop, by the key that the pages know them by. */
export const fontFamilies = {
  instrument: 'Instrument Sans',
  serif: 'Source Serif 4',
  rounded: 'Nunito',
  devanagari: 'Noto Sans Devanagari',
} as const;

export type FontKey = keyof typeof fontFamilies;

/** Names an owner may set, in lower case, and the bundled font for each: the font itself, its style, or a similar one. */
const names: Record<string, FontKey> = {
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

/** The font of the shop that a name means, in any case; undefined when the shop has none for it. */
export function findBundledFont(name: string): FontKey | undefined {
  const lower = name.toLowerCase();
  return Object.hasOwn(names, lower) ? names[lower] : undefined;
}
