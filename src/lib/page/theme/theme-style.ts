import type { StoreSettings } from '#lib/contract/store.ts';
import { toRatio } from '#lib/rules/pictures/ratio.ts';
import type { BuiltFonts } from '#lib/rules/shop-parts.ts';
import { themeVariables } from '#lib/rules/theme/theme-variables.ts';
import { deriveColourVariables } from './derived-colours.ts';
import { listFontFaceRules, resolveFont, resolveShopFont } from './fonts.ts';

/** Cached per settings object. */
const built = new WeakMap<StoreSettings, string>();

/**
 * Returns the text of the theme's `<style>`: fonts, theme colours and colours derived from them (specification, theme). `fonts` are those of
 * `shop.config.ts`, the same for all calls.
 */
export function buildThemeStyle(settings: StoreSettings, fonts: BuiltFonts = {}): string {
  const style = built.get(settings) ?? build(settings, fonts);
  built.set(settings, style);
  return style;
}

function build(settings: StoreSettings, { text, title }: BuiltFonts): string {
  const theme = themeVariables(settings);
  const font = text ? resolveShopFont('text', text) : resolveFont(settings.fontFamily);
  const titleFont = title && resolveShopFont('title', title);
  const dark = theme['--on-page'] === '#ffffff';
  const variables = { ...theme, ...deriveColourVariables(theme), '--font': font.stack, 'color-scheme': dark ? 'dark' : 'light' };
  const ratio = toRatio(settings.picture_ratio);
  const rules = Object.entries(variables).map(([name, value]) => `${name}:${value}`);
  // 3:4 is the default of the styles.
  if (ratio !== toRatio(undefined)) rules.push(`--ratio:${ratio}`);
  if (titleFont) rules.push(`--title-font:${titleFont.stack}`);
  const faces = listFontFaceRules(titleFont ? [font, titleFont] : [font]);
  return `${faces}:root{${rules.join(';')}}${titleFont ? 'h1,h2,h3{font-family:var(--title-font)}' : ''}`;
}
