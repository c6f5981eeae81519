import type { StoreSettings } from '#lib/contract/store.ts';
import { themeVariables } from '#lib/rules/theme-variables.ts';
import { deriveColourVariables } from './derived-colours.ts';
import { resolveFont } from './fonts.ts';

/** Builds the text of the theme's `<style>`: fonts, theme colours and colours derived from them (specification 4.1). */
export function buildThemeStyle(settings: StoreSettings): string {
  const theme = themeVariables(settings);
  const font = resolveFont(settings.fontFamily);
  const dark = theme['--on-page'] === '#ffffff';
  const variables = { ...theme, ...deriveColourVariables(theme), '--font': font.stack, 'color-scheme': dark ? 'dark' : 'light' };
  const rules = Object.entries(variables).map(([name, value]) => `${name}:${value}`);
  return `${font.fontFaceRules}:root{${rules.join(';')}}`;
}
