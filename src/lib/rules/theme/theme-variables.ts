import type { StoreSettings } from '#lib/contract/store.ts';
import { normaliseHexColour, pickTextColour } from './hex-and-text-colour.ts';
import { themeDefaults } from './theme-defaults.ts';

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
