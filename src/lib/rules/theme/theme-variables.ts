import type { StoreSettings } from '#lib/contract/store.ts';

export const DARK_TEXT = '#111111';
export const LIGHT_TEXT = '#ffffff';

/** Backgrounds below this brightness get light text (specification, theme). */
const BRIGHTNESS_THRESHOLD = 128;

/** Normalises three or six hex digits with an optional `#` to `#rrggbb`; undefined for anything else (specification, validation). */
export function normaliseHexColour(value: string | undefined): string | undefined {
  const digits = /^\s*#?([0-9a-f]{3}|[0-9a-f]{6})\s*$/i.exec(value ?? '')?.[1]?.toLowerCase();
  if (!digits) return undefined;
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}

/** Perceived brightness of `#rrggbb` from 0 to 255, with the specified weights. */
export function brightness(hex: string): number {
  const n = Number.parseInt(hex.slice(1), 16);
  return (((n >> 16) & 255) * 299 + ((n >> 8) & 255) * 587 + (n & 255) * 114) / 1000;
}

/** Returns the text colour that contrasts with a background; dark for an invalid background. */
export function pickTextColour(background: string | undefined): string {
  const hex = normaliseHexColour(background);
  return hex && brightness(hex) < BRIGHTNESS_THRESHOLD ? LIGHT_TEXT : DARK_TEXT;
}

/** The specified font and colours of a store whose owner has not set them. */
export const themeDefaults = {
  fontFamily: 'Instrument Sans',
  backgroundColor: '#ffffff',
  buttonBackgroundColor: '#111111',
  topHeaderBackgroundColor: '#111111',
  headerBackgroundColor: '#ffffff',
  footerBackgroundColor: '#111111',
  bottomFooterBackgroundColor: '#fff7f2',
} as const;

const surfaces = {
  page: 'backgroundColor',
  button: 'buttonBackgroundColor',
  'top-header': 'topHeaderBackgroundColor',
  header: 'headerBackgroundColor',
  footer: 'footerBackgroundColor',
  'bottom-footer': 'bottomFooterBackgroundColor',
} as const;

/**
 * Returns the store's colours as CSS custom properties: `--page` and `--on-page`, `--button` and `--on-button`, and so on. An invalid
 * colour falls back to the default (specification, theme), so that settings cannot inject CSS.
 */
export function themeVariables(settings: Partial<StoreSettings>): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [surface, setting] of Object.entries(surfaces)) {
    const colour = normaliseHexColour(settings[setting]) ?? themeDefaults[setting];
    variables[`--${surface}`] = colour;
    variables[`--on-${surface}`] = pickTextColour(colour);
  }
  return variables;
}
