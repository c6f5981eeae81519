import type { StoreSettings } from '#lib/contract/store.ts';
import { toRatio } from '#lib/rules/pictures/ratio.ts';
import { themeVariables } from '#lib/rules/theme/theme-variables.ts';
import { deriveColourVariables } from './derived-colours.ts';
import { resolveFont } from './fonts.ts';

/** Cached per settings object. */
const built = new WeakMap<StoreSettings, string>();

/** Returns the text of the theme's `<style>`: fonts, theme colours and colours derived from them (specification, theme). */
export function buildThemeStyle(settings: StoreSettings): string {
  const style = built.get(settings) ?? build(settings);
  built.set(settings, style);
  return style;
}

function build(settings: StoreSettings): string {
  const theme = themeVariables(settings);
  const font = resolveFont(settings.fontFamily);
  const dark = theme['--on-page'] === '#ffffff';
  const variables = { ...theme, ...deriveColourVariables(theme), '--font': font.stack, 'color-scheme': dark ? 'dark' : 'light' };
  const ratio = toRatio(settings.picture_ratio);
  const rules = Object.entries(variables).map(([name, value]) => `${name}:${value}`);
  // 3:4 is the default of the styles.
  if (ratio !== toRatio(undefined)) rules.push(`--ratio:${ratio}`);
  return `${font.fontFaceRules}:root{${rules.join(';')}}`;
}
